/** RunScript: a script that calls tools itself, Codex's code mode. Log example: {"name":"exec","input":"const r = await tools.exec_command({cmd:\"ls\"});\ntext(r.output);"} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count, firstLine } from "../text/format.ts";
import { given, texts } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface RunScriptCall extends Call<"runScript"> {
  readonly code: string;
  /** Commands that stand in the script as plain texts. */
  readonly commands?: readonly string[];
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly runScript: RunScriptCall;
  }
}

export const runScript = defineTool<RunScriptCall>({
  kind: "runScript",
  names: ["RunScript"],
  verb: "run",
  parse: (use, outcome) => {
    const code = words(use.input, "code");
    if (code === undefined) return undefined;
    const commands = texts(use.input, "commands");
    return {
      ...callOf("runScript", use, outcome),
      code,
      ...given({ commands: commands?.length === 0 ? undefined : commands }),
    };
  },
  summary: ({ code, commands }) => firstLine(commands?.[0] ?? code.trim()),
  facts: ({ commands = [] }) => (commands.length > 1 ? [{ text: count(commands.length, "command") }] : []),
});
