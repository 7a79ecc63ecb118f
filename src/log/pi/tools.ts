/** Pi's tools as calls of ours, and what their results say beyond the text. */
import type { UseBlock } from "../entries/content.ts";
import { any, list, number, object, text, words } from "../fields.ts";
import { absolute, ours } from "../our-call.ts";
import { hunksOf } from "./diff.ts";

/** `cwd`: paths in calls are from there. */
export function asOurs(name: string, input: unknown, cwd: string | undefined): UseBlock["as"] | undefined {
  const path = (): string | undefined => absolute(words(input, "path"), cwd);
  switch (name) {
    case "bash": {
      const seconds = number(input, "timeout");
      return ours("Bash", { command: text(input, "command"), timeout: seconds && seconds * 1000 });
    }
    case "read":
      return ours("Read", { file_path: path(), offset: number(input, "offset"), limit: number(input, "limit") });
    case "write":
      return ours("Write", { file_path: path(), content: text(input, "content") });
    case "edit":
      return editOf(input, path());
    case "grep":
      return ours("Grep", {
        pattern: words(input, "pattern"),
        path: path(),
        glob: words(input, "glob"),
        "-i": any(input, "ignoreCase") === true || undefined,
        context: number(input, "context"),
        head_limit: number(input, "limit"),
      });
    case "find":
      return ours("Glob", { pattern: words(input, "pattern"), path: path() });
    case "ls":
      return ours("LS", { path: path() ?? cwd });
    default:
      return undefined;
  }
}

function editOf(input: unknown, path: string | undefined): UseBlock["as"] {
  const edit = (of: unknown) => ({ old_string: text(of, "oldText"), new_string: text(of, "newText") });
  const edits = list(input, "edits");
  if (edits !== undefined) return ours("MultiEdit", { file_path: path, edits: edits.map(edit) });
  return ours("Edit", { file_path: path, ...edit(input) });
}

/** What the tools of ours ask of a result's details. */
export function detailsOf(name: string, answer: string, details: unknown): unknown {
  if (name === "bash") {
    const [, code] = /(?:^|\n)Command exited with code (\d+)\s*$/.exec(answer) ?? [];
    const exitCode = number(details, "exitCode") ?? (code === undefined ? undefined : Number(code));
    return exitCode === undefined ? undefined : { exitCode };
  }
  const diff = name === "edit" ? words(object({ details }, "details"), "diff") : undefined;
  const structuredPatch = diff === undefined ? undefined : hunksOf(diff);
  return structuredPatch === undefined ? undefined : { structuredPatch };
}
