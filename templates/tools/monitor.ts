/** A command that is watched in the background. */

import { html } from "../../src/text/html.ts";
import type { MonitorCall } from "../../src/tools/monitor.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const monitor = toolView<MonitorCall>(
  "monitor",
  (call, view) =>
    html`${caption(
      call.description === undefined ? undefined : `“${call.description}”`,
      call.taskId === undefined ? undefined : `task ${call.taskId}`,
    )}${view.code(call.command, { language: "bash", label: "Command" })}${rest(
      call,
      {
        command: call.command,
        description: call.description,
        timeout_ms: call.timeoutMs,
        persistent: call.persistent,
      },
      view,
    )}${result(call, view)}`,
);
