/** A command and its output; the two streams apart where the log has them. */

import { flag } from "../../src/log/fields.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import type { BashCall } from "../../src/tools/bash.ts";
import { inputOf, textOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { covers } from "./covers.ts";
import { rest } from "./rest.ts";
import { persistedNote, reminders, result } from "./result.ts";
import { toolView, type View } from "./view.ts";

export const bash = toolView<BashCall>("bash", (call, view) => {
  const { command, description, timeoutMs, background } = call;
  const known = {
    command,
    description,
    timeout: timeoutMs,
    run_in_background: flag(inputOf(call), "run_in_background"),
  };
  const head = html`${caption(
    description === undefined ? undefined : `“${description}”`,
    background?.task === undefined ? undefined : `task ${background.task}`,
  )}${
    isInRow(command)
      ? ""
      : view.code(command, { language: call.name === "PowerShell" ? "powershell" : "bash", label: "Command" })
  }${rest(call, known, view)}`;
  const answer = textOf(call.outcome);
  const note = persistedNote(call.outcome);
  const [stdout, stderr] = [call.stdout ?? "", call.stderr ?? ""];
  // A command that failed answers with both streams in one text; so does one that says more than it printed.
  const isSplit = stdout + stderr !== "" && !(covers(answer, `${stdout}\n${stderr}`) && stderr === "");
  if (!isSplit) {
    const isFailedCommand = call.exitCode !== undefined && answer.trim() !== "";
    return html`${head}${isFailedCommand ? html`${caption(note)}${view.output(answer)}${reminders(call.outcome, view)}` : result(call, view)}`;
  }
  return html`${head}${caption(note)}${stdout.trim() === "" ? "" : view.output(stdout)}${
    stderr.trim() === "" ? "" : html`${caption("stderr")}${view.output(stderr, { error: true })}`
  }${covers(`${stdout}\n${stderr}`, answer, note !== undefined) ? "" : whole(call, answer, view)}${reminders(call.outcome, view)}`;
});

/** The row says a short command in full. */
const isInRow = (command: string): boolean => command.length <= 120 && !/^\s|\s$|\s\s|[\n\t]/.test(command);

/** Other agents put the streams into a text of their own, with the number of the process and the like. */
const whole = (call: BashCall, answer: string, view: View): SafeHtml =>
  call.as === undefined
    ? view.output(answer)
    : html`<details class="logged"><summary>The answer as logged</summary>${view.output(answer)}</details>`;
