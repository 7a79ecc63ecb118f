import { script } from "./assets.ts";
import { once } from "./template-data.ts";

export const { data, render } = once("assets/annals.js", script);
