import { existsSync, linkSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { put, putParts } from "../../src/system/put.ts";

const folder = mkdtempSync(join(tmpdir(), "annals-put-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("writes a text part by part, into folders that are missing, and tells its bytes", () => {
  const file = join(folder, "a/b/parts.txt");
  const parts = Array.from({ length: 5000 }, (_, at) => `${at} – ä🙂 ${"x".repeat(at % 90)}\n`);
  const size = putParts(file, parts);
  expect(readFileSync(file, "utf8")).toBe(parts.join(""));
  expect(size).toBe(statSync(file).size);
  expect(putParts(join(folder, "empty.txt"), [])).toBe(0);
  expect(existsSync(join(folder, "empty.txt"))).toBe(true);
});

it("never writes into a file that is there: another site may have a link to it", () => {
  const [file, other] = [join(folder, "site.txt"), join(folder, "other.txt")];
  put(file, "before");
  linkSync(file, other);
  expect(putParts(file, ["be", "fore"])).toBe(6);
  expect(statSync(file).ino).toBe(statSync(other).ino);
  expect(putParts(file, ["after"])).toBe(5);
  expect(readFileSync(file, "utf8")).toBe("after");
  expect(readFileSync(other, "utf8")).toBe("before");
});
