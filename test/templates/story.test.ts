/** The page of a story. */
import { expect, test } from "vitest";
import type { StoryDocument } from "../../src/model/story.ts";
import { byId, byTag, dom, textOf } from "../support/dom.ts";
import { archive, documentOf, longest, storyHtml } from "./story-pages.ts";

const story = documentOf(longest);
const page = storyHtml(story);

test("has one h1, a part for each session, and the ways to tasks, files and open ends", () => {
  const root = dom(page);
  expect(byTag(root, "h1").map(textOf)).toEqual([story.title]);
  story.parts.forEach((_, at) => {
    expect(byId(root, `part-${at + 1}`)).toBeDefined();
  });
  for (const id of ["tasks", "files", "ends"]) expect(byId(root, id)).toBeDefined();
});

test("every link within the page has its place, and every other leads to a page of a session or a story", () => {
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const hrefs = [...page.matchAll(/ href="([^"]+)"/g)].map(([, href = ""]) => href);
  for (const href of hrefs.filter((each) => each.startsWith("#"))) expect(ids).toContain(href.slice(1));
  const keys = new Set(archive.sessions.map(({ key }) => key));
  const sessions = hrefs.flatMap((href) => /^\.\.\/\.\.\/sessions\/([^/]+)\//.exec(href)?.[1] ?? []);
  expect(sessions.length).toBeGreaterThan(20);
  for (const key of sessions) expect(keys).toContain(key);
});

test("the count of prompts says which of them nobody said to the agent", () => {
  expect(textOf(byTag(dom(page), "dl")[0] as never)).toContain("15 3 of them local, 1 a plan");
});

test("no id is given twice", () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test("the words to a rejected plan and what changed are in sight", () => {
  const text = textOf(byTag(dom(page), "main")[0] as never);
  expect(text).toContain("browsers keep the wrong page for a year too");
  expect(text).toContain("To version 1");
  expect(page).toMatch(/<ins>[^<]*from 2020 to 2030/);
});

test("works without a script and has nothing inline", () => {
  expect(byTag(dom(page), "details").length).toBeGreaterThan(0);
  expect(page).not.toMatch(/ style="| on\w+="/);
});

test("a story of thousands of prompts stays below 300 kB", () => {
  const [first] = story.parts;
  if (first === undefined) throw new Error("no part");
  const beats = Array.from(
    { length: 3000 },
    (_, at) => story.parts.flatMap((part) => part.beats)[at % 12] as (typeof first.beats)[number],
  );
  const long: StoryDocument = {
    ...story,
    parts: [{ ...first, beats }, ...story.parts.slice(1)],
    filesChanged: Array.from({ length: 5000 }, (_, at) => ({
      ...(story.filesChanged[0] as never as StoryDocument["filesChanged"][number]),
      path: `src/${"deep/".repeat(10)}${at}.ts`,
    })),
  };
  const drawn = storyHtml(long);
  expect(Buffer.byteLength(drawn)).toBeLessThan(300_000);
  expect(drawn).toContain("in the session itself");
});

test("hostile texts are text", () => {
  const [first] = story.parts;
  const hostile = "<script>alert(1)</script>";
  const odd: StoryDocument = {
    ...story,
    title: hostile,
    filesChanged: story.filesChanged.map((file) => ({ ...file, path: hostile })),
    planned: [{ path: hostile, isChanged: false }],
    tasks: { ...story.tasks, rows: story.tasks.rows.map((row) => ({ ...row, subject: hostile })) },
    parts: [
      {
        session: { ...(first as never as StoryDocument["parts"][number]).session, title: hostile },
        beats: first?.beats ?? [],
      },
    ],
  };
  expect(storyHtml(odd)).not.toContain(hostile);
});

test("says how many commits and pull requests there are beyond those at the top", () => {
  const [session] = story.sessions;
  if (session === undefined) throw new Error("no session");
  const git = Array.from({ length: 12 }, (_, order): StoryDocument["git"][number] => ({
    ...{ session, turn: 0, order, anchor: "s-1" },
    event: { kind: "commit", sha: `4d25064${order}`, subject: "A change", branch: order < 6 ? "main" : "weeks" },
  }));
  const outcome = byTag(dom(storyHtml({ ...story, git })), "dd")
    .map(textOf)
    .find((words) => words.includes("4d250640"));
  expect(outcome?.match(/A change/g)).toHaveLength(6);
  expect(outcome).toMatch(/and 6 more, on 2 branches, not pushed, no pull request\s*$/);
});
