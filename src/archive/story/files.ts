/** All files of a story, and which of them its plans name. */
import { shortPath } from "../../address/short-path.ts";
import type { SessionDigest } from "../../model/digest.ts";
import type { Project, SessionId } from "../../model/session.ts";
import type { PlanVersion, StoryDocument, StoryFile } from "../../model/story.ts";
import { doneEdits } from "./happenings.ts";
import { isAsAccepted } from "./plans.ts";

type By = StoryFile["by"][number];

interface Draft {
  readonly path: string;
  readonly source: string;
  readonly of: Pick<Project, "id" | "name">;
  edits: number;
  added: number;
  removed: number;
  readonly created?: true;
  readonly by: By[];
}

/** Most changed first. `src/index.ts` of two projects are two files. */
export function storyFiles(
  digests: readonly SessionDigest[],
  project: string,
  projectOf: (session: SessionId) => Pick<Project, "id" | "name">,
): readonly StoryFile[] {
  const found = new Map<string, Draft>();
  for (const digest of digests) {
    const of = projectOf(digest.session);
    for (const { file: source, added, removed, created, turn } of doneEdits(digest)) {
      const key = `${of.id}\n${source}`;
      const file: Draft = found.get(key) ?? {
        path: shortPath(source, [digest.cwd, project]),
        source,
        of,
        edits: 0,
        added: 0,
        removed: 0,
        ...(created ? { created } : {}),
        by: [],
      };
      found.set(key, file);
      file.edits++;
      file.added += added;
      file.removed += removed;
      const last = file.by.at(-1);
      if (last?.session === digest.session && last.turn === turn) continue;
      const number = digest.turns[turn]?.number;
      file.by.push({ session: digest.session, turn, ...(number === undefined ? {} : { number }) });
    }
  }
  const isOfSeveral = new Set([...found.values()].map(({ of }) => of.id)).size > 1;
  return [...found.values()]
    .sort((a, b) => b.added + b.removed - a.added - a.removed || b.edits - a.edits || (a.path < b.path ? -1 : 1))
    .map(({ of, ...file }) => ({ ...file, project: of.id, ...(isOfSeveral ? { projectName: of.name } : {}) }));
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
