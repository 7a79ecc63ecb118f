/** Which sessions made the commits of a range. */
import { describe, expect, it } from "vitest";
import { collections } from "../../src/archive/collections.ts";
import { findCommits, rangeMarkdown } from "../../src/archive/story/range.ts";
import { isMadeIn, projectsOf } from "../../src/archive/story/repository.ts";
import { archive } from "../templates/story-pages.ts";

describe("a range of commits", () => {
  const { commits } = collections(archive);
  const time = Date.parse("2026-02-10T10:25:00Z");
  const subject = "Name weeks by the year of the week";

  it("is found by number; by message and time it is uncertain; else it is missing", () => {
    const found = findCommits(
      [
        { sha: `9d4e7a1${"0".repeat(33)}`, time, subject: "Another title" },
        { sha: "1".repeat(40), time, subject },
        { sha: "2".repeat(40), time: time + 86_400_000, subject },
        { sha: "3".repeat(40), time, subject: "Nobody's" },
      ],
      commits,
      () => true,
    );
    expect(found.map(({ made, isUncertain }) => [made !== undefined, isUncertain ?? false])).toEqual([
      [true, false],
      [true, true],
      [false, false],
      [false, false],
    ]);
    const text = rangeMarkdown("a..b", found, archive, "https://example.org/log");
    expect(text).toContain("uncertain: found by message and time");
    expect(text).toContain("## Not in these logs");
    expect(text).toContain("https://example.org/log/sessions/");
    expect(text).not.toContain("changelog");
  });

  it("of another project only a number of seven digits tells, neither a shorter one nor a message", () => {
    const [record] = commits.filter(({ event }) => event.kind === "commit" && event.sha === "9d4e7a1");
    if (record?.event.kind !== "commit") throw new Error("no commit");
    const short = { ...record, event: { ...record.event, sha: "9d4e" } };
    const named = [{ sha: `9d4e7a1${"0".repeat(33)}`, time: 0, subject: "Another title" }];
    const near = [{ sha: "1".repeat(40), time, subject }];
    const isFound = (...of: Parameters<typeof findCommits>) => findCommits(...of).map(({ made }) => made !== undefined);
    expect(isFound(named, [record], () => false)).toEqual([true]);
    expect(isFound(named, [short], () => false)).toEqual([false]);
    expect(isFound(named, [short], () => true)).toEqual([true]);
    expect(isFound(near, [record], () => false)).toEqual([false]);
    expect(isFound(near, [record], () => true)).toEqual([true]);
  });

  it("a session that is known by message and time only does not say what began it", () => {
    const found = findCommits([{ sha: "1".repeat(40), time, subject }], commits, () => true);
    expect(found[0]?.isUncertain).toBe(true);
    expect(rangeMarkdown("a..b", found, archive, undefined)).not.toContain("The prompt that began it");
    const sure = findCommits([{ sha: `9d4e7a1${"0".repeat(33)}`, time, subject }], commits, () => false);
    expect(rangeMarkdown("a..b", sure, archive, undefined)).toContain("The prompt that began it");
  });

  it("a project is that of a repository by folder, worktree, a folder within it, or remote", () => {
    const projects = ["/w/tides", "/w/tides/app", "/w/tides/other", "/w/near", "C:\\w\\tides", "/mac/tides"].map(
      (path) => ({
        ...{ id: path, name: path, path, sessions: [] },
      }),
    );
    const remotes = [["/mac/tides", "git@github.com:Mara/Tides.git"]] as const;
    const topOf = (path: string) => (path === "/w/tides/app" ? "/w/tides" : path);
    const of = (folders: readonly string[], pushed: readonly string[] = []) => [
      ...projectsOf({ folders, remotes: pushed, topOf }, { projects, remotes }),
    ];
    expect(of(["/w/tides"])).toEqual(["/w/tides", "/w/tides/app"]);
    expect(of(["/w/tides/.claude/worktrees/1"])).toEqual(["/w/tides", "/w/tides/app"]);
    expect(of(["c:/w/tides"])).toEqual(["C:\\w\\tides"]);
    expect(of(["/elsewhere"], ["https://github.com/mara/tides"])).toEqual(["/mac/tides"]);
    expect(of(["/elsewhere"], ["https://github.com/mara/other"])).toEqual([]);
    const event = { kind: "commit", subject: "x" } as const;
    const isOwn = isMadeIn(new Set(["/w/tides"]), ["git@github.com:mara/tides.git"]);
    expect(isOwn({ event, project: "/w/tides" })).toBe(true);
    expect(isOwn({ event: { ...event, folder: "/w/other" }, project: "/w/tides" })).toBe(false);
    expect(isOwn({ event, project: "/b", web: "https://github.com/mara/tides" })).toBe(true);
    expect(isOwn({ event, project: "/b", web: "https://github.com/mara/b" })).toBe(false);
  });
});
