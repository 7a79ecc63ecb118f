import { searchPath } from "../../src/address/paths.ts";
import { searchPage } from "./search-page.ts";
import { once } from "./template-data.ts";

export const { data, render } = once(
  searchPath,
  (annals) => searchPage(annals, annals.version, ["assets/search.js"]),
  ({ isWithoutSearch }) => !isWithoutSearch,
);
