/** Every coding agent whose logs are read, in the order in which their sessions are listed. */
import type { CodingAgent } from "../model/coding-agent.ts";
import { claudeCode } from "./claude-code/index.ts";
import { codex } from "./codex/index.ts";
import { copilot } from "./copilot/index.ts";
import type { LogFile } from "./discover.ts";
import { gemini } from "./gemini/index.ts";
import { openCode } from "./opencode/index.ts";
import { pi } from "./pi/index.ts";
import type { Provider } from "./provider.ts";

export const providers: readonly Provider[] = [claudeCode, codex, gemini, copilot, openCode, pi];

const byAgent = new Map<CodingAgent, Provider>(providers.map((provider) => [provider.agent, provider]));

export const agentOf = ({ agent = "claude-code" }: Pick<LogFile, "agent">): CodingAgent => agent;

export function providerOf(file: Pick<LogFile, "agent">): Provider {
  const found = byAgent.get(agentOf(file));
  if (found === undefined) throw new Error(`No provider for ${file.agent}`);
  return found;
}

export const providerFor = (agent: CodingAgent): Provider | undefined => byAgent.get(agent);
