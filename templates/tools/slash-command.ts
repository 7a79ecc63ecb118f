/** A command that the agent typed, and its result. */

import { firstLine } from "../../src/text/format.ts";
import { html } from "../../src/text/html.ts";
import type { SlashCommandCall } from "../../src/tools/slash-command.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const slashCommand = toolView<SlashCommandCall>(
  "slashCommand",
  (call, view) =>
    html`${firstLine(call.command) === call.command ? "" : view.code(call.command, { label: "Command" })}${rest(
      call,
      { command: call.command },
      view,
    )}${result(call, view)}`,
);
