import { reportPath } from "../src/render/links.ts";
import { reportPage } from "../src/render/report-page.ts";
import { once } from "./data.ts";

export const { data, render } = once(reportPath, ({ archive, version, foldedReasons }) =>
  reportPage(archive, version, foldedReasons),
);
