/** Pages over several sessions that are as they were: taken over from the site before instead of drawn again. */

import { withNeighbours } from "../../templates/pages/story.11ty.ts";
import { storyPath } from "../address/paths.ts";
import { storyRecords } from "../archive/story/index.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { StoryRecord } from "../model/story.ts";
import { digest } from "../system/checked-file.ts";
import { canonical, type RememberedSite } from "./cache/site-cache.ts";
import type { FileLists } from "./file-lists.ts";
import { type KeptFiles, keepFilePages } from "./kept-files.ts";
import { areThere, takeOver } from "./output/files.ts";
import type { Plan } from "./plan.ts";
import type { BuildContext } from "./planned-sessions.ts";
import type { TextFingerprints } from "./session-pages.ts";

export interface KeptPages {
  /** Whether the page of this path is in the new site already. */
  readonly has: (path: string) => boolean;
  /** Files that the new folder does not have yet. */
  readonly adopted: KeptFiles["adopted"];
  /** For the next build. */
  readonly remembered: Pick<RememberedSite, "stories" | "fileLists">;
}

export function keepPages(build: BuildContext, plan: Plan, texts: TextFingerprints, fileLists: FileLists): KeptPages {
  const { options, cache, archive } = build;
  const before = cache.site?.stories ?? {};
  const lists = cache.site?.lists ?? [];
  const stories: Record<string, string> = {};
  const kept = new Set<string>();
  for (const { record, ...beside } of withNeighbours(storyRecords(archive))) {
    const path = storyPath(record);
    const made = storyFingerprint(record, Object.values(beside), archive, texts);
    stories[path] = made;
    if (before[path] !== made) continue;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const files = lists.filter(([name]) => name.startsWith(folder));
    if (files.length === 0 || !areThere(options.previous, files)) continue;
    takeOver(options.previous, options.folder, files);
    kept.add(path);
  }
  const files = keepFilePages(build, plan, fileLists);
  return {
    has: (path) => kept.has(path) || files.kept.has(path),
    adopted: files.adopted,
    remembered: { stories, fileLists: files.lists },
  };
}

/** A session's own fingerprint has code, options and secrets in it. */
function storyFingerprint(
  record: StoryRecord,
  beside: readonly StoryRecord[],
  archive: BuildContext["archive"],
  texts: TextFingerprints,
): string {
  const sessions = record.sessions.map((id) => [
    texts.get(id),
    archive.projectOf(archive.session(id) as SessionRecord),
  ]);
  const projects = sessions.map(([made, project]) => [made, { ...(project as object), sessions: undefined }]);
  const neighbours = beside.map(({ key, title, first, last }) => [key, title, first, last]);
  return digest(canonical([record, archive.chain(record.chain), projects, neighbours]));
}
