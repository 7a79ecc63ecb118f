/** When the agent wants to be called again, and with what words. */

import { number } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import type { ScheduleWakeupCall } from "../../src/tools/schedule-wakeup.ts";
import { inputOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const scheduleWakeup = toolView<ScheduleWakeupCall>(
  "scheduleWakeup",
  (call, view) =>
    html`${caption(call.stop && "no more", call.reason)}${call.prompt === undefined ? "" : view.markdown(call.prompt)}${rest(
      call,
      {
        delaySeconds: number(inputOf(call), "delaySeconds"),
        reason: call.reason,
        prompt: call.prompt,
        stop: call.stop,
      },
      view,
    )}${result(call, view)}`,
);
