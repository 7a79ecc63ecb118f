import { indexPath } from "../../src/address/paths.ts";
import { indexPage } from "./index-page.ts";
import { once } from "./template-data.ts";

export const { data, render } = once(indexPath, (annals) => indexPage(annals, annals.version));
