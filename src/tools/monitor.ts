/** Monitor: a command in the background whose lines come back as they are printed. Log example: {"name":"Monitor","input":{"command":"tail -f feed.log","description":"feed errors","timeout_ms":60000}} */

import { flag, number, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { longDuration } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface MonitorCall extends Call<"monitor"> {
  readonly command: string;
  readonly description?: string;
  readonly timeoutMs?: number;
  /** Runs until the session ends. */
  readonly persistent?: true;
  readonly taskId?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly monitor: MonitorCall;
  }
}

export const monitor = defineTool<MonitorCall>({
  kind: "monitor",
  names: ["Monitor"],
  verb: "run",
  parse: (use, outcome, details) => {
    const command = words(use.input, "command");
    if (command === undefined) return undefined;
    return {
      ...callOf("monitor", use, outcome),
      command,
      ...given({
        description: words(use.input, "description"),
        timeoutMs: number(use.input, "timeout_ms"),
        persistent: flag(use.input, "persistent") || undefined,
        taskId: words(details, "taskId"),
      }),
    };
  },
  summary: (call) => call.description ?? call.command,
  facts: (call) => [
    ...(call.timeoutMs === undefined || call.persistent
      ? []
      : [{ text: `at most ${longDuration(call.timeoutMs)}`, tone: "optional" as const }]),
    { text: call.persistent ? "until the session ends" : "background" },
  ],
});
