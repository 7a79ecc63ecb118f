import { searchPath } from "../../src/address/paths.ts";
import { searchPage } from "./search-page.ts";
import { once } from "./template-data.ts";

export const { data, render } = once(
  searchPath,
  ({ archive, version }) => searchPage(archive, version, ["assets/search.js"]),
  ({ archive }) => !archive.isWithoutSearch,
);
