/** Lines come out of files as they stand there, wherever the pieces that are read begin and end. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "../../src/log/entries/parse.ts";
import { lines } from "../../src/log/lines.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-lines-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let files = 0;
function fileOf(content: string | Uint8Array): string {
  const path = join(scratch, `${++files}.jsonl`);
  writeFileSync(path, content);
  return path;
}

/** As simply as it can be said. */
function expected(content: string): unknown[] {
  const all = content.replace(/^\ufeff/, "").split("\n");
  return all.flatMap((line, index) => {
    const text = line.replace(/\r$/, "");
    const end = index === all.length - 1 ? { isLast: true } : {};
    return text === "" ? [] : [{ number: index + 1, text, ...end }];
  });
}

const piece = 1 << 18;

describe("lines of a file", () => {
  it("are whole where they cross the border of a piece, or several", () => {
    const size = fc.oneof(fc.nat(40), fc.integer({ min: piece - 3, max: piece + 3 }), fc.constant(3 * piece));
    const line = fc.tuple(size, fc.constantFrom("x", "ü", "€", "🙂"), fc.constantFrom("\n", "\r\n", "\n\n", "\r"));
    const content = fc.tuple(fc.constantFrom("", "\ufeff"), fc.array(line, { maxLength: 6 }), fc.boolean());
    fc.assert(
      fc.property(content, ([mark, made, isCut]) => {
        const text = made.map(([length, letter, end]) => `${letter.repeat(length / letter.length)}${end}`).join("");
        const written = `${mark}${isCut ? text.replace(/[\r\n]+$/, "") : text}`;
        expect([...lines(fileOf(written))]).toEqual(expected(written));
      }),
      { numRuns: 60 },
    );
  });

  it("are those of their own file, though the one before was longer or is still being read", () => {
    const long = fileOf(`${"a\n".repeat(200_000)}end`);
    const short = fileOf("b");
    const marked = fileOf(Buffer.from([0xff, 0xfe]));
    const reading = lines(long);
    expect(reading.next().value).toEqual({ number: 1, text: "a" });
    expect([...lines(short)]).toEqual([{ number: 1, text: "b", isLast: true }]);
    expect([...reading].at(-1)).toEqual({ number: 200_001, text: "end", isLast: true });
    expect([...lines(short)]).toEqual([{ number: 1, text: "b", isLast: true }]);
    expect([...lines(marked)]).toEqual([{ number: 1, text: "\ufffd\ufffd", isLast: true }]);
    expect([...lines(fileOf(""))]).toEqual([]);
  });

  it("are left out where they are longer than any log line, and the next is read", () => {
    const cap = 64 << 20;
    const most = `${"x".repeat(cap)}\n`;
    const path = fileOf(`first\n${most}${"y".repeat(cap + 1)}\r\n{}\n`);
    const found = [...lines(path)].map((line) => ("text" in line ? { ...line, text: line.text.length } : line));
    expect(found).toEqual([
      { number: 1, text: 5 },
      { number: 2, text: cap },
      { number: 3, problem: "long-line", bytes: cap + 2 },
      { number: 4, text: 2 },
    ]);
  });

  it("lose NUL bytes around them, however many; within them they are no JSON", () => {
    const many = "\0".repeat(300_000);
    const path = fileOf(`${many}{"type":"mode"}${many}\n{"type":${many}"mode"}\n${many}\n{"type":"mode"}\n`);
    const { entries, diagnostics } = parse(lines(path), "log");
    expect(entries.map(({ at }) => at.line)).toEqual([1, 4]);
    expect(diagnostics.map(({ code, at }) => [code, at.line])).toEqual([
      ["bad-encoding", 1],
      ["invalid-json", 2],
      ["bad-encoding", 3],
    ]);
  });
});
