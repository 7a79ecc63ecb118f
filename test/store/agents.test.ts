/** The store keeps the logs of every agent, and gives their sessions when the logs are gone. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readArchive } from "../../src/archive/index.ts";
import { sourcePaths } from "../../src/log/source-path.ts";
import { codingAgents } from "../../src/model/coding-agent.ts";
import type { Session } from "../../src/model/session.ts";
import { keep } from "../../src/store/keep.ts";
import { event, log, rolloutName } from "../log/codex/rollout.ts";
import { fixtures } from "../support/archive.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-agents-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const folder = join(scratch, "store");
const view = { folder, isOwn: true };

async function sessions(sources: readonly string[], store = view): Promise<readonly Partial<Session>[]> {
  const archive = await readArchive({ sources, store, title: "", timeZone: "UTC" });
  return archive.sessions.map(({ id }) => {
    const { kept: _, ...session } = archive.whole(id).session;
    return session;
  });
}

/** Where no working folder is logged, the place of the log is all that is known of the project. */
const rollout = log(
  { type: "session_meta", payload: { id: "thread-1" } },
  event("user_message", { message: "Hello." }),
);

it("a session is the same from the store as from its log, whatever agent wrote it", async () => {
  const home = join(scratch, "home");
  cpSync(join(fixtures, "agents/home"), home, { recursive: true });
  const path = join(home, ".codex", rolloutName("thread-1"));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, rollout);
  const sources = sourcePaths(home);
  const wanted = sources.map((path) => ({ path, machine: "pc", isOwn: true }));
  const first = await keep({ folder, sources: wanted, waitMs: 1000 });
  expect(first.new).toBeGreaterThan(5);
  expect(await keep({ folder, sources: wanted, waitMs: 1000 })).toMatchObject({ new: 0, grown: 0, rewritten: 0 });
  const before = await sessions(sources);
  expect(new Set(before.map(({ agent }) => agent))).toEqual(new Set(codingAgents));
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
  expect(await sessions([])).toEqual(before);
});

it("a database that is named by itself is kept, too", async () => {
  const path = join(scratch, "my.db");
  for (const end of ["", "-wal"])
    cpSync(join(fixtures, `agents/home/.local/share/opencode/opencode.db${end}`), `${path}${end}`);
  const other = { folder: join(scratch, "other"), isOwn: true };
  const wanted = [{ path, machine: "pc", isOwn: true }];
  const kept = await keep({ folder: other.folder, sources: wanted, waitMs: 1000 });
  expect(kept.new).toBeGreaterThan(3);
  expect(kept.unread).toEqual([]);
  const before = await sessions([path], other);
  rmSync(path);
  rmSync(`${path}-wal`);
  expect(await sessions([], other)).toEqual(before);
});
