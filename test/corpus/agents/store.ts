/** Each session of a home folder, read from a store alone, against the same read from its logs. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArchive } from "../../../src/archive/index.ts";
import { sourcePaths } from "../../../src/log/source-path.ts";
import { keep } from "../../../src/store/keep.ts";

/** What differs: a session and a field of it, or a session that one of both does not have. */
export async function differencesInStore(home: string): Promise<readonly string[]> {
  const scratch = mkdtempSync(join(tmpdir(), "annals-store-"));
  try {
    const logs = join(scratch, "home");
    cpSync(home, logs, { recursive: true });
    const sources = sourcePaths(logs);
    const folder = join(scratch, "store");
    await keep({ folder, sources: sources.map((path) => ({ path, machine: "pc", isOwn: true })), waitMs: 1000 });
    const fromLogs = await fieldsOf(sources, folder);
    rmSync(logs, { recursive: true });
    const fromStore = await fieldsOf([], folder);
    const names = new Set([...fromLogs.keys(), ...fromStore.keys()]);
    return [...names].filter((name) => fromLogs.get(name) !== fromStore.get(name));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function fieldsOf(sources: readonly string[], folder: string): Promise<ReadonlyMap<string, string>> {
  const archive = await readArchive({ sources, store: { folder, isOwn: true }, title: "", timeZone: "UTC" });
  const found = new Map<string, string>();
  for (const { id } of archive.sessions) {
    const { kept: _, ...session } = archive.whole(id).session;
    for (const [name, value] of Object.entries(session)) found.set(`${id} ${name}`, JSON.stringify(value) ?? "");
  }
  return found;
}
