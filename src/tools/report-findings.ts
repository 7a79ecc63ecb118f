/** ReportFindings: what a review found, as a list. Log example: {"name":"ReportFindings","input":{"findings":[{"file":"src/uid.ts","line":9,"summary":"Ids collide"}]}} */

import { list } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count } from "../text/format.ts";
import { firstWords } from "./other.ts";
import { callOf, defineTool } from "./tool.ts";

export interface ReportFindingsCall extends Call<"reportFindings"> {
  readonly findings: readonly unknown[];
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly reportFindings: ReportFindingsCall;
  }
}

export const reportFindings = defineTool<ReportFindingsCall>({
  kind: "reportFindings",
  names: ["ReportFindings"],
  verb: "run",
  parse: (use, outcome) => {
    const findings = list(use.input, "findings");
    return findings === undefined ? undefined : { ...callOf("reportFindings", use, outcome), findings };
  },
  summary: (call) => firstWords(call.findings[0]),
  facts: (call) => [{ text: count(call.findings.length, "finding") }],
});
