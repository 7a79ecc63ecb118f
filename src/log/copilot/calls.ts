/** Calls and their results: asked for in an answer, started and completed in events of their own, joined by id. */
import type { ToolUseId } from "../../model/session.ts";
import type { ResultBlock, UseBlock } from "../entries/content.ts";
import { type Json, list, text, words } from "../fields.ts";
import { argumentsOf, type CopilotEvent, type Join } from "./events.ts";
import { detailsOf, resultOf } from "./results.ts";
import { sameTool } from "./tools.ts";

export interface PlanFile {
  readonly text: string;
  readonly file: string;
}

export class Calls {
  readonly #join: Join;
  readonly #plan: PlanFile | undefined;
  /** The last call that proposes the plan: only of that one the file has the text. */
  readonly #lastPlan: string | undefined;
  /** Each call so far, with what it means. */
  readonly #known = new Map<string, UseBlock["as"]>();

  constructor(joined: Join, events: readonly CopilotEvent[], plan: PlanFile | undefined) {
    this.#join = joined;
    this.#plan = plan;
    this.#lastPlan = events.flatMap(({ data }) => planCalls(data)).at(-1);
  }

  get isPlanProposed(): boolean {
    return this.#lastPlan !== undefined;
  }

  /** Nothing where the call stood before. `fallback`: its id, where the log has none. */
  use(request: unknown, fallback: string): readonly UseBlock[] {
    const id = words(request, "toolCallId") ?? fallback;
    if (this.#known.has(id)) return [];
    const start = this.#join.starts.get(id)?.data;
    const own = argumentsOf(request);
    const isEmpty = typeof own === "object" && own !== null && Object.keys(own).length === 0;
    const input = isEmpty && start !== undefined ? argumentsOf(start) : own;
    const name = words(request, "name") ?? words(request, "toolName") ?? words(start, "toolName") ?? "unknown";
    const server = words(request, "mcpServerName") ?? words(start, "mcpServerName");
    const tool = words(start, "mcpToolName") ?? words(request, "mcpToolName");
    const as = this.#withPlan(sameTool(name, input, server, tool), id);
    this.#known.set(id, as);
    return [{ kind: "use", id: id as ToolUseId, name, input, ...(as === undefined ? {} : { as }) }];
  }

  #withPlan(as: UseBlock["as"], id: string): UseBlock["as"] {
    if (as?.name !== "ExitPlanMode" || this.#plan === undefined || id !== this.#lastPlan) return as;
    return { name: as.name, input: { plan: this.#plan.text, planFilePath: this.#plan.file } };
  }

  result({ data, id: event }: CopilotEvent): { readonly block: ResultBlock; readonly details: unknown } {
    const id = words(data, "toolCallId") ?? `${event}-call`;
    const as = this.#known.get(id);
    return {
      block: resultOf(data, id as ToolUseId, this.#join.permissions.get(id), as?.name),
      details: detailsOf(data, as, id, this.#join.agents.get(id)),
    };
  }
}

function planCalls(data: Json): readonly string[] {
  const own = words(data, "toolName") === "exit_plan_mode" ? [text(data, "toolCallId") ?? ""] : [];
  const requests = (list(data, "toolRequests") ?? []).filter((request) => words(request, "name") === "exit_plan_mode");
  return [...own, ...requests.map((request) => text(request, "toolCallId") ?? "")];
}
