/** Over whole logs, real ones where they are at hand: what must survive does, and what was found is counted. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findingCounts } from "../../src/redact/index.ts";
import { corpora } from "../support/corpora.ts";
import { ownRedactor } from "./redactors.ts";

const survivors = {
  commit: /(?<![0-9a-z])[0-9a-f]{40}(?![0-9a-z])/g,
  // But for `TEST_PRIVATE_KEY: &str = "…"`: a private key may be written so, and is one.
  hash: /(?<![0-9a-z]|private_key(?:: &str)?[\s:="]{1,12})(?:[0-9a-f]{32}|[0-9a-f]{64})(?![0-9a-z])/gi,
  uuid: /(?<![0-9a-z-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z-])/g,
  integrity: /sha(?:1|256|384|512)-[A-Za-z0-9+/=]{20,}/g,
  logId: /(?<!\w)(?:toolu|msg|req)_[A-Za-z0-9]{10,}/g,
  version: /(?<![\w.])v?\d+\.\d+\.\d+(?:-[\w.]+)?(?![\w.])/g,
} as const;

it.each(corpora)("touches no commit, hash, uuid, integrity string or version of $name", async ({ folder }) => {
  const redactor = await ownRedactor();
  const texts: string[] = [];
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".jsonl"))
    .sort();
  for (const file of files) {
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .forEach((line, index) => {
        for (const text of stringsOf(line)) {
          redactor.learn(text, { file, line: index + 1 });
          texts.push(text);
        }
      });
  }
  const lost: string[] = [];
  let size = 0;
  for (const text of texts) {
    size += text.length;
    const after = redactor.redact(text);
    if (after === text) continue;
    for (const [kind, pattern] of Object.entries(survivors)) {
      const before = text.match(pattern) ?? [];
      if ((after.match(pattern) ?? []).length < before.length) lost.push(kind);
    }
  }
  console.log(
    `${(size / 1e6).toFixed(1)} MB`,
    findingCounts(redactor.findings),
    `${(redactor.findings.reduce((sum, { count }) => sum + count, 0) / (size / 1e6)).toFixed(2)} findings per MB`,
  );
  expect(texts.length).toBeGreaterThan(1000);
  expect(lost).toEqual([]);
});

function stringsOf(line: string): readonly string[] {
  const strings: string[] = [];
  try {
    const stack: unknown[] = [JSON.parse(line)];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (typeof next === "string") strings.push(next);
      else if (typeof next === "object" && next !== null)
        for (const item of Object.values(next)) if (item !== undefined && item !== null) stack.push(item);
    }
  } catch {
    // A cut line; the reader's tests look at those.
  }
  return strings;
}
