/** The answer to a change of mode. */

import { html } from "../../src/text/html.ts";
import type { EnterPlanModeCall } from "../../src/tools/enter-plan-mode.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const enterPlanMode = toolView<EnterPlanModeCall>(
  "enterPlanMode",
  (call, view) => html`${rest(call, {}, view)}${result(call, view)}`,
);
