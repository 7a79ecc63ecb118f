/** Archives whose data somebody changed. */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pieceScript } from "../../src/search/offline.ts";
import { scriptPieces, unpacked } from "../../src/site/boot.ts";

export interface ChangedBoot {
  readonly table: { sessions: unknown[][]; [key: string]: unknown };
  readonly shards: { name: string; folder: string }[];
}

/** A copy of an archive with another beginning of its search. */
export function changedArchive(from: string, folder: string, change: (boot: ChangedBoot) => void): string {
  cpSync(from, folder, { recursive: true });
  const file = join(folder, "pagefind/boot.js");
  const pieces = scriptPieces(file);
  const boot = unpacked(pieces.get("boot") ?? new Uint8Array(), "boot") as ChangedBoot;
  change(boot);
  const scripts = [...pieces].map(([piece, bytes]) =>
    pieceScript(piece, piece === "boot" ? gzipSync(JSON.stringify(boot)) : bytes),
  );
  writeFileSync(file, Buffer.concat(scripts));
  return folder;
}

/** Every name that a page would show is markup. */
export function hostileArchive(from: string, folder: string): void {
  const evil = (what: string): string => `${what} <img src=x onerror=alert(1)><script>alert(1)</script>"'`;
  changedArchive(from, folder, ({ table }) => {
    for (const session of table.sessions) session[1] = evil(String(session[1]));
    for (const name of ["projects", "branches", "models", "stories", "machines"])
      if (Array.isArray(table[name])) table[name] = table[name].map((each) => evil(String(each)));
  });
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>hostile</title>");
}
