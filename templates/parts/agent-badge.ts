/** Which program a session was held with: a word, never a logo or a colour. */

import { type CodingAgent, codingAgentNames, codingAgents } from "../../src/model/coding-agent.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";

/** The name of the coding agent of a session; it gets the agent. Nothing for Claude Code. */
export const agentBadge = part(
  "agentBadge",
  (agent: CodingAgent): SafeHtml =>
    agent === codingAgents[0] ? html`` : html`<span class="badge">${codingAgentNames[agent]}</span>`,
);

/** "Claude Code session", or "session" where there are others among them. */
export function sessionWord(sessions: readonly { readonly agent: CodingAgent }[], word = "session"): string {
  const [first] = sessions;
  const isOne = first !== undefined && sessions.every(({ agent }) => agent === first.agent);
  return isOne ? `${codingAgentNames[first.agent]} ${word}` : word;
}
