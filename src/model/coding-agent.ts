/** The program that a session was held with. "Agent" alone is what such a program sends off by itself. */
export const codingAgents = ["claude-code", "codex", "gemini", "copilot", "opencode", "pi"] as const;

export type CodingAgent = (typeof codingAgents)[number];

/** As people call it. */
export const codingAgentNames: Readonly<Record<CodingAgent, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  copilot: "Copilot CLI",
  opencode: "OpenCode",
  pi: "Pi",
};

/** As people may write it: "claude", "Gemini CLI", "open-code". */
export function codingAgentOf(name: string): CodingAgent | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]|cli$/g, "");
  return codingAgents.find(
    (agent) =>
      plain(agent) === plain(name) || plain(codingAgentNames[agent]) === plain(name) || agent === `${name}-code`,
  );
}
