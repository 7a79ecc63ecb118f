/** Agents, as the tool lists them. */

import { html } from "../../src/text/html.ts";
import type { ListAgentsCall } from "../../src/tools/list-agents.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const listAgents = toolView<ListAgentsCall>(
  "listAgents",
  (call, view) => html`${rest(call, {}, view)}${result(call, view)}`,
);
