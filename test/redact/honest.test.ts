/** Texts with nothing to hide: what tools print and people write about tokens and passwords. None of it may change. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ownRedactor } from "./redactors.ts";

const folder = join(import.meta.dirname, "honest");

describe("honest texts stay as they are", () => {
  it.each(readdirSync(folder))("%s", async (file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const redactor = await ownRedactor();
    const after = redactor.redact(text).split("\n");
    const changed = text
      .split("\n")
      .flatMap((line, index) => (after[index] === line ? [] : [`${line}  =>  ${after[index]}`]));
    expect(changed).toEqual([]);
    // And each line alone, as a search result or a title has it.
    const alone = text.split("\n").filter((line) => redactor.redact(line) !== line);
    expect(alone).toEqual([]);
  });

  it("also where JSON quotes them twice", async () => {
    const redactor = await ownRedactor();
    for (const file of readdirSync(folder)) {
      const text = JSON.stringify(JSON.stringify({ output: readFileSync(join(folder, file), "utf8") }));
      expect(redactor.redact(text), file).toBe(text);
    }
  });
});
