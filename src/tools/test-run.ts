/** How many tests a run had, from the summary that it printed; undefined where there is none. */
import type { TestCounts } from "../model/digest.ts";

/** A command that mostly runs tests. */
export const isTestCommand = (command: string): boolean =>
  /\b(?:vitest|jest|mocha|pytest|phpunit|rspec|ctest|tox|ava)\b|\b(?:npm|pnpm|yarn|bun|cargo|go|mix|dotnet|deno|make|gradle|mvn|swift|node)\b[^|;&\n]{0,60}\btest\b/.test(
    command,
  );

/** Asked only where its words are there: most commands that mention tests print no summary. */
type Reader = readonly [words: string, read: (text: string) => TestCounts | undefined];

const readers: readonly Reader[] = [
  // vitest: "Tests  1 failed | 10 passed (11)"; jest: "Tests: 1 failed, 10 passed, 11 total"
  ["Tests", (text) => ofLine(/^\s*Tests:?\s+(.*(?:passed|failed).*)$/gm, text)],
  // pytest: "=== 1 failed, 10 passed in 0.12s ==="
  [" in ", (text) => ofLine(/^=*\s*((?:\d+ \w+, )*\d+ (?:passed|failed)\b.* in [\d.]+.*)$/gm, text)],
  // cargo: "test result: ok. 5 passed; 0 failed; …", one for each crate
  ["test result: ", (text) => summed(text, /^test result: .*?(?<passed>\d+) passed; (?<failed>\d+) failed/gm)],
  // node --test: "# pass 5" "# fail 0", or "ℹ pass 5"
  [" pass ", (text) => pair(text, /^[#ℹ] pass (\d+)$/m, /^[#ℹ] fail (\d+)$/m)],
  // mocha: "5 passing (12ms)", "1 failing"
  [" passing", (text) => pair(text, /^\s*(\d+) passing\b/m, /^\s*(\d+) failing\b/m)],
];

const longest = 400_000;

export function testCounts(output: string): TestCounts | undefined {
  // The summary stands at the end.
  const text = output.length > longest ? output.slice(-longest) : output;
  for (const [words, read] of readers) {
    const found = text.includes(words) ? read(text) : undefined;
    if (found !== undefined && found.passed + found.failed > 0) return found;
  }
  return undefined;
}

function ofLine(line: RegExp, text: string): TestCounts | undefined {
  // A loop may run them several times.
  const found = [...text.matchAll(line)].map(([, words = ""]) => words);
  if (found.length === 0) return undefined;
  const amount = (what: string): number =>
    found.reduce((sum, words) => sum + Number(new RegExp(`(\\d+) ${what}`).exec(words)?.[1] ?? 0), 0);
  return { passed: amount("passed"), failed: amount("failed") };
}

function summed(text: string, line: RegExp): TestCounts | undefined {
  const found = [...text.matchAll(line)];
  if (found.length === 0) return undefined;
  const sum = (name: string): number => found.reduce((all, { groups }) => all + Number(groups?.[name] ?? 0), 0);
  return { passed: sum("passed"), failed: sum("failed") };
}

function pair(text: string, passed: RegExp, failed: RegExp): TestCounts | undefined {
  const [good, bad] = [passed.exec(text)?.[1], failed.exec(text)?.[1]];
  return good === undefined ? undefined : { passed: Number(good), failed: Number(bad ?? 0) };
}
