import { script } from "../src/render/assets.ts";
import { once } from "./data.ts";

export const { data, render } = once("assets/annals.js", script);
