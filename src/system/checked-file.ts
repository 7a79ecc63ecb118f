/** JSON files with a checksum: a line with the hash of the rest, then the rest. A file that does not match is damaged. */
import { createHash, type Hash } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";

export const digest = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hashOf(hash);
};

/** Returns the hash. */
export function write(path: string, value: unknown): string {
  const bytes = Buffer.from(JSON.stringify(value));
  const hash = digest(bytes);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${process.pid}`;
  // Logs are private, and so is what is kept of them.
  const file = openSync(aside, "w", 0o600);
  try {
    writeFileSync(file, `${hash}\n`);
    writeFileSync(file, bytes);
  } finally {
    closeSync(file);
  }
  renameSync(aside, path);
  return hash;
}

/** The same for a text that comes in parts; they are not held together. */
export function writeParts(path: string, parts: Iterable<string>): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${process.pid}`;
  const hash = createHash("sha256");
  const file = openSync(aside, "w", 0o600);
  try {
    // Its place is known before its value is.
    writeSync(file, `${hashOf(createHash("sha256"))}\n`);
    for (const part of parts) {
      const bytes = Buffer.from(part);
      hash.update(bytes);
      writeFileSync(file, bytes);
    }
    writeSync(file, hashOf(hash.update("\0")), 0);
  } finally {
    closeSync(file);
  }
  renameSync(aside, path);
}

const hashOf = (hash: Hash): string => hash.digest("base64url").slice(0, 27);

/** "absent" is usual, "damaged" is reported. */
export function read<Value>(path: string): Value | "absent" | "damaged" {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "absent" : "damaged";
  }
  const end = bytes.indexOf("\n");
  if (end < 0 || digest(bytes.subarray(end + 1)) !== bytes.toString("latin1", 0, end)) return "damaged";
  return JSON.parse(bytes.toString("utf8", end + 1)) as Value;
}
