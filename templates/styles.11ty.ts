import { stylesheet } from "../src/render/assets.ts";
import { once } from "./data.ts";

export const { data, render } = once("assets/annals.css", stylesheet);
