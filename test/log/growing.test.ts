/** A log that is being written is parsed from where it grew; what comes out is what the whole of it says. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readSession } from "../../src/archive/read-session.ts";
import { growingLogs } from "../../src/log/entries/growing.ts";
import { readLog } from "../../src/log/entries/parse.ts";
import { findLogs } from "../../src/log/find-logs.ts";
import type { ReadFile } from "../../src/log/provider.ts";
import { readFile } from "../../src/log/read-log.ts";
import { groupSessions } from "../../src/log/session-files.ts";
import { fixtures } from "../support/archive.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-growing-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const path = join(scratch, "log.jsonl");

const prompt = (words: string): string =>
  JSON.stringify({ type: "user", uuid: words, message: { role: "user", content: words } });

describe("a log that grows", () => {
  it("gives what the whole gives, wherever it was cut, and whatever happened to it", () => {
    const piece = fc.oneof(
      fc.constantFrom("\n", "\r\n", "\n\n", "\0", "\ufeff", "[1]\n", "not a line\n", "null\n", '{"type":"mystery"}\n'),
      fc.string().map(prompt),
      fc.string({ maxLength: 8 }),
      fc.string().map((words) => `${prompt(words)}\n`),
    );
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ add: piece }) },
      { weight: 1, arbitrary: fc.record({ cutTo: fc.nat(300) }) },
      { weight: 1, arbitrary: fc.record({ changeAt: fc.nat(300) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const read = growingLogs();
        let bytes = Buffer.alloc(0);
        for (const each of steps) {
          if ("add" in each) bytes = Buffer.concat([bytes, Buffer.from(each.add)]);
          else if ("cutTo" in each) bytes = bytes.subarray(0, each.cutTo);
          else if (each.changeAt < bytes.length)
            bytes = Buffer.from(bytes.map((byte, at) => (at === each.changeAt ? 120 : byte)));
          writeFileSync(path, bytes);
          expect(read(path, "p/log.jsonl")).toEqual(readLog(path, "p/log.jsonl"));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is read from where it grew: what stood there before comes as the very same entries", () => {
    const read = growingLogs();
    writeFileSync(path, `${prompt("one")}\n${prompt("two")}\n${prompt("three").slice(0, 9)}`);
    const before = read(path, "log").entries;
    writeFileSync(path, `${prompt("one")}\n${prompt("two")}\n${prompt("three")}\n`);
    const after = read(path, "log").entries;
    expect(before).toHaveLength(2);
    expect(after.map((entry) => entry.at.line)).toEqual([1, 2, 3]);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });

  it("gives the diagnostics of a log that cannot be read as a whole reading does", () => {
    const read = growingLogs();
    const missing = join(scratch, "nowhere.jsonl");
    expect(() => read(missing, "log")).toThrow(/ENOENT/);
  });
});

describe("entries that are kept", () => {
  const sessions = groupSessions(findLogs([fixtures]).files);

  it("are not changed when a session is made of them", () => {
    const frozen: ReadFile = (file) => deeplyFrozen(readFile(file));
    expect(sessions.length).toBeGreaterThan(20);
    for (const files of sessions) expect(readSession(files, {}, frozen).session).toEqual(readSession(files).session);
  });
});

function deeplyFrozen<Value>(value: Value): Value {
  const stack: unknown[] = [value];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next !== "object" || next === null || Object.isFrozen(next) || ArrayBuffer.isView(next)) continue;
    Object.freeze(next);
    for (const each of Object.values(next)) if (each !== undefined) stack.push(each);
  }
  return value;
}
