/** Blames of made-up work whose authors are known: no prompt is named that did not write a line, and no old text is shown as the end. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { check } from "./simulated/check.ts";
import { kinds, Work } from "./simulated/work.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-simulated-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const habits = fc.record({
  tells: fc.constantFrom("all", "without original", "strings", "words", "nothing", "any"),
  hasWindowsEnds: fc.boolean(),
  hasSnapshots: fc.boolean(),
  callIds: fc.constantFrom("own", "own", "per session", "per thread"),
  sidechains: fc.constantFrom("files", "files", "inside"),
  hasRewinds: fc.constantFrom(true, true, false),
});
const deeds = fc.array(fc.constantFrom(...kinds), { minLength: 4, maxLength: 34 });
const found = { lines: 0, named: 0 };
const runs = Number(process.env.SIMULATED_RUNS ?? 200);

/** So that a log that grows by chance is nowhere left from the case before. */
let made = 0;

describe("a blame of work whose authors are known", () => {
  it.each([
    ["where clocks go on", false],
    ["where clocks are set back", true],
  ])("names no wrong prompt, and says where it stops, %s", { timeout: 600_000 }, async (_, setsClocks) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), habits, deeds, async (seed, own, done) => {
        const work = new Work(seed, { ...own, setsClocks });
        for (const kind of done) work.do(kind);
        const root = join(scratch, String(++made));
        const { wrong, stale, counts } = await check(work, root);
        rmSync(root, { recursive: true, force: true });
        found.lines += counts.lines;
        found.named += counts.named;
        expect(wrong).toEqual([]);
        // Which of two sessions came last is not known then.
        if (!setsClocks) expect(stale).toEqual([]);
      }),
      { numRuns: setsClocks ? runs / 4 : runs },
    );
    // Else it could be right by naming nobody.
    expect(found.named / found.lines).toBeGreaterThan(0.7);
  });
});
