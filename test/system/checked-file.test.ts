import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { read, readWithTexts, write, writeParts, writeWithTexts } from "../../src/system/checked-file.ts";

const folder = mkdtempSync(join(tmpdir(), "annals-checked-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "below/value.json");

describe("a file with a checksum", () => {
  it("gives the value again, however large", () => {
    for (const value of [{ a: 1, text: "Größe 😀" }, [], "x".repeat(5_000_000)]) {
      write(file, value);
      expect(read(file)).toEqual(value);
    }
    writeParts(file, ['{"a":', "1}"]);
    expect(read(file)).toEqual({ a: 1 });
  });

  it("is absent or damaged, and says which", () => {
    expect(read(join(folder, "none"))).toBe("absent");
    write(file, { a: 1 });
    const whole = readFileSync(file, "utf8");
    for (const text of ["", "\n", whole.slice(0, -1), whole.replace("1", "2"), `${whole} `]) {
      writeFileSync(file, text);
      expect(read(file), text).toBe("damaged");
    }
  });
});

describe("a file with texts behind its value", () => {
  const texts = ["", "one\ntwo\n", "Größe 😀".repeat(1000), "x".repeat(5_000_000), "last"];

  it("gives each text when it is asked for, in any order", () => {
    writeWithTexts(file, { a: "b\nc" }, texts);
    const found = readWithTexts(file);
    if (typeof found === "string") throw new Error(found);
    expect(found.value).toEqual({ a: "b\nc" });
    // Another file takes the room that this one was read into.
    write(join(folder, "other"), "y".repeat(100_000));
    read(join(folder, "other"));
    for (const index of [4, 0, 2, 1, 3, 2]) expect(found.textAt(index)).toBe(texts[index]);
  });

  it("keeps texts apart where one ends in half a character and the next begins with the other half", () => {
    writeWithTexts(file, {}, ["one \ud83d", "\ude00 two", "three"]);
    const found = readWithTexts(file);
    if (typeof found === "string") throw new Error(found);
    expect([0, 1, 2].map(found.textAt)).toEqual(["one \ufffd", "\ufffd two", "three"]);
  });

  it("is damaged where one of them is", () => {
    writeWithTexts(file, {}, ["one", "two"]);
    writeFileSync(file, readFileSync(file, "utf8").replace("two", "twx"));
    expect(readWithTexts(file)).toBe("damaged");
  });
});
