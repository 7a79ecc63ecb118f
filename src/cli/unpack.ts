/** Archives of logs, made by tar: unpacked for the time being, by the tar that every system has. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isStore } from "../store/store.ts";
import { UsageError } from "../system/usage-error.ts";

export interface Unpacked {
  /** The store or the folder of logs in it. */
  readonly folder: string;
  readonly close: () => void;
}

/** Beside the store: what is in it is as private as that. */
export function unpackedArchive(path: string, store: string): Unpacked {
  const folder = `${store}.unpacked-${process.pid}`;
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { status, error, stderr } = spawnSync("tar", ["-xf", path, "-C", folder, "--no-same-owner"], {
      encoding: "utf8",
    });
    if (error !== undefined)
      throw new UsageError(`"${path}" cannot be unpacked, since there is no tar here: unpack it, and name the folder.`);
    if (status !== 0)
      throw new UsageError(`"${path}" is not an archive that tar can unpack (${stderr.trim().split("\n")[0] ?? ""}).`);
    return { folder: logsIn(folder, path), close };
  } catch (error) {
    close();
    throw error;
  }
}

const deepest = 4;

/** People pack `.claude`, `projects`, a home with it, or a store: the first that is one of these counts. */
function logsIn(folder: string, archive: string): string {
  let level: readonly string[] = [folder];
  for (let depth = 0; depth < deepest; depth++) {
    const found = level.find((each) => isStore(each) || existsSync(join(each, "projects")));
    if (found !== undefined) return found;
    const named = level.find((each) => each.endsWith("/projects"));
    if (named !== undefined) return named;
    level = level.flatMap((each) =>
      readdirSync(each, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [join(each, entry.name)] : [],
      ),
    );
  }
  throw new UsageError(`There is neither a store nor a folder "projects" of logs in "${archive}".`);
}
