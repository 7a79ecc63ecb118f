/** Files that are only believed when they are whole: a line with the hash of the rest, then the rest. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export const digest = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("base64url").slice(0, 27);
};

/** Returns the hash. */
export function write(path: string, value: unknown): string {
  const text = JSON.stringify(value);
  const hash = digest(text);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${process.pid}`;
  // Logs are private, and so is what is kept of them.
  writeFileSync(aside, `${hash}\n${text}`, { mode: 0o600 });
  renameSync(aside, path);
  return hash;
}

/** "absent" and "damaged" are told apart: the second is worth a word. */
export function read<Value>(path: string): Value | "absent" | "damaged" {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "absent" : "damaged";
  }
  const end = text.indexOf("\n");
  const body = text.slice(end + 1);
  if (end < 0 || digest(body) !== text.slice(0, end)) return "damaged";
  return JSON.parse(body) as Value;
}
