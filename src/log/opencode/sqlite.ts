/**
 * A database of another program, read from a copy: neither locks nor anything else is written beside it. The last ones
 * stay open, since each of their sessions is asked for by itself.
 */
import { chmodSync, constants, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, openDatabase } from "./engine.ts";
import { applyWal } from "./wal.ts";

export interface Rows extends Pick<Engine, "all"> {
  /** Tables and their columns. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
}

/** It was written each time that it was copied. */
export class BeingWritten extends Error {}

interface Open extends Rows {
  readonly path: string;
  readonly state: string;
  readonly close: () => void;
}

const mostOpen = 3;
const mostTries = 4;
const open: Open[] = [];

/** Throws where it is no database, or does not come to rest. */
export function rowsOf(path: string): Rows {
  const state = stateOf(path);
  const known = open.findIndex((each) => each.path === path);
  const before = open[known];
  if (before?.state === state) return before;
  if (before !== undefined) open.splice(known, 1)[0]?.close();
  const made = opened(path);
  open.push(made);
  while (open.length > mostOpen) open.shift()?.close();
  return made;
}

/** What the file system says of a database and its log. */
export function stateOf(path: string): string {
  return [path, walOf(path)]
    .map((each) => {
      const stat = statSync(each, { throwIfNoEntry: false });
      return stat === undefined ? "-" : `${stat.size} ${stat.mtimeMs} ${stat.ino}`;
    })
    .join(" ");
}

export const walOf = (path: string): string => `${path}-wal`;

function opened(path: string): Open {
  const folder = mkdtempSync(join(tmpdir(), "annals-db-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "copy.db");
    const state = copied(path, copy);
    const database = openDatabase(copy);
    const close = (): void => {
      process.off("exit", close);
      database.close();
      remove();
    };
    process.on("exit", close);
    const { all } = database;
    try {
      return { path, state, close, all, tables: tablesIn(all) };
    } catch (error) {
      close();
      throw error;
    }
  } catch (error) {
    remove();
    throw error;
  }
}

/** A checkpoint between the two copies would give neither the old nor the new: then both are copied again. */
function copied(path: string, copy: string): string {
  for (let tries = 0; tries < mostTries; tries++) {
    const before = stateOf(path);
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    const wal = statSync(walOf(path), { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(walOf(path));
    if (stateOf(path) !== before) continue;
    chmodSync(copy, 0o600);
    applyWal(copy, wal ?? Buffer.alloc(0));
    return before;
  }
  throw new BeingWritten();
}

function tablesIn(all: Rows["all"]): Rows["tables"] {
  const names = all("SELECT name FROM sqlite_master WHERE type = 'table'").flatMap(({ name }) =>
    typeof name === "string" ? [name] : [],
  );
  return new Map(
    names.map((name) => [
      name,
      new Set(all("SELECT name FROM pragma_table_info(?)", name).map((column) => String(column.name))),
    ]),
  );
}
