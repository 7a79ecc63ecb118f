import { notFoundPage } from "./not-found-page.ts";
import { once } from "./template-data.ts";

export const { data, render } = once("404.html", notFoundPage, ({ base }) => base === "");
