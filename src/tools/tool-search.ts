/** ToolSearch: the agent looks for tools that were not loaded. Log example: {"name":"ToolSearch","input":{"query":"select:TaskCreate","max_results":2}} */

import { number, words } from "../log/fields.ts";
import type { Call, Outcome } from "../model/session.ts";
import { count } from "../text/format.ts";
import { given, texts } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface ToolSearchCall extends Call<"toolSearch"> {
  readonly query: string;
  readonly maxResults?: number;
  readonly matches?: readonly string[];
  /** How many tools there were to choose from. */
  readonly total?: number;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly toolSearch: ToolSearchCall;
  }
}

export const toolSearch = defineTool<ToolSearchCall>({
  kind: "toolSearch",
  names: ["ToolSearch"],
  verb: "look",
  parse: (use, outcome, details) => {
    const query = words(use.input, "query");
    if (query === undefined) return undefined;
    const matches = texts(details, "matches");
    return {
      ...callOf("toolSearch", use, withoutReferences(outcome, matches ?? [])),
      query,
      ...given({
        maxResults: number(use.input, "max_results"),
        matches,
        total: number(details, "total_deferred_tools"),
      }),
    };
  },
  summary: (call) => call.query,
  facts: (call) => (call.matches === undefined ? [] : [{ text: count(call.matches.length, "tool") }]),
});

/** The result names each match once more: {"type":"tool_reference","tool_name":"TaskCreate"}. */
function withoutReferences(outcome: Outcome, matches: readonly string[]): Outcome {
  if (outcome.state === "none" || outcome.parts === undefined) return outcome;
  const { parts, ...rest } = outcome;
  const others = parts.filter(
    (part) => words(part, "type") !== "tool_reference" || !matches.includes(words(part, "tool_name") ?? ""),
  );
  return others.length === 0 ? rest : { ...rest, parts: others };
}
