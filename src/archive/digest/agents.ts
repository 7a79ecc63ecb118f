/** Agents that somebody asked for: what for, how much they did, and their last word. */
import { anchor } from "../../address/anchor.ts";
import { lastWord } from "../../conversation/agent-sums.ts";
import type { SessionRecord } from "../../model/archive.ts";
import type { AgentDigest, EventDigest, SessionDigest } from "../../model/digest.ts";
import type { Agent, AgentId, Session, ToolUseId } from "../../model/session.ts";
import type { AgentCall } from "../../tools/agent.ts";
import { agentReports } from "./agent-reports.ts";
import { cut, most } from "./cut.ts";
import { isSaid } from "./turns.ts";
import type { Walk } from "./walk.ts";

export function agentDigests(session: Session, record: SessionRecord, walked: Walk): readonly AgentDigest[] {
  const { callerOf } = walked;
  const records = new Map(record.agents.map((agent) => [agent.id, agent]));
  const reportOf = agentReports(walked);
  const calls = agentCalls(walked);
  const nowhere = { turn: -1, order: Number.MAX_SAFE_INTEGER, anchor: anchor(session.turns[0]?.id ?? "") };
  const own = session.agents.flatMap((agent: Agent): AgentDigest[] => {
    if (agent.internal) return [];
    const about = records.get(agent.id);
    const { id, type, description, models, span } = agent;
    const words = lastWord(agent)?.markdown ?? reportOf(calls.get(agent.calledBy), id);
    return [
      {
        ...(callerOf(agent) ?? nowhere),
        id,
        ...(about === undefined ? {} : { key: about.key }),
        ...(type === undefined ? {} : { type }),
        ...(description === undefined ? {} : { description: cut(description, most.line).text }),
        models,
        calls: about?.calls ?? 0,
        failures: about?.failures ?? 0,
        ...(span === undefined ? {} : { span }),
        ...(words === undefined ? {} : { words: cut(words, most.said) }),
      },
    ];
  });
  const known = new Set(session.agents.map(({ calledBy }) => calledBy));
  return [...own, ...teammates(walked, known, reportOf)].sort((one, two) => one.order - two.order);
}

const agentCalls = ({ steps }: Walk): ReadonlyMap<ToolUseId | undefined, AgentCall> =>
  new Map(
    steps.flatMap(({ step }) =>
      step.kind === "call" && step.call.kind === "agent" ? [[step.call.id, step.call]] : [],
    ),
  );

/** Work that was given to somebody of whom the session has no log: a teammate, whose session is another one. */
function teammates(
  { steps }: Walk,
  known: ReadonlySet<ToolUseId | undefined>,
  reportOf: ReturnType<typeof agentReports>,
): readonly AgentDigest[] {
  return steps.flatMap(({ step, moment }): AgentDigest[] => {
    if (step.kind !== "call" || step.call.kind !== "agent" || moment.agent !== undefined || known.has(step.call.id))
      return [];
    const { agentId, agentName, subagentType, description, model, toolUses } = step.call;
    const type = agentName ?? subagentType;
    const words = reportOf(step.call, agentId);
    return [
      {
        ...moment,
        id: agentId ?? (step.call.id as unknown as AgentId),
        ...(type === undefined ? {} : { type }),
        ...(description === undefined ? {} : { description: cut(description, most.line).text }),
        models: model === undefined ? [] : [model],
        calls: toolUses ?? 0,
        failures: 0,
        ...(words === undefined ? {} : { words: cut(words, most.said) }),
      },
    ];
  });
}

export function eventDigests({ steps }: Walk): readonly EventDigest[] {
  return steps.flatMap(({ step, moment }): EventDigest[] => {
    if (moment.agent !== undefined || moment.isLeftBehind) return [];
    if (step.kind === "compaction") {
      if (step.micro) return [];
      const { trigger = "", tokensBefore, tokensAfter } = step;
      return [
        {
          ...moment,
          event: "compaction",
          text: trigger,
          ...(tokensBefore === undefined ? {} : { tokensBefore }),
          ...(tokensAfter === undefined ? {} : { tokensAfter }),
        },
      ];
    }
    if (step.kind !== "event" || (step.event !== "interrupted" && step.event !== "api-error")) return [];
    return [{ ...moment, event: step.event, text: cut(step.text, most.line).text }];
  });
}

export function lastWords({ steps }: Walk): SessionDigest["lastWords"] {
  const last = steps.findLast(({ step, moment }) => isSaid(step) && moment.agent === undefined && !moment.isLeftBehind);
  if (last === undefined || !isSaid(last.step)) return undefined;
  return { ...last.moment, words: cut(last.step.markdown, most.said) };
}
