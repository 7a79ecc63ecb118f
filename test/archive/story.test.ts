/** A chain of sessions as one document. */
import { describe, expect, it } from "vitest";
import { collections } from "../../src/archive/collections.ts";
import { readArchive } from "../../src/archive/index.ts";
import { givenWith } from "../../src/archive/link/addresses.ts";
import { givenWithStories } from "../../src/archive/link/story-addresses.ts";
import { answerOf, beatsOf } from "../../src/archive/story/beats.ts";
import { namedFiles } from "../../src/archive/story/files.ts";
import { storyData } from "../../src/archive/story/json.ts";
import { storyMarkdown } from "../../src/archive/story/markdown.ts";
import type { SessionId } from "../../src/model/session.ts";
import type { Happening } from "../../src/model/story.ts";
import { A, archiveOf, B, C } from "../support/archive.ts";
import { acceptedPlan, said, written } from "../support/story-logs.ts";
import { archive, documentOf, longest, records } from "../templates/story-pages.ts";

const story = documentOf(longest);
const happenings = (kind: Happening["kind"]): readonly Happening[] =>
  story.parts.flatMap(({ beats }) => beats.flatMap(({ came }) => came.filter((each) => each.kind === kind)));

describe("a story", () => {
  it("there is one for each chain, newest first", () => {
    expect(records.map(({ chain }) => chain).sort()).toEqual(archive.chains.map(({ id }) => id).sort());
    const ends = records.map(({ last }) => last ?? "");
    expect(ends).toEqual([...ends].sort().reverse());
  });

  it("lasts until the last of its sessions ended", () => {
    const spans = story.parts.flatMap(({ session }) => session.span ?? []);
    expect(story.first).toBe(spans.map(({ from }) => from).sort()[0]);
    expect(story.last).toBe(
      spans
        .map(({ to }) => to)
        .sort()
        .at(-1),
    );
  });

  it("begins with the first prompt, and says it once", () => {
    expect(story.origin?.words.text).toContain("pins our weekly page to the wall");
    const [first] = story.parts[0]?.beats ?? [];
    expect(first?.same).toBe("origin");
  });

  it("has every numbered prompt of its sessions once", () => {
    for (const { session, beats } of story.parts) {
      const numbers = beats.flatMap(({ turns }) => turns.flatMap(({ number }) => number ?? []));
      const own = archive.digest(session.id).turns.flatMap(({ number }) => number ?? []);
      expect(numbers).toEqual(own);
    }
  });

  it("the plan's way: rejected with the words, changed, accepted, then carried out", () => {
    expect(story.plans.map(({ version, versions, plan }) => [version, versions, plan.status])).toEqual([
      [1, 2, "rejected"],
      [2, 2, "approved"],
    ]);
    expect(story.plans[0]?.plan.feedback?.text).toContain("immutable");
    expect(story.plans[1]?.before?.title).toBe(story.plans[0]?.plan.title);
    const feedback = story.parts[0]?.beats.find(({ kind }) => kind === "feedback");
    expect(feedback?.came.map(({ kind }) => kind)).toContain("plan");
    const implementation = story.parts.find(({ session }) => session.role === "implementation");
    expect(implementation?.beats[0]?.same).toMatchObject({ plan: { version: 2 } });
  });

  it("failures have what mended them", () => {
    const failed = happenings("failure").flatMap((each) => (each.kind === "failure" ? [each.failure] : []));
    const tests = failed.find(({ tests }) => tests !== undefined);
    expect(tests).toMatchObject({ tests: { passed: 10, failed: 1 }, mended: { tests: { passed: 11, failed: 0 } } });
    expect(tests?.error).toContain("expected 575 to be 574");
  });

  it("a queued prompt shares the beat that it was delivered into, with one row of changes", () => {
    const shared = story.parts.flatMap(({ beats }) => beats).find(({ turns }) => turns.length > 1 && turns[1]?.queued);
    expect(shared?.came.filter(({ kind }) => kind === "changes")).toHaveLength(1);
  });

  it("a compaction stands between the prompt that it came after and the next", () => {
    const beats = story.parts.flatMap((part) => part.beats);
    const at = beats.findIndex(({ kind }) => kind === "seam");
    expect([beats[at - 1], beats[at + 1]].map((beat) => beat?.turns[0]?.number)).toEqual([8, 9]);
  });

  it("a plan takes the place of an answer, but not of what was said once it was carried out", () => {
    const [planned] = records.filter(({ key }) => key !== story.key).map((each) => documentOf(each));
    const beat = planned?.parts[0]?.beats.find(({ came }) => came.some(({ kind }) => kind === "plan"));
    expect(beat && answerOf(beat).last?.text).toMatch(/^In place: a feed of its own/);
    const [first] = story.parts[0]?.beats ?? [];
    expect(first?.came.some(({ kind }) => kind === "plan") && answerOf(first)).toEqual({});
  });

  it("what was changed before a commit and after it are two rows", () => {
    const [, implementation] = story.parts;
    const digest = archive.digest(implementation?.session.id as SessionId);
    const [first, second] = digest.edits.filter(({ turn, outcome }) => turn === 0 && outcome === "ok");
    if (first === undefined || second === undefined) throw new Error("no edits");
    const between = (first.order + second.order) / 2;
    const event = { kind: "commit", sha: "1a2b3c4", subject: "Half of it" } as const;
    const git = [{ turn: 0, order: between, anchor: first.anchor, event }];
    const [beat] = beatsOf({ ...digest, git }, { versions: [], project: "" });
    const kinds = beat?.came.map(({ kind }) => kind).filter((kind) => kind === "changes" || kind === "git");
    expect(kinds).toEqual(["changes", "git", "changes"]);
  });

  it("all files with totals, and whether the plan named them", () => {
    const record = archive.sessions.filter(({ chain }) => chain === longest.chain);
    const sum = (of: "added" | "removed") => story.filesChanged.reduce((all, file) => all + file[of], 0);
    expect(sum("added")).toBe(record.reduce((all, { files }) => all + files.added, 0));
    expect(sum("removed")).toBe(record.reduce((all, { files }) => all + files.removed, 0));
    expect(story.planned).toEqual([{ path: "docs/cache.md", isChanged: true }]);
  });

  it("tasks from the first list to the last; what is left is an open end, and so are what a rule forbade and a commit that nobody pushed", () => {
    const { rows, columns } = story.tasks;
    for (const { states } of rows) expect(states).toHaveLength(columns.length);
    expect(rows.filter(({ end }) => end === "completed")).toHaveLength(6);
    expect(story.ends.map(({ kind }) => kind)).toEqual(["refusal", "task", "commit"]);
    expect(story.git.map(({ event }) => event.kind === "commit" && event.sha)).toEqual(["9d4e7a1"]);
  });

  it("is plain data", () => {
    expect(JSON.parse(JSON.stringify(storyData(story)))).toEqual(storyData(story));
  });

  it("as Markdown it has all prompts by number, each session under a heading of its own, tasks and last words", () => {
    const text = storyMarkdown(story, archive);
    expect(text).toContain("## 2. Implementation: A week belongs to one year");
    expect(text).toContain("- Prompt 1: the plan above, version 2");
    expect(text).toContain("- Prompt 5–7: `/context` `! git status --short` `! ls var/tables`, local commands");
    expect(text).toContain("1 of 11 failed; later 11 of 11 passed");
    expect(text).toContain("- [x] Key and title use the year of the week");
    expect(text).toContain("- struck: Rename old files");
    expect(text).toMatch(/## Last words\n\n> All pages of 2025 are issued as `v2`/);
  });

  it("as Markdown it mentions nobody and closes nothing", () => {
    const hostile = { ...story, title: "@mara closes #4 <img src=x> [x](y)" };
    const [first] = storyMarkdown(hostile, archive).split("\n", 1);
    expect(first).not.toMatch(/@\w|#\d|(?<!\\)<|(?<!\\)\[/);
    if (story.origin === undefined) throw new Error("no origin");
    const origin = { ...story.origin, words: { text: "Ask @mara about #4 and `@types/node`. <img src=x>\n```\nopen" } };
    const quote = storyMarkdown({ ...story, origin }, archive).split("\n\n")[2];
    expect(quote?.replaceAll("`@types/node`", "")).not.toMatch(/@\w|#\d|<img/);
    expect(quote).toContain("`@types/node`");
    expect(quote?.match(/^> ```$/gm)).toHaveLength(2);
  });
});

it("names of files in a plan are told from other words", () => {
  expect(
    namedFiles(
      "Change `src/week.ts` and docs/cache.md, e.g. in Node.js 20.1 with a.length; see https://a.example.org. " +
        "Routes `/feeds/<harbour>-slack.ics` and {id}.json; **.github/ci.yml**, test/*.test.ts and -x.ts",
    ),
  ).toEqual(["src/week.ts", "docs/cache.md", ".github/ci.yml"]);
});

describe("the address of a story", () => {
  const folder = "a-chain-of-three";
  const keyWith = async (addresses: Parameters<typeof givenWith>[1], keep: readonly string[]) => {
    const { archive: all } = await archiveOf(folder);
    const sources = all.sessions
      .filter(({ id }) => keep.includes(id))
      .map(({ id }) => all.source(id).files.file?.path ?? "");
    const made = await readArchive({ sources, title: "", timeZone: "UTC", addresses });
    return { key: made.chains[0]?.key, given: givenWith(made.projects, givenWithStories(made.chains, addresses)) };
  };

  it("is that of its first session, and stays when a later one joins", async () => {
    const two = await keyWith([], [A, B]);
    expect(two.key).toBe(A);
    expect((await keyWith(two.given, [A, B, C])).key).toBe(A);
  });

  it("stays when an earlier session joins", async () => {
    const two = await keyWith([], [B, C]);
    expect(two.key).toBe(B);
    expect((await keyWith(two.given, [A, B, C])).key).toBe(B);
    expect((await keyWith([], [A, B, C])).key).toBe(A);
  });
});

describe("odd chains", () => {
  it("a chain that leads back to itself is one story, in some order", async () => {
    const { archive: odd } = await archiveOf(
      written({
        [A]: [said(A, acceptedPlan(B), "2026-03-01T09:00:00Z")],
        [B]: [said(B, acceptedPlan(A), "2026-03-01T10:00:00Z")],
      }),
    );
    const [record] = collections(odd).stories;
    expect(record?.sessions).toHaveLength(2);
    const found = record && documentOf(record, odd);
    expect(found?.parts.map(({ session }) => session.id).sort()).toEqual([A, B]);
  });

  it("a plan of 200 kB is cut, and says so", async () => {
    const long = Array.from({ length: 4400 }, (_, at) => `${at}. Measure the tide in \`src/t${at}.ts\` again.`).join(
      "\n",
    );
    const folder = written({
      [A]: [
        said(A, "Plan it.", "2026-03-01T09:00:00Z"),
        said(
          A,
          [{ type: "tool_use", id: "toolu_1", name: "ExitPlanMode", input: { plan: `# Tides\n\n${long}` } }],
          "2026-03-01T09:01:00Z",
          "assistant",
        ),
      ],
      [B]: [said(B, acceptedPlan(A, long), "2026-03-01T10:00:00Z")],
    });
    const { archive: odd } = await archiveOf(folder);
    const [record] = collections(odd).stories;
    const found = record && documentOf(record, odd);
    const { markdown } = found?.plans[0]?.plan ?? {};
    expect(markdown?.length).toBeGreaterThan(200_000);
    expect(markdown?.text.length).toBeLessThanOrEqual(60_000);
  });
});
