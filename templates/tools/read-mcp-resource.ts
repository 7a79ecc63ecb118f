/** A resource, as the server gives it. */

import { html } from "../../src/text/html.ts";
import type { ReadMcpResourceCall } from "../../src/tools/read-mcp-resource.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const readMcpResource = toolView<ReadMcpResourceCall>(
  "readMcpResource",
  (call, view) => html`${rest(call, { server: call.server, uri: call.uri }, view)}${result(call, view)}`,
);
