/** Several versions of one log as one: each line once, in the order of the version that has it first. */
import { createHash } from "node:crypto";
import type { LogFile } from "./discover.ts";
import { type Line, lines, type OddLine } from "./lines.ts";

/** All lines of a log, also of those that only older versions of it have. */
export function logLines({ path, versions }: Pick<LogFile, "path" | "versions">): Iterable<Line | OddLine> {
  return versions === undefined ? lines(path) : mergedLines([...versions, path]);
}

/** Paths, oldest first. Numbers go on from one version to the next. */
export function* mergedLines(paths: readonly string[]): Generator<Line | OddLine> {
  const known = new Set<string>();
  let before = 0;
  for (const [at, path] of paths.entries()) {
    // A version may say the same twice, as which mode is on: only what another one has said is left out.
    const own = new Set<string>();
    let last = 0;
    for (const line of readable(path)) {
      last = line.number;
      if (!("text" in line)) {
        yield { ...line, number: before + line.number };
        continue;
      }
      const print = createHash("sha1").update(line.text).digest("base64");
      own.add(print);
      if (known.has(print)) continue;
      // Cut while it was written; the version after it has the whole line, or it was never finished.
      if (line.isLast && at < paths.length - 1 && !isJson(line.text)) continue;
      yield { ...line, number: before + line.number };
    }
    for (const print of own) known.add(print);
    before += last;
  }
}

/** A version that cannot be read must not cost the others. */
function* readable(path: string): Generator<Line | OddLine> {
  try {
    yield* lines(path);
  } catch {
    yield { number: 1, problem: "bad-encoding", bytes: 0 };
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
