/** Logs that were cut or hold junk: nothing throws, every good line stays, every bad one is named. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LogArchive, readArchive } from "../../src/archive/index.ts";
import type { Agent, Session, Turn } from "../../src/model/session.ts";
import { filesBelow } from "./logs.ts";

const corpus = join(import.meta.dirname, "../../../shared/corpus/projects");
const sample = join(import.meta.dirname, "../../fixtures/sample/projects");
const source = existsSync(corpus) ? corpus : sample;
const seed = 20260802;
const newline = 10;

/** mulberry32: the same damage every time. */
function randomFrom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = ReturnType<typeof randomFrom>;

const junk: readonly ((random: Random) => Buffer)[] = [
  () => Buffer.from("null"),
  () => Buffer.from("[]"),
  () => Buffer.from("42"),
  () => Buffer.from('"words"'),
  () => Buffer.from('{"type":"user","message":{"content":"cut in the mid'),
  () => Buffer.from('"\\ud800\\udc"'),
  () => Buffer.from([0xed, 0xa0, 0x80, 0x22, 0xed, 0xb0, 0x80]),
  () => Buffer.from([0xff, 0xfe, 0x00, 0x9f, 0x01, 0x80]),
  (random) =>
    Buffer.from(
      Array.from({ length: 1 + random(400) }, () => random(255)).map((byte) =>
        byte === newline || byte === 13 ? 1 : byte,
      ),
    ),
];
const long = Buffer.alloc(5 << 20, "x");

interface Damaged {
  readonly bytes: Buffer;
  /** The same file with nothing where the bad lines are: what must stay. */
  readonly good: Buffer;
  readonly bad: readonly number[];
}

function damaged(bytes: Buffer, random: Random, isLong: boolean): Damaged {
  const end = random(3) === 0 && bytes.length > 2 ? 1 + random(bytes.length - 1) : bytes.length;
  const lines = linesOf(bytes.subarray(0, end));
  const bad = new Set<number>();
  if (end < bytes.length && !isEntry(lines.at(-1))) bad.add(lines.length);
  for (let times = random(4); times > 0; times--) {
    const index = random(lines.length);
    const made = isLong && times === 1 ? long : junk[random(junk.length)]?.(random);
    if (made === undefined || lines[index]?.length === 0) continue;
    lines[index] = made;
    bad.add(index + 1);
  }
  const good = lines.map((line, index) => (bad.has(index + 1) ? Buffer.alloc(0) : line));
  return { bytes: joined(lines), good: joined(good), bad: [...bad] };
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...lines, bytes.subarray(start)];
}

function joined(lines: readonly Buffer[]): Buffer {
  return Buffer.concat(lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.from("\n"), line])));
}

function isEntry(line: Buffer | undefined): boolean {
  if (line === undefined || line.toString("utf8").trim() === "") return true;
  try {
    const value: unknown = JSON.parse(line.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function archiveOf(folder: string): Promise<LogArchive> {
  return readArchive({ sources: [folder], title: "", timeZone: "UTC" });
}

/** Every step by what it is and where it stands, agents and left versions included; notes on bad lines apart. */
function stepsOf({ turns, agents }: Pick<Session | Agent, "turns" | "agents">): readonly string[] {
  return [...turns.flatMap(stepsOfTurn), ...agents.flatMap(stepsOf)];
}

function stepsOfTurn({ prompt, at, steps, otherVersions }: Turn): readonly string[] {
  const own = steps.flatMap((step) =>
    step.kind === "event" && step.event === "diagnostic" ? [] : [JSON.stringify(step)],
  );
  const said = prompt.kind === "none" ? [] : [`${at.line} ${JSON.stringify(prompt)}`];
  return [...said, ...own, ...(otherVersions ?? []).flat().flatMap(stepsOfTurn)];
}

describe("damaged logs", () => {
  const scratch = mkdtempSync(join(tmpdir(), "annals-damage-"));
  const folder = (name: string): string => join(scratch, name, "projects");
  const files = filesBelow(source, (name) => name.endsWith(".jsonl") && name !== "journal.jsonl").map((path) =>
    relative(source, path),
  );
  const bad = new Map<string, readonly number[]>();
  let all: LogArchive;
  let good: LogArchive;

  beforeAll(async () => {
    const random = randomFrom(seed);
    for (const name of ["all", "good", "some"]) cpSync(source, folder(name), { recursive: true });
    for (const [index, file] of files.entries()) {
      const broken = damaged(readFileSync(join(source, file)), random, index % 16 === 0);
      writeFileSync(join(folder("all"), file), broken.bytes);
      writeFileSync(join(folder("good"), file), broken.good);
      if (index % 3 === 0) writeFileSync(join(folder("some"), file), broken.bytes);
      bad.set(`projects/${file.split("\\").join("/")}`, broken.bad);
    }
    [all, good] = [await archiveOf(folder("all")), await archiveOf(folder("good"))];
  });

  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it("are read to the end, and keep every good line", () => {
    expect(good.sessions.length).toBeGreaterThan(files.length / 4);
    for (const { id } of good.sessions) {
      const left = new Set(stepsOf(all.whole(id).session));
      expect(stepsOf(good.whole(id).session).filter((step) => !left.has(step))).toEqual([]);
    }
    expect(all.usage).toEqual(good.usage);
  });

  it("name file and line of each bad line", () => {
    const named = new Set(all.diagnostics.map(({ at }) => `${at.file}:${at.line}`));
    const wanted = [...bad].flatMap(([file, lines]) => lines.map((line) => `${file}:${line}`));
    expect(wanted.length).toBeGreaterThan(files.length / 2);
    expect(wanted.filter((place) => !named.has(place))).toEqual([]);
  });

  it("leave the other sessions as they were", async () => {
    const [before, after] = [await archiveOf(source), await archiveOf(folder("some"))];
    const touched = new Set(files.filter((_, index) => index % 3 === 0).map((file) => basename(file)));
    const linked = new Set(before.chains.flatMap(({ links }) => links.map(({ session }) => session)));
    let same = 0;
    for (const { id } of before.sessions) {
      const { session } = before.whole(id);
      const own = [session.file, ...agentFiles(session.agents)].map((file) => basename(file));
      // What a session shares with others may change with them.
      if (linked.has(id) || own.some((file) => touched.has(file))) continue;
      expect(after.whole(id).session.turns).toEqual(session.turns);
      same++;
    }
    expect(same).toBeGreaterThan(3);
  });
});

function agentFiles(agents: readonly Agent[]): readonly string[] {
  return agents.flatMap(({ file, agents: inner }) => [file, ...agentFiles(inner)]);
}
