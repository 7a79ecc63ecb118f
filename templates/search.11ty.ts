import { searchPath } from "../src/render/links.ts";
import { searchPage } from "../src/render/search-page.ts";
import { once } from "./data.ts";

export const { data, render } = once(
  searchPath,
  ({ archive, version }) => searchPage(archive, version, ["assets/search.js"]),
  ({ archive }) => !archive.isWithoutSearch,
);
