/** What an agent was asked, and its report as Markdown where it has given one. */

import { flag } from "../../src/log/fields.ts";
import { excerpt } from "../../src/text/format.ts";
import { html } from "../../src/text/html.ts";
import { type AgentCall, reportIn } from "../../src/tools/agent.ts";
import { inputOf, textOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { persistedNote, reminders, result } from "./result.ts";
import { rowLength, toolView } from "./view.ts";

export const agent = toolView<AgentCall>("agent", (call, view) => {
  const { description, subagentType, model, agentName, team, permissionMode, isolation } = call;
  const known = {
    ...{
      prompt: call.prompt,
      description,
      subagent_type: subagentType,
      model,
      run_in_background: flag(inputOf(call), "run_in_background"),
    },
    ...{ name: agentName, team_name: team, mode: permissionMode, isolation },
  };
  // The row has it, but for the end of a long one.
  const isWhole = description === undefined || excerpt(description, rowLength) === description;
  const head = html`${caption(
    isWhole ? undefined : `“${description}”`,
    subagentType,
    model,
    agentName === undefined ? undefined : `named ${agentName}`,
    team === undefined ? undefined : `team ${team}`,
    permissionMode === undefined ? undefined : `mode ${permissionMode}`,
    isolation === undefined ? undefined : `isolation ${isolation}`,
  )}${call.prompt === undefined ? "" : view.markdown(call.prompt)}${rest(call, known, view)}`;
  const answer = textOf(call.outcome);
  const isReport = call.outcome.state === "ok" && (call.status ?? "completed") === "completed";
  const { report, trailer = [] } = isReport ? reportIn(answer) : { report: answer };
  if (!isReport || report.trim() === "") return html`${head}${result(call, view)}`;
  return html`${head}${caption("Its report", persistedNote(call.outcome))}${view.markdown(report)}${caption(
    ...trailer,
  )}${reminders(call.outcome, view)}`;
});
