/** SlashCommand: the agent itself runs a slash command. Log example: {"name":"SlashCommand","input":{"command":"/review 12"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { firstLine } from "../text/format.ts";
import { callOf, defineTool } from "./tool.ts";

export interface SlashCommandCall extends Call<"slashCommand"> {
  readonly command: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly slashCommand: SlashCommandCall;
  }
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
});
