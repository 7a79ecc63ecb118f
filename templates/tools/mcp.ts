/** Server and tool by name, their input as JSON, the result as it stands. */

import { html } from "../../src/text/html.ts";
import type { McpCall } from "../../src/tools/mcp.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const mcp = toolView<McpCall>(
  "mcp",
  (call, view) =>
    html`${caption(`MCP server ${call.server}, tool ${call.tool}`)}${rest(call, {}, view)}${result(call, view)}`,
);
