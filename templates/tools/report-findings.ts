/** Each finding of a review as JSON. */

import { html } from "../../src/text/html.ts";
import type { ReportFindingsCall } from "../../src/tools/report-findings.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const reportFindings = toolView<ReportFindingsCall>(
  "reportFindings",
  (call, view) =>
    html`${call.findings.map((finding) => view.json(finding, "Finding"))}${rest(
      call,
      { findings: call.findings },
      view,
    )}${result(call, view)}`,
);
