/** What was to be done, and the result. */

import { html } from "../../src/text/html.ts";
import type { RemoteTriggerCall } from "../../src/tools/remote-trigger.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const remoteTrigger = toolView<RemoteTriggerCall>(
  "remoteTrigger",
  (call, view) =>
    html`${caption(call.action, call.trigger)}${rest(call, { action: call.action, trigger_id: call.trigger }, view)}${result(call, view)}`,
);
