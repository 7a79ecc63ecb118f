/** What keeps the names of two agents apart. */
import { type CodingAgent, codingAgents } from "../../model/coding-agent.ts";

/** Hand-made ids of two agents may be alike; the first agent's names have none, as they were before there were others. */
export const agentMark = (agent: CodingAgent): string => (agent === codingAgents[0] ? "" : `${agent} `);

/** A message as the archive counts it. */
export const messageName = (agent: CodingAgent, key: string): string => `${agentMark(agent)}${key}`;
