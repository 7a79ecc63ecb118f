/** With what words an agent gives its work back. */

import { html } from "../../src/text/html.ts";
import type { SubagentHandbackCall } from "../../src/tools/subagent-handback.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const subagentHandback = toolView<SubagentHandbackCall>(
  "subagentHandback",
  (call, view) =>
    html`${view.markdown(call.message)}${rest(call, { message: call.message }, view)}${result(call, view)}`,
);
