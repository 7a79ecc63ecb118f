/** Ways from sessions to the pages of files: each is there, and needs nothing of other sessions. */
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { filePath } from "../../src/address/paths.ts";
import type { LogArchive } from "../../src/archive/index.ts";
import type { SessionId } from "../../src/model/session.ts";
import { archiveOf, fixtures, pageOf } from "../support/archive.ts";

let archive: LogArchive;
beforeAll(async () => {
  ({ archive } = await archiveOf(join(fixtures, "sample/projects")));
});

const linksIn = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/href="(?:\.\.\/)+(files\/[^"#]+\/[^"#]+\/index\.html)"/g)].map(([, path = ""]) => path));

describe("the page of a session", () => {
  it("leads to each file that it changed, and to no page that is not there", () => {
    const known = new Set(archive.files.map(filePath));
    const changing = archive.sessions.filter(({ files }) => files.changed > 0);
    expect(changing.length).toBeGreaterThan(3);
    for (const { id, files } of changing) {
      const links = linksIn(pageOf(archive, id));
      expect(links.size).toBeGreaterThanOrEqual(Math.min(files.changed, 6));
      expect([...links].filter((path) => !known.has(decodeURIComponent(path)))).toEqual([]);
    }
  });

  it("asks the archive nothing about files: it stays as it is when another session changes one", () => {
    const { id } = archive.sessions.find(({ files }) => files.changed > 0) ?? { id: "" as SessionId };
    const without: LogArchive = { ...archive, files: [] };
    expect(linksIn(pageOf(without, id))).toEqual(linksIn(pageOf(archive, id)));
  });
});
