/** What is kept of a session for pages over the whole archive. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { cut } from "../../../src/archive/digest/cut.ts";
import { walk } from "../../../src/archive/digest/walk.ts";
import type { LogArchive } from "../../../src/archive/index.ts";
import { digestReader, findDigest } from "../../../src/build/digest-files.ts";
import { digestFormat, type SessionDigest } from "../../../src/model/digest.ts";
import type { Session } from "../../../src/model/session.ts";
import { archiveOf, fixtures } from "../../support/archive.ts";

let archive: LogArchive;
let digests: readonly SessionDigest[];
beforeAll(async () => {
  ({ archive } = await archiveOf(join(fixtures, "sample/projects")));
  digests = archive.sessions.map(({ id }) => archive.digest(id));
});

it("is plain data of a known format, but for the texts of files", () => {
  for (const digest of digests) {
    expect(digest.format).toBe(digestFormat);
    expect(JSON.parse(JSON.stringify(plain(digest)))).toEqual(plain(digest));
  }
});

it("has every turn, numbered as its page numbers them", () => {
  for (const digest of digests) {
    const { session } = archive.whole(digest.session);
    expect(digest.turns.map(({ id }) => id)).toEqual(session.turns.map(({ id }) => id));
    const numbers = digest.turns.flatMap(({ number }) => number ?? []);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  }
});

it("counts the same changes as the session does", () => {
  for (const digest of digests) {
    const { session } = archive.whole(digest.session);
    const own = digest.edits.filter(
      ({ agent, isLeftBehind, isPlanFile, outcome }) => !agent && !isLeftBehind && !isPlanFile && outcome === "ok",
    );
    for (const { path, added, removed, calls } of session.files) {
      const edits = own.filter((edit) => edit.path === path);
      expect(edits.map(({ call }) => call)).toEqual(calls);
      expect(edits.reduce((sum, edit) => sum + edit.added, 0)).toBe(added);
      expect(edits.reduce((sum, edit) => sum + edit.removed, 0)).toBe(removed);
    }
  }
  expect(digests.flatMap(({ edits }) => edits).length).toBeGreaterThan(10);
});

it("every failure of a session's own calls is there, and what mended it comes later", () => {
  for (const digest of digests) {
    const record = archive.session(digest.session);
    expect(digest.failures.filter(({ tests }) => tests === undefined).length).toBeLessThanOrEqual(
      record?.failures ?? 0,
    );
    for (const { order, mended } of digest.failures) if (mended) expect(mended.order).toBeGreaterThan(order);
  }
  expect(digests.flatMap(({ failures }) => failures).some(({ mended }) => mended !== undefined)).toBe(true);
});

it("a text is cut within bounds, and says how long it was", () => {
  expect(cut("short", 10)).toEqual({ text: "short" });
  const long = cut("word ".repeat(100), 50);
  expect(long.text.length).toBeLessThanOrEqual(50);
  expect(long.length).toBe(500);
  expect(cut(`${"x".repeat(9)}😀`, 10).text).toBe("x".repeat(9));
});

/** With the texts of files. */
const plain = (digest: SessionDigest | undefined): unknown => ({
  ...digest,
  texts: { ...digest?.texts, runs: digest?.texts?.runs.map((run) => ({ ...run, text: run.text() })) },
});

it("is read from its file, and made again where that is damaged", () => {
  const [first] = archive.sessions;
  if (first === undefined) throw new Error("no session");
  const file = join(mkdtempSync(join(tmpdir(), "annals-")), "digest.json");
  const read = (): unknown => plain(digestReader(archive, () => file)(first.id));
  const made = read();
  expect(plain(findDigest(file))).toEqual(made);
  writeFileSync(file, readFileSync(file, "utf8").replace(first.title, "Another title"));
  expect(findDigest(file)).toBeUndefined();
  expect(read()).toEqual(made);
  expect(plain(findDigest(file))).toEqual(made);
});

it("an agent in the background whose log is not there has the words of its report, not those of the client that started it", async () => {
  const log = "-home-ines-tidemark/aaaaaaaa-0000-4000-8000-000000000001.jsonl";
  const folder = mkdtempSync(join(tmpdir(), "annals-digest-"));
  // Without the agent's own log.
  cpSync(join(fixtures, "sessions/an-agent-in-the-background", log), join(folder, log));
  const { archive: started } = await archiveOf(folder);
  const found = started.sessions.flatMap(({ id }) => started.digest(id).agents);
  expect(found.map(({ description, words }) => [description, words?.text])).toEqual([["Dig", "Dug deep"]]);
});

it("what an agent does once it is told to go on comes of the prompt that has it told so", () => {
  const call = (id: string, more: object): object => ({ kind: "call", call: { id, ...more } });
  const turn = (time: string, ...steps: readonly object[]): object => ({ id: time, time, steps });
  const work = turn("2026-04-02T09:10:00Z", call("e1", { kind: "edit" }));
  const again = turn("2026-04-02T09:31:00Z", call("e2", { kind: "edit" }));
  const session = {
    turns: [
      turn("2026-04-02T09:00:00Z", call("c1", { kind: "agent", agentId: "a1" })),
      turn("2026-04-02T09:20:00Z"),
      turn("2026-04-02T09:30:00Z", call("c2", { kind: "sendMessage", to: "a1" })),
    ],
    agents: [{ id: "a1", calledBy: "c1", turns: [work, again], agents: [] }],
  } as unknown as Session;
  const { steps } = walk(session);
  const edits = steps.filter(({ step }) => step.kind === "call" && step.call.kind === "edit");
  expect(edits.map(({ moment }) => [moment.agent, moment.turn])).toEqual([
    ["a1", 0],
    ["a1", 2],
  ]);
});
