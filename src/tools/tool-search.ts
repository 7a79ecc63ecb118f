/** ToolSearch: the agent looks for tools that were not loaded. Log example: {"name":"ToolSearch","input":{"query":"select:TaskCreate","max_results":2}} */
import type { Call } from "../model.ts";
import { number, words } from "../read/fields.ts";
import { html } from "../render/html.ts";
import { caption } from "./caption.ts";
import { count, figure } from "./format.ts";
import { given, texts } from "./given.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { callOf, defineTool } from "./tool.ts";

export interface ToolSearchCall extends Call<"toolSearch"> {
  readonly query: string;
  readonly maxResults?: number;
  readonly matches?: readonly string[];
  /** How many tools there were to choose from. */
  readonly total?: number;
}

export const toolSearch = defineTool<ToolSearchCall>({
  kind: "toolSearch",
  names: ["ToolSearch"],
  verb: "look",
  parse: (use, outcome, details) => {
    const query = words(use.input, "query");
    if (query === undefined) return undefined;
    return {
      ...callOf("toolSearch", use, outcome),
      query,
      ...given({
        maxResults: number(use.input, "max_results"),
        matches: texts(details, "matches"),
        total: number(details, "total_deferred_tools"),
      }),
    };
  },
  summary: (call) => call.query,
  facts: (call) => (call.matches === undefined ? [] : [{ text: count(call.matches.length, "tool") }]),
  render: (call, view) =>
    html`${caption(
      call.maxResults === undefined ? undefined : `at most ${figure(call.maxResults)}`,
      call.total === undefined ? undefined : `out of ${count(call.total, "tool")}`,
    )}${call.matches === undefined ? "" : html`<ul>${call.matches.map((name) => html`<li>${name}</li>`)}</ul>`}${rest(
      call,
      { query: call.query, max_results: call.maxResults },
      view,
    )}${result(call, view, { shown: (call.matches ?? []).join("\n") })}`,
});
