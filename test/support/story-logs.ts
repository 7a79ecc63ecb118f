/** Logs of a few lines each, of sessions that may follow each other. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const entry = (session: string, more: object, at: string): string =>
  JSON.stringify({
    sessionId: session,
    uuid: `${session}-${at}`,
    parentUuid: null,
    isSidechain: false,
    cwd: "/w/tides",
    version: "2.1.0",
    timestamp: at,
    ...more,
  });

export const said = (session: string, content: unknown, at: string, role: "user" | "assistant" = "user"): string =>
  entry(session, { type: role, message: { role, content } }, at);

/** What the client sends after "accept and clear context". */
export const acceptedPlan = (transcript: string, body = "Do it."): string =>
  `Implement the following plan:\n\n# Tides\n\n${body}\n\nIf you need specific details from before exiting plan mode, read the full transcript at: /h/.claude/projects/-w-tides/${transcript}.jsonl`;

/** By the log's path; a session without a folder is one of tides. */
export function written(logs: Readonly<Record<string, readonly string[]>>): string {
  const root = mkdtempSync(join(tmpdir(), "annals-"));
  for (const [name, lines] of Object.entries(logs)) {
    const path = join(root, name.includes("/") ? "" : "-w-tides", `${name}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${lines.join("\n")}\n`);
  }
  return root;
}
