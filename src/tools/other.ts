/** Any tool we do not know: its name, its input and its result, as they are. Log example: {"name":"FailingTool","input":{"x":1}} */
import type { Call } from "../model.ts";
import { record } from "../read/fields.ts";
import { html } from "../render/html.ts";
import { result } from "./result.ts";
import { callOf, defineTool } from "./tool.ts";

export interface OtherCall extends Call<"other"> {
  readonly details?: unknown;
}

const shortest = 120;

export const other = defineTool<OtherCall>({
  kind: "other",
  names: [],
  verb: "run",
  parse: (use, outcome, details) => ({
    ...callOf("other", use, outcome),
    ...(record(details) !== undefined ? { details } : {}),
  }),
  summary: (call) => firstWords(call.input),
  render: (call, view) => html`${view.json(call.input, "Input")}${result(call, view)}`,
});

/** The first short text of an input says most about the call. */
export function firstWords(input: unknown): string {
  if (typeof input === "string") return input.slice(0, shortest);
  for (const value of Object.values(record(input) ?? {})) {
    if (typeof value === "string" && value.trim() !== "")
      return value.trim().split("\n", 1)[0]?.slice(0, shortest) ?? "";
    if (typeof value === "number") return String(value);
  }
  return "";
}
