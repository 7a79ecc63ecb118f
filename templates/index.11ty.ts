import { indexPage } from "../src/render/index-page.ts";
import { indexPath } from "../src/render/links.ts";
import { once } from "./data.ts";

export const { data, render } = once(indexPath, ({ archive, version }) => indexPage(archive, version));
