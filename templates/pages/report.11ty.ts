import { reportPath } from "../../src/address/paths.ts";
import { reportPage } from "./report-page.ts";
import { once } from "./template-data.ts";

export const { data, render } = once(reportPath, (annals) => reportPage(annals, annals.version, annals.foldedReasons));
