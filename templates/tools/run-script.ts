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
      call.commands === undefined
        ? ""
        : view.code(call.commands.join("\n"), { language: "bash", label: "Commands in it" })
    }${rest(call, { code: call.code, commands: call.commands }, view)}${result(call, view)}`,
);
