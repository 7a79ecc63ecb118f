/**
 * What each coding agent's folder gives: where its logs are, and how one becomes entries. From there on nothing asks
 * which agent wrote them. Adding an agent is a folder beside this file, a name in src/model/coding-agent.ts and a row in
 * providers.ts. docs/agents.md has the whole of it.
 *
 * Rules that make the rest of the house work for every agent:
 * - The id of an entry is what stays the same when the agent copies it into another log (a fork, a resumed session), and
 *   so is its time, or `copyKey` where the agent writes new times: copies are then shown and counted once, by what Claude
 *   Code's logs need anyway.
 * - A call that means the same as one of ours says so (`as` of its block) and keeps its own name and input.
 * - A text that a person typed is `isVerbatim`, a result says how it `ended`: else both are read as Claude Code's.
 */
import type { CodingAgent } from "../model/coding-agent.ts";
import type { Discovery, LogFile } from "./discover.ts";
import type { Parsed } from "./entries/parse.ts";

/** Never throws for what a log holds: a line or row that cannot be read is a diagnostic. */
export type ReadFile = (file: LogFile) => Parsed;

export interface Provider {
  readonly agent: CodingAgent;
  /** Folders that hold its logs on this machine, by its own environment variables and places; they need not exist. */
  readonly usualFolders: (machine: Machine) => readonly string[];
  /** The folder of its logs where `folder` is a home folder or the agent's own: `~`, `~/.codex`. It gives itself. */
  readonly folderIn: (folder: string) => string | undefined;
  /** Whether a file that was named by itself, or found in a folder of logs, is one of its own. A look at name and beginning. */
  readonly isLog: (path: string) => boolean;
  /** All logs below a folder, or the named log with what belongs to it. Never throws. */
  readonly discover: (root: string) => Discovery;
  readonly read: ReadFile;
  /** The same for those who only count, where that is quicker. It may throw `LeftOut`: then the whole is read. */
  readonly skim?: ReadFile;
  /** For logs that are read again and again while they are written; what it gives remembers what it read. */
  readonly growing?: () => ReadFile;
  /** Files other than logs that belong to them, which the store keeps too. */
  readonly isCompanion?: (path: string) => boolean;
  /** Of a file with several sessions this one, as lines that `discover` and `read` take as a log of its own: for the store. */
  readonly kept?: (file: LogFile) => string | undefined;
  /** The command that goes on with a session, in its working folder. */
  readonly resume?: (id: string) => readonly string[];
}

export interface Machine {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}
