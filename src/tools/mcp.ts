/** mcp__server__tool: a tool of an MCP server. Log example: {"name":"mcp__sentry__search_issues","input":{"query":"feed 304"}} */
import type { Call } from "../model/session.ts";
import { firstWords } from "./other.ts";
import { callOf, defineTool } from "./tool.ts";

export interface McpCall extends Call<"mcp"> {
  readonly server: string;
  readonly tool: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly mcp: McpCall;
  }
}

export const mcp = defineTool<McpCall>({
  kind: "mcp",
  names: [],
  matches: (name) => parts(name) !== undefined,
  verb: "reach",
  parse: (use, outcome) => {
    const found = parts(use.name);
    return found === undefined ? undefined : { ...callOf("mcp", use, outcome), ...found };
  },
  label: (call) => call.server,
  summary: (call) => {
    const asked = firstWords(call.input);
    return asked === "" ? call.tool : `${call.tool} “${asked}”`;
  },
  facts: () => [{ text: "MCP", tone: "optional" }],
});

function parts(name: string): Pick<McpCall, "server" | "tool"> | undefined {
  const found = /^mcp__(.+?)__(.+)$/s.exec(name);
  return found?.[1] === undefined || found[2] === undefined ? undefined : { server: found[1], tool: found[2] };
}
