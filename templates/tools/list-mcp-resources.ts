/** Resources, as the server lists them. */

import { html } from "../../src/text/html.ts";
import type { ListMcpResourcesCall } from "../../src/tools/list-mcp-resources.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const listMcpResources = toolView<ListMcpResourcesCall>(
  "listMcpResources",
  (call, view) => html`${rest(call, { server: call.server }, view)}${result(call, view)}`,
);
