/** A script that calls tools, as code, and what it gave back. */

import { html } from "../../src/text/html.ts";
import type { RunScriptCall } from "../../src/tools/run-script.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const runScript = toolView<RunScriptCall>(
  "runScript",
  (call, view) =>
    html`${view.code(call.code, { language: "javascript", label: "Script" })}${
      call.commands === undefined || isInRow(call.commands)
        ? ""
        : view.code(call.commands.join("\n"), { language: "bash", label: "Commands in it" })
    }${rest(call, { code: call.code, commands: call.commands }, view)}${result(call, view)}`,
);

/** One short command stands in the row. */
const isInRow = (commands: readonly string[]): boolean =>
  commands.length === 1 && (commands[0]?.length ?? 0) <= 120 && !/[\n\t]/.test(commands[0] ?? "");
