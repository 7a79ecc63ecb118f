/** What makes the client take a file as it is now without a Read, so that an edit behind it tells nothing of the text before. */
import type { Step } from "../../model/session.ts";

/** The files that it says this of; undefined for most steps. */
export function seenAgain(step: Step): ((path: string) => boolean) | undefined {
  // What the agent had read is read once more behind a compaction.
  if (step.kind === "compaction") return step.micro === true ? undefined : () => true;
  if (step.kind === "event") {
    const by = step.sender?.kind;
    if (by !== "changed-file" && by !== "mentioned-file") return undefined;
    const [name = ""] = step.text.split("\n", 1);
    return name === "" ? undefined : (path) => path === name || path.endsWith(`/${name}`);
  }
  // Newer clients do themselves what sed would do, and know the file afterwards.
  if (step.kind !== "call" || step.call.kind !== "bash") return undefined;
  const { command } = step.call;
  const sed = command.search(/\bsed\b/);
  if (sed < 0 || !inPlace.test(command.slice(sed))) return undefined;
  return (path) => command.includes(path.slice(path.lastIndexOf("/") + 1));
}

const inPlace = /\s(?:-[a-zA-Z]*i|--in-place)/;
