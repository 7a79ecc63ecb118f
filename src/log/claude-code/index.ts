/** Claude Code: `~/.claude/projects/<folder of the project>/<session>.jsonl`, agents in folders of their session. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { firstLineOf } from "../beginning.ts";
import type { LogFile } from "../discover.ts";
import { growingLogs } from "../entries/growing.ts";
import { type Parsed, parse, readLog } from "../entries/parse.ts";
import { mergedLines } from "../merged-lines.ts";
import type { Provider } from "../provider.ts";
import { skimLog } from "../skim/index.ts";
import { discover } from "./discover.ts";

export const claudeCode: Provider = {
  agent: "claude-code",
  usualFolders: ({ home, environment }) => {
    const configured = environment.CLAUDE_CONFIG_DIR ?? "";
    return [
      ...(configured === "" ? [] : configured.split(",").map((path) => join(path.trim(), "projects"))),
      join(home, ".claude", "projects"),
      join(home, ".config", "claude", "projects"),
    ];
  },
  folderIn: (folder) => {
    const isOwn = (path: string): boolean => basename(path) === ".claude" || basename(path) === "claude";
    if (basename(folder) === "projects" && isOwn(dirname(folder))) return folder;
    return [
      join(folder, ".claude", "projects"),
      join(folder, ".config", "claude", "projects"),
      ...(isOwn(folder) ? [join(folder, "projects")] : []),
    ].find((path) => existsSync(path));
  },
  isLog: (path) => path.endsWith(".jsonl") && ownLine.test(firstLineOf(path)),
  discover,
  read: (file) => pieced(file) ?? readLog(file.path, file.name),
  skim: (file) => pieced(file) ?? skimLog(file.path, file.name),
  growing: () => {
    const read = growingLogs();
    return (file) => pieced(file) ?? read(file.path, file.name);
  },
  resume: (id) => ["claude", "--resume", id],
};

/** Fields that its lines begin with; no other agent has them. */
const ownLine =
  /^\{\s*"(?:parentUuid|uuid|leafUuid|isSidechain|type"\s*:\s*"(?:summary|user|assistant|system|queue-operation|file-history-snapshot))"/;

/** A log that is more than one file, or less. */
function pieced({ path, name, versions, prompts }: LogFile): Parsed | undefined {
  if (prompts !== undefined)
    return parse(
      prompts.map((text, at) => ({ number: at + 1, text })),
      name,
    );
  return versions === undefined ? undefined : parse(mergedLines([...versions, path]), name);
}
