/** All files of a story, and which of them its plans name. */
import { shortPath } from "../../address/short-path.ts";
import type { SessionDigest } from "../../model/digest.ts";
import type { PlanVersion, StoryDocument, StoryFile } from "../../model/story.ts";
import { doneEdits } from "./happenings.ts";
import { isAsAccepted } from "./plans.ts";

type By = StoryFile["by"][number];

/** Most changed first. */
export function storyFiles(digests: readonly SessionDigest[], project: string): readonly StoryFile[] {
  const found = new Map<
    string,
    { path: string; source: string; edits: number; added: number; removed: number; created?: true; by: By[] }
  >();
  for (const digest of digests) {
    for (const { file: source, added, removed, created, turn } of doneEdits(digest)) {
      const file = found.get(source) ?? {
        path: shortPath(source, [digest.cwd, project]),
        source,
        edits: 0,
        added: 0,
        removed: 0,
        ...(created ? { created } : {}),
        by: [],
      };
      found.set(source, file);
      file.edits++;
      file.added += added;
      file.removed += removed;
      const last = file.by.at(-1);
      if (last?.session === digest.session && last.turn === turn) continue;
      const number = digest.turns[turn]?.number;
      file.by.push({ session: digest.session, turn, ...(number === undefined ? {} : { number }) });
    }
  }
  return [...found.values()].sort(
    (a, b) => b.added + b.removed - a.added - a.removed || b.edits - a.edits || (a.path < b.path ? -1 : 1),
  );
}

/** Names with a folder or an ending, as plans have them: `src/week.ts`, **docs/cache.md**, week.test.ts. */
const name = /(?<![\w/.@:>}\])-])(?:\.{0,2}\/)?(?:[\w.@-]+\/)*[\w@][\w.@-]*\.[a-z][a-z0-9]{0,7}(?![\w/(-])/gi;
/** What looks like a file and mostly is none. */
const notAFile =
  /^(?:e\.g|i\.e|etc\.\w+|node\.js|next\.js|vue\.js|three\.js|[\d.]+|v?\d[\w.]*|[\w-]+\.(?:com|org|net|io|dev|length|map|filter|push|then|log|parse|stringify|test|get|set|join|now|all))$/i;

export function namedFiles(markdown: string): readonly string[] {
  const found = new Set<string>();
  for (const [each] of markdown.matchAll(name)) {
    const path = each.replace(/^\.\//, "");
    if (path.length <= 200 && !notAFile.test(path)) found.add(path);
  }
  return [...found];
}

/** Of accepted plans; without any, nothing was planned. */
export function plannedFiles(
  versions: readonly PlanVersion[],
  changed: readonly StoryFile[],
  roots: readonly (string | undefined)[],
): StoryDocument["planned"] {
  const accepted = versions.filter((each) => isAsAccepted(each, versions));
  const named = new Set(
    accepted.flatMap(({ plan }) => namedFiles(plan.markdown.text).map((path) => shortPath(path, roots))),
  );
  // `week.ts` is said again where `src/week.ts` is meant.
  const whole = [...named].filter((path) => ![...named].some((other) => other !== path && other.endsWith(`/${path}`)));
  return whole.map((path) => ({ path, isChanged: changed.some((file) => isSameFile(file.path, path)) }));
}

/** One may be written with more of its folders than the other. */
export const isSameFile = (one: string, two: string): boolean =>
  one === two || one.endsWith(`/${two}`) || two.endsWith(`/${one}`);
