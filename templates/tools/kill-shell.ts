/** The answer to the end of a shell. */

import { words } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import { type KillShellCall, shellKeys } from "../../src/tools/kill-shell.ts";
import { inputOf } from "../../src/tools/tool.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const killShell = toolView<KillShellCall>("killShell", (call, view) => {
  const key = shellKeys.find((each) => words(inputOf(call), each) === call.shellId) ?? "shell_id";
  return html`${rest(call, { [key]: call.shellId }, view)}${result(call, view)}`;
});
