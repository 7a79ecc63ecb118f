/** The subagents of a session, and which of them the page has shown. */
import type { Agent, AgentId, ToolUseId } from "../model.ts";

export class Cast {
  readonly #byId = new Map<AgentId, Agent>();
  readonly #byCall = new Map<ToolUseId, Agent>();
  readonly #shown = new Set<AgentId>();

  constructor(agents: readonly Agent[]) {
    this.#add(agents);
  }

  #add(agents: readonly Agent[]): void {
    for (const agent of agents) {
      this.#byId.set(agent.id, agent);
      if (agent.calledBy !== undefined && !this.#byCall.has(agent.calledBy)) this.#byCall.set(agent.calledBy, agent);
      this.#add(agent.agents);
    }
  }

  /** The agent that a call started; each is shown once. */
  enter(call: ToolUseId, id: AgentId | undefined): Agent | undefined {
    const agent = (id === undefined ? undefined : this.#byId.get(id)) ?? this.#byCall.get(call);
    if (agent === undefined || this.#shown.has(agent.id)) return undefined;
    this.#show(agent);
    return agent;
  }

  #show(agent: Agent): void {
    this.#shown.add(agent.id);
  }

  /** Those that no call on the page led to. */
  others(agents: readonly Agent[]): readonly Agent[] {
    return agents.filter((agent) => !this.#shown.has(agent.id));
  }
}
