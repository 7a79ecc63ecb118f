/** Task, since 2.1.8x Agent: work given to another agent. Log example: {"name":"Task","input":{"description":"Find callers","prompt":"Who calls eventUid?","subagent_type":"Explore"}} */

import { flag, number, words } from "../log/fields.ts";
import type { AgentId, Call } from "../model/session.ts";
import { count, firstLine, longDuration } from "../text/format.ts";
import { agentTotals } from "./agent-totals.ts";
import { given } from "./given.ts";
import { callOf, defineTool, type Fact } from "./tool.ts";

export interface AgentCall extends Call<"agent"> {
  /** Missing in a call that the client then refused. */
  readonly prompt?: string;
  readonly description?: string;
  readonly subagentType?: string;
  readonly model?: string;
  readonly background?: true;
  /** A teammate's name and team. */
  readonly agentName?: string;
  readonly team?: string;
  readonly permissionMode?: string;
  readonly isolation?: string;
  readonly agentId?: AgentId;
  /** "completed", "async_launched", "teammate_spawned". */
  readonly status?: string;
  readonly tokens?: number;
  readonly toolUses?: number;
  readonly durationMs?: number;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly agent: AgentCall;
  }
}

export const agent = defineTool<AgentCall>({
  kind: "agent",
  names: ["Task", "Agent"],
  verb: "delegate",
  parse: (use, outcome, details) => {
    const prompt = words(use.input, "prompt");
    const description = words(use.input, "description");
    if (prompt === undefined && description === undefined) return undefined;
    const answer = outcome.state === "ok" ? outcome.text : "";
    const id = words(details, "agentId") ?? words(details, "agent_id") ?? idIn(answer);
    return {
      ...callOf("agent", use, outcome),
      ...given({
        prompt,
        description,
        subagentType: words(use.input, "subagent_type"),
        model: words(use.input, "model"),
        background: flag(use.input, "run_in_background") || flag(details, "isAsync") || undefined,
        agentName: words(use.input, "name"),
        team: words(use.input, "team_name"),
        permissionMode: words(use.input, "mode"),
        isolation: words(use.input, "isolation"),
        agentId: id as AgentId | undefined,
        status: words(details, "status"),
        tokens: number(details, "totalTokens") ?? totalIn(answer, "total_tokens"),
        toolUses: number(details, "totalToolUseCount") ?? totalIn(answer, "tool_uses"),
        durationMs: number(details, "totalDurationMs") ?? totalIn(answer, "duration_ms"),
      }),
    };
  },
  summary: (call) => call.description ?? firstLine(call.prompt ?? ""),
  facts: (call) => {
    const facts: Fact[] = [];
    if (call.subagentType !== undefined) facts.push({ text: call.subagentType, tone: "optional" });
    if (call.model !== undefined) facts.push({ text: call.model, tone: "optional" });
    if (call.tokens !== undefined) facts.push({ text: count(call.tokens, "token"), tone: "optional" });
    if (call.toolUses !== undefined) facts.push({ text: count(call.toolUses, "call"), tone: "optional" });
    if (call.background) facts.push({ text: "background" });
    if (call.durationMs !== undefined) facts.push({ text: longDuration(call.durationMs) });
    return facts;
  },
});

/** An agent's report, and what the client writes beneath it: how to go on with the agent, and its totals. */
export function reportIn(answer: string): { readonly report: string; readonly trailer?: readonly string[] } {
  const found = /(?:^|\n)(agentId: \S+[^\n]*)(?:\n<usage>([\s\S]*?)(?:<\/usage>)?)?\s*$/.exec(answer);
  if (found === null) return { report: answer };
  const [, id = "", usage = ""] = found;
  return { report: answer.slice(0, found.index), trailer: [id, ...(usage === "" ? [] : [agentTotals(usage)])] };
}

function idIn(answer: string): string | undefined {
  return /(?:^|\n)agent_?[iI]d: (\S+)/.exec(answer)?.[1];
}

function totalIn(answer: string, name: string): number | undefined {
  const found = new RegExp(`\\b${name}: (\\d+)`).exec(/<usage>[\s\S]*$/.exec(answer)?.[0] ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}
