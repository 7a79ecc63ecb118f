/** Calls that somebody did not let run, and what became of them. */
import { beforeAll, describe, expect, it } from "vitest";
import { collections } from "../../src/archive/collections.ts";
import type { LogArchive } from "../../src/archive/index.ts";
import { openEnds } from "../../src/archive/story/open-ends.ts";
import { A, archiveOf } from "../support/archive.ts";

describe("of calls that were refused", () => {
  let archive: LogArchive;
  beforeAll(async () => {
    ({ archive } = await archiveOf("calls-that-were-refused"));
  });

  it("one that was made again and went well was allowed later; another edit of the same file is what was done instead", () => {
    const { decisions } = collections(archive);
    expect(decisions.map(({ title, fate }) => [title, fate]).sort()).toEqual([
      ["Bash git push origin tides", "allowed-later"],
      ["Edit week.ts", "done-otherwise"],
    ]);
  });

  it("what a rule forbade, however often it was tried, is one open end; what a person did not want is none", () => {
    const ends = openEnds([archive.digest(A)], { columns: [], rows: [], left: 0 }, []);
    expect(ends.map((end) => end.kind === "refusal" && end.rejection.summary)).toEqual([
      'ssh test.tidemark.example "rm -rf /srv/tables"',
      "/srv/tides/readme.txt",
    ]);
  });

  it("a plan that was written in no session of the archive says so", async () => {
    const { archive: found } = await archiveOf("a-source-that-is-not-here");
    const { decisions } = collections(found);
    expect(decisions).toMatchObject([{ kind: "plan", isFromElsewhere: true }]);
    for (const each of collections(archive).decisions) expect(each.isFromElsewhere).toBeUndefined();
  });
});
