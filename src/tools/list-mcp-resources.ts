/** ListMcpResourcesTool: what MCP servers offer to read. Log example: {"name":"ListMcpResourcesTool","input":{"server":"linear"}} */
import type { Call } from "../model.ts";
import { words } from "../read/fields.ts";
import { html } from "../render/html.ts";
import { given } from "./given.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { callOf, defineTool } from "./tool.ts";

export interface ListMcpResourcesCall extends Call<"listMcpResources"> {
  readonly server?: string;
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
  render: (call, view) => html`${rest(call, { server: call.server }, view)}${result(call, view)}`,
});
