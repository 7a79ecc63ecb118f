/** SlashCommand: the agent itself runs a slash command. Log example: {"name":"SlashCommand","input":{"command":"/review 12"}} */
import type { Call } from "../model.ts";
import { words } from "../read/fields.ts";
import { html } from "../render/html.ts";
import { firstLine } from "./format.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { callOf, defineTool } from "./tool.ts";

export interface SlashCommandCall extends Call<"slashCommand"> {
  readonly command: string;
}

export const slashCommand = defineTool<SlashCommandCall>({
  kind: "slashCommand",
  names: ["SlashCommand"],
  verb: "delegate",
  parse: (use, outcome) => {
    const command = words(use.input, "command");
    return command === undefined ? undefined : { ...callOf("slashCommand", use, outcome), command };
  },
  summary: (call) => firstLine(call.command),
  render: (call, view) =>
    html`${firstLine(call.command) === call.command ? "" : view.code(call.command, { label: "Command" })}${rest(
      call,
      { command: call.command },
      view,
    )}${result(call, view)}`,
});
