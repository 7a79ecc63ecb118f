/** `annals verify`: whether every byte of the store is as it was kept. */

import { lockStore, readStore, saveManifest } from "../store/store.ts";
import { markDamaged, verify as verifyStore } from "../store/verify.ts";
import { UsageError } from "../system/usage-error.ts";
import { count, roughBytes } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { quietProgress } from "./progress.ts";
import { storePath } from "./store.ts";
import { note, print, write } from "./terminal.ts";

const waitMs = 60_000;

export async function verify(options: Arguments): Promise<number> {
  const folder = storePath(options);
  const store = readStore(folder);
  if (store === undefined) throw new UsageError(`There is no store in "${folder}"; annals keep makes one.`);
  const shown = quietProgress();
  shown.phase("Checking", Object.keys(store.manifest.files).length);
  const found = verifyStore(store, (done, _, bytes) => shown.step(done, bytes));
  shown.end();
  await remember(folder, found.damaged);
  const { files, bytes, damaged } = found;
  if (options.isJson) await write(`${JSON.stringify({ store: folder, files, bytes, damaged }, null, 2)}\n`);
  else {
    for (const { path, what } of damaged) await print(`"${path}" ${what}.\n`);
    if (damaged.length > 0)
      await print(
        `${count(damaged.length, "file")} of ${files} ${damaged.length === 1 ? "is" : "are"} damaged; annals keep copies again what the logs still have.\n`,
      );
    else if (!options.isQuiet)
      await print(
        `${count(files, "file")} with ${roughBytes(bytes)} of logs in "${folder}": every byte is as it was kept.\n`,
      );
  }
  return damaged.length === 0 ? 0 : 1;
}

/** So that the next `keep` copies them again. A store that cannot be written was checked all the same. */
async function remember(folder: string, damaged: Parameters<typeof markDamaged>[1]): Promise<void> {
  try {
    const lock = await lockStore(folder, waitMs);
    try {
      const store = readStore(folder);
      if (store === undefined) return;
      const before = JSON.stringify(store.manifest);
      markDamaged(store, damaged);
      if (JSON.stringify(store.manifest) !== before) await saveManifest(store);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (damaged.length > 0) note(error instanceof Error ? error.message : String(error));
  }
}
