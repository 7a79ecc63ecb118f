/** SQLite: Node's own where it has one (22.13 and later, without a flag), else in WebAssembly. Both give the same rows. */
import { createRequire } from "node:module";
import type { Database } from "node-sqlite3-wasm";
import type { Json } from "../fields.ts";

export interface Engine {
  readonly all: (sql: string, ...values: readonly (string | number)[]) => readonly Json[];
  readonly close: () => void;
}

type Open = (path: string) => Engine;

/** What we use of `node:sqlite`, for whose types our oldest Node is too old. */
interface NodeSqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean },
  ) => {
    exec(sql: string): void;
    prepare(sql: string): { setReadBigInts(on: boolean): void; all(...values: readonly unknown[]): readonly Json[] };
    close(): void;
  };
}

export const inWasm: Open = (path) => {
  // Loaded when the first database is met: few people have one.
  const sqlite = createRequire(import.meta.url)("node-sqlite3-wasm") as { Database: typeof Database };
  const database = new sqlite.Database(path, { readOnly: true });
  return {
    all: (sql, ...values) => database.all(sql, [...values]) as readonly Json[],
    close: () => database.close(),
  };
};

/** `undefined` where this Node has none. */
export function inNode(): Open | undefined {
  const sqlite = nodeSqlite();
  if (sqlite === undefined) return undefined;
  return (path) => {
    const database = new sqlite.DatabaseSync(path, { readOnly: true });
    // The file is another's: what its schema holds is not run, and its pages are looked at before they are believed.
    database.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
    return {
      all: (sql, ...values) => {
        const statement = database.prepare(sql);
        // A number that is too large throws otherwise, and takes all rows with it.
        statement.setReadBigInts(true);
        return statement.all(...values).map(withNumbers);
      },
      close: () => database.close(),
    };
  };
}

let loaded: { readonly sqlite: NodeSqlite | undefined } | undefined;

function nodeSqlite(): NodeSqlite | undefined {
  if (loaded !== undefined) return loaded.sqlite;
  const { emitWarning } = process;
  try {
    // Node 22 says that it is experimental, to whoever runs the command: nothing that they could do anything about.
    process.emitWarning = () => undefined;
    const builtin = (process as { getBuiltinModule?: (name: string) => unknown }).getBuiltinModule;
    loaded = { sqlite: builtin?.("node:sqlite") as NodeSqlite | undefined };
  } finally {
    process.emitWarning = emitWarning;
  }
  return loaded.sqlite;
}

/** Whole numbers that a double holds are such, as they are in WebAssembly. */
function withNumbers(row: Json): Json {
  const made: Record<string, unknown> = {};
  for (const name of Object.keys(row)) {
    const value = row[name];
    made[name] =
      typeof value === "bigint" && value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
        ? Number(value)
        : value;
  }
  return made;
}

export const openDatabase: Open = (path) => (inNode() ?? inWasm)(path);
