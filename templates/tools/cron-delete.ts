/** The answer to the end of a schedule. */

import { html } from "../../src/text/html.ts";
import type { CronDeleteCall } from "../../src/tools/cron-delete.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const cronDelete = toolView<CronDeleteCall>(
  "cronDelete",
  (call, view) => html`${rest(call, { id: call.cronId }, view)}${result(call, view)}`,
);
