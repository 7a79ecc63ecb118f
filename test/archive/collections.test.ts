/** Lists over the whole archive. That each record leads to its place is in test/search/anchors.test.ts. */
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { collections } from "../../src/archive/collections.ts";
import type { LogArchive } from "../../src/archive/index.ts";
import type { Collections } from "../../src/model/collections.ts";
import { archiveOf, fixtures } from "../support/archive.ts";

let archive: LogArchive;
let lists: Collections;
beforeAll(async () => {
  ({ archive } = await archiveOf(join(fixtures, "sample/projects")));
  lists = collections(archive);
});

it("a plan that another session carries out is listed once, where it was written", () => {
  const titles = lists.plans.filter(({ status }) => status === "approved").map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  const carriedOut = lists.plans.filter(({ implementedIn }) => implementedIn !== undefined);
  expect(carriedOut.length).toBeGreaterThan(0);
  for (const { session, implementedIn } of carriedOut) expect(implementedIn).not.toBe(session);
});

it("a snapshot holds the whole list and names what changed; the last one is what the record has", () => {
  expect(lists.snapshots.length).toBeGreaterThan(10);
  for (const { tasks, changed, origin } of lists.snapshots)
    if (origin === "task-tools") for (const id of changed) expect(tasks.map((task) => task.id)).toContain(id);
  for (const { id, tasks } of archive.sessions) {
    const last = lists.snapshots.filter(({ session, agent }) => session === id && agent === undefined).at(-1);
    expect(tasks).toEqual(expect.arrayContaining([...(last?.tasks ?? [])]));
  }
});

it("prompts of people are numbered in each session from 1", () => {
  for (const { id } of archive.sessions) {
    const numbers = lists.prompts.filter(({ session }) => session === id).flatMap(({ number }) => number ?? []);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  }
  expect(lists.prompts.filter(({ kind }) => kind === "machine").every(({ number }) => number === undefined)).toBe(true);
});
