/** The one place where a log is given to the agent that can read it. */
import type { CodingAgent } from "../model/coding-agent.ts";
import type { ReadFile } from "./provider.ts";
import { agentOf, providerOf } from "./providers.ts";

export const readFile: ReadFile = (file) => providerOf(file).read(file);

/** Of long lines only what counting takes, for agents whose logs can be read so. */
export const skimFile: ReadFile = (file) => {
  const { skim, read } = providerOf(file);
  return (skim ?? read)(file);
};

/** Keeps the logs that were read last, for agents whose logs only grow. */
export function growingFiles(): ReadFile {
  const readers = new Map<CodingAgent, ReadFile>();
  return (file) => {
    const agent = agentOf(file);
    const provider = providerOf(file);
    const reader = readers.get(agent) ?? provider.growing?.() ?? provider.read;
    readers.set(agent, reader);
    return reader(file);
  };
}
