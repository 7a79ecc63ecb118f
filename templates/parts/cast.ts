/** The subagents of a session, and which of them the page has shown. */
import type { Agent, AgentId, ToolUseId } from "../../src/model/session.ts";

export class Cast {
  readonly #byId = new Map<AgentId, Agent>();
  readonly #byCall = new Map<ToolUseId, Agent[]>();
  readonly #shown = new Set<AgentId>();

  constructor(agents: readonly Agent[]) {
    this.#add(agents);
  }

  #add(agents: readonly Agent[]): void {
    for (const agent of agents) {
      this.#byId.set(agent.id, agent);
      if (agent.calledBy !== undefined)
        this.#byCall.set(agent.calledBy, [...(this.#byCall.get(agent.calledBy) ?? []), agent]);
      this.#add(agent.agents);
    }
  }

  /** The agents that a call started, a workflow several; each is shown once. */
  enter(call: ToolUseId, id: AgentId | undefined): readonly Agent[] {
    const named = id === undefined ? undefined : this.#byId.get(id);
    const called = this.#byCall.get(call) ?? [];
    const all = named === undefined || called.includes(named) ? called : [named, ...called];
    const fresh = all.filter((agent) => !this.#shown.has(agent.id));
    for (const agent of fresh) this.#shown.add(agent.id);
    return fresh;
  }

  /** Those that no call on the page led to. */
  others(agents: readonly Agent[]): readonly Agent[] {
    return agents.filter((agent) => !this.#shown.has(agent.id));
  }
}
