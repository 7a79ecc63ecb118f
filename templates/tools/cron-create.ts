/** A schedule and the prompt that it brings back. */

import { flag } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import type { CronCreateCall } from "../../src/tools/cron-create.ts";
import { inputOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const cronCreate = toolView<CronCreateCall>(
  "cronCreate",
  (call, view) =>
    html`${caption(call.cron)}${call.prompt === undefined ? "" : view.markdown(call.prompt)}${rest(
      call,
      { cron: call.cron, prompt: call.prompt, recurring: flag(inputOf(call), "recurring") },
      view,
    )}${result(call, view)}`,
);
