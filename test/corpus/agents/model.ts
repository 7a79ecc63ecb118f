/** The same figures of the model: what pages show of a session, its agents and other versions included. */
import { readSession } from "../../../src/archive/read-session.ts";
import { findLogs } from "../../../src/log/find-logs.ts";
import { groupSessions } from "../../../src/log/session-files.ts";
import type { Agent, Prompt, Session, Turn } from "../../../src/model/session.ts";
import { addTokens, type Counted, nothing } from "./counted.ts";

export function modelled(home: string): Map<string, Counted> {
  const found = new Map<string, Counted>();
  for (const files of groupSessions(findLogs([home]).files)) {
    const into = nothing();
    const { session } = readSession(files);
    add(session.turns, into, false);
    for (const agent of session.agents) addAgent(agent, into);
    addUsage(session.usage, into);
    found.set(files.loggedId ?? session.id, into);
  }
  return found;
}

function addAgent(agent: Agent, into: Counted): void {
  add(agent.turns, into, true);
  for (const inner of agent.agents) addAgent(inner, into);
}

function add(turns: readonly Turn[], into: Counted, isAgent: boolean): void {
  const next = (what: string): unknown => isAgent || into.order.push(what);
  for (const { prompt, steps, otherVersions = [] } of turns) {
    for (const version of otherVersions) add(version, into, isAgent);
    const typed = typedIn(prompt);
    if (typed !== undefined && !isAgent) {
      into.prompts.push(typed);
      next(`prompt ${typed}`);
    }
    for (const step of steps) {
      if (step.kind === "text") {
        into.texts.push(step.markdown.trim());
        next(`text ${step.markdown.trim()}`);
      } else if (step.kind === "call" || (step.kind === "plan" && step.plan.call !== undefined)) {
        const name = step.kind === "call" ? step.call.name : "exit_plan_mode";
        const outcome = step.kind === "call" ? step.call.outcome : step.plan.outcome;
        into.calls.push(name);
        next(`call ${name}`);
        if (outcome !== undefined && outcome.state !== "none") into.results.push(name);
      } else if (step.kind === "orphan-result") into.results.push("no call");
    }
  }
}

function typedIn(prompt: Prompt): string | undefined {
  if (prompt.kind === "command") return `${prompt.name} ${prompt.args}`.trim();
  if (prompt.kind === "shell") return prompt.command;
  if (prompt.kind !== "said") return undefined;
  return prompt.blocks
    .flatMap((block) => (block.kind === "text" ? [block.markdown] : []))
    .join("\n")
    .trim();
}

function addUsage(usage: Session["usage"], { tokens }: Counted): void {
  for (const { model, input, output, cacheRead, cacheWrite5m, cacheWrite1h, known } of usage)
    if (known !== "none")
      addTokens(tokens, known === "output-only" ? "output only" : model, [
        input,
        output,
        cacheRead,
        cacheWrite5m + cacheWrite1h,
      ]);
}
