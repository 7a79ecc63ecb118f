/** ListMcpResourcesTool: what MCP servers offer to read. Log example: {"name":"ListMcpResourcesTool","input":{"server":"linear"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface ListMcpResourcesCall extends Call<"listMcpResources"> {
  readonly server?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly listMcpResources: ListMcpResourcesCall;
  }
}

export const listMcpResources = defineTool<ListMcpResourcesCall>({
  kind: "listMcpResources",
  names: ["ListMcpResourcesTool", "ListMcpResources"],
  verb: "reach",
  parse: (use, outcome) => ({
    ...callOf("listMcpResources", use, outcome),
    ...given({ server: words(use.input, "server") }),
  }),
  summary: (call) => call.server ?? "",
  facts: () => [{ text: "MCP", tone: "optional" }],
});
