/** Schedules, as the tool lists them. */

import { html } from "../../src/text/html.ts";
import type { CronListCall } from "../../src/tools/cron-list.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const cronList = toolView<CronListCall>(
  "cronList",
  (call, view) => html`${rest(call, {}, view)}${result(call, view)}`,
);
