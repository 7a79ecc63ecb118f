/** A search result, and a record of a collection, leads to a place that is on the page. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { sessionPath } from "../../src/address/paths.ts";
import { collections } from "../../src/archive/collections.ts";
import type { LogArchive } from "../../src/archive/index.ts";
import { searchDocument } from "../../src/search/index.ts";
import { archiveOf, fixtures } from "../support/archive.ts";
import { samplePath } from "../support/site.ts";

let archive: LogArchive;
beforeAll(async () => {
  ({ archive } = await archiveOf(join(fixtures, "sample/projects")));
});

const known = new Map<string, ReadonlySet<string>>();

/** Ids of a page, and of the parts of it that lie in files of their own. */
function idsOf(page: string): ReadonlySet<string> {
  const before = known.get(page);
  if (before !== undefined) return before;
  const folder = join(samplePath(), dirname(page));
  const texts = join(folder, "text");
  const files = [
    join(samplePath(), page),
    ...readdirSync(folder).map((name) => join(folder, name)),
    ...(existsSync(texts) ? readdirSync(texts).map((name) => join(texts, name)) : []),
  ].filter((file) => /\.(?:html|js)$/.test(file));
  const ids = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bid=\\?"([^"\\]+)\\?"/g)].map(([, id]) => id ?? ""),
    ),
  );
  known.set(page, ids);
  return ids;
}

it("of search results", () => {
  const sections = archive.sessions.flatMap((record) => {
    const { session } = archive.whole(record.id);
    const page = sessionPath(record);
    return searchDocument(session, record, "", { toolOutput: "head" }).sections.map((section) => ({
      page,
      ...section,
    }));
  });
  expect(new Set(sections.map(({ kind }) => kind)).size).toBeGreaterThan(7);
  expect(sections.filter(({ page, anchor }) => !idsOf(page).has(anchor))).toEqual([]);
});

it.each(["plans", "snapshots", "prompts"] as const)("of %s", (name) => {
  const records = collections(archive)[name];
  expect(records.length).toBeGreaterThan(5);
  expect(records.filter(({ path, anchor }) => !idsOf(path).has(anchor))).toEqual([]);
});
