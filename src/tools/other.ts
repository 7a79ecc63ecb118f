/** Any tool we do not know: its name, its input and its result, as they are. Log example: {"name":"FailingTool","input":{"x":1}} */

import { object, record, text } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { callOf, defineTool } from "./tool.ts";

export interface OtherCall extends Call<"other"> {
  readonly details?: unknown;
}

const shortest = 120;

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly other: OtherCall;
  }
}

export const other = defineTool<OtherCall>({
  kind: "other",
  names: [],
  verb: "run",
  parse: (use, outcome, details) => ({
    ...callOf("other", use, outcome),
    ...(record(details) !== undefined ? { details } : {}),
  }),
  summary: (call) => firstWords(unparsed(call.input) ?? call.input),
});

/** `{"__unparsedToolInput":{"raw":"{\"file_path\": …","len":812}}`: an input that breaks off, or is no JSON. */
export function unparsed(input: unknown): string | undefined {
  return text(object(input, "__unparsedToolInput"), "raw");
}

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
