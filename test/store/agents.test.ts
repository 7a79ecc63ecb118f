/** The store keeps the logs of every agent, and gives their sessions when the logs are gone. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readArchive } from "../../src/archive/index.ts";
import { sourcePaths } from "../../src/log/source-path.ts";
import type { Session } from "../../src/model/session.ts";
import { keep } from "../../src/store/keep.ts";
import { fixtures } from "../support/archive.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-agents-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const folder = join(scratch, "store");
const view = { folder, isOwn: true };

async function sessions(sources: readonly string[]): Promise<readonly Partial<Session>[]> {
  const archive = await readArchive({ sources, store: view, title: "", timeZone: "UTC" });
  return archive.sessions.map(({ id }) => {
    const { session } = archive.whole(id);
    const { agent, title, project, turns, usage, agents } = session;
    return {
      id,
      agent,
      title,
      project,
      usage,
      turns: turns.length as never,
      agents: agents.map((each) => each.id) as never,
    };
  });
}

it("a session is the same from the store as from its log, whatever agent wrote it", async () => {
  const home = join(scratch, "home");
  cpSync(join(fixtures, "agents/home"), home, { recursive: true });
  const sources = sourcePaths(home);
  const wanted = sources.map((path) => ({ path, machine: "pc", isOwn: true }));
  const first = await keep({ folder, sources: wanted, waitMs: 1000 });
  expect(first.new).toBeGreaterThan(5);
  expect(await keep({ folder, sources: wanted, waitMs: 1000 })).toMatchObject({ new: 0, grown: 0, rewritten: 0 });
  const before = await sessions(sources);
  expect(new Set(before.map(({ agent }) => agent))).toEqual(new Set(["claude-code", "opencode", "pi"]));
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
  expect(await sessions([])).toEqual(before);
});
