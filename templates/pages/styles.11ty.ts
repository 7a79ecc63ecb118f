import { stylesheet } from "./assets.ts";
import { once } from "./template-data.ts";

export const { data, render } = once("assets/annals.css", stylesheet);
