/** ReadMcpResourceTool: one thing that an MCP server offers to read. Log example: {"name":"ReadMcpResourceTool","input":{"server":"linear","uri":"issue://TM-7"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface ReadMcpResourceCall extends Call<"readMcpResource"> {
  readonly uri: string;
  readonly server?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly readMcpResource: ReadMcpResourceCall;
  }
}

export const readMcpResource = defineTool<ReadMcpResourceCall>({
  kind: "readMcpResource",
  names: ["ReadMcpResourceTool", "ReadMcpResource"],
  verb: "reach",
  parse: (use, outcome) => {
    const uri = words(use.input, "uri");
    if (uri === undefined) return undefined;
    return { ...callOf("readMcpResource", use, outcome), uri, ...given({ server: words(use.input, "server") }) };
  },
  summary: (call) => (call.server === undefined ? call.uri : `${call.server} ${call.uri}`),
  facts: () => [{ text: "MCP", tone: "optional" }],
});
