/** A home folder as an agent leaves it, of records that the test writes down. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readSession } from "../../src/archive/read-session.ts";
import { findLogs } from "../../src/log/find-logs.ts";
import { groupSessions } from "../../src/log/session-files.ts";

/** Files by their paths: a text as it stands, a list as lines of JSON, an object as a JSON document. */
export function homeOf(files: Readonly<Record<string, string | readonly unknown[] | object>>): string {
  const home = mkdtempSync(join(process.env.ANNALS_TEST_FOLDER ?? tmpdir(), "annals-home-"));
  for (const [name, content] of Object.entries(files)) {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, textOf(content));
  }
  return home;
}

function textOf(content: string | readonly unknown[] | object): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content, undefined, 2);
  return content.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
}

/** Every session of a home folder, by its id. */
export function sessionsIn(home: string) {
  return new Map(groupSessions(findLogs([home]).files).map((files) => [String(files.id), readSession(files)]));
}

/** The only session of a home folder. */
export function onlySession(files: Parameters<typeof homeOf>[0]) {
  const [only, ...others] = sessionsIn(homeOf(files)).values();
  if (only === undefined || others.length > 0)
    throw new Error(`Not one session, but ${others.length + (only ? 1 : 0)}.`);
  return only;
}
