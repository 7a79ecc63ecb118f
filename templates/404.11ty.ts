import { notFoundPage } from "../src/render/not-found-page.ts";
import { once } from "./data.ts";

export const { data, render } = once("404.html", ({ archive }) => notFoundPage(archive));
