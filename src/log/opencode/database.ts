/** Sessions in a database: `session`, `message` and `part` of 1.2 and later, `session_v2` and `session_message` of 2.x. */
import { any, type Json, list, object, record, records, text, words } from "../fields.ts";
import type { Rows } from "./sqlite.ts";
import type { StoredMessage, StoredPart, StoredSession, Unread } from "./stored.ts";

/** One row for each session, with how much there is of it and when it was changed last. */
export interface SessionRow {
  readonly id: string;
  readonly row: Json;
  readonly isSecond: boolean;
  readonly count: number;
  readonly bytes: number;
  readonly changed: number;
}

/** Whether there is anything that we know. */
export const isKnown = ({ tables }: Rows): boolean => tables.has("session") || tables.has("session_v2");

/** Counted over the whole database, and asked for with each of its sessions. */
const known = new WeakMap<Rows, ReadonlyMap<string, SessionRow>>();

export function sessionRows(rows: Rows): ReadonlyMap<string, SessionRow> {
  const found = known.get(rows) ?? countedRows(rows);
  known.set(rows, found);
  return found;
}

function countedRows(rows: Rows): ReadonlyMap<string, SessionRow> {
  const first = tally(rows, "message", "part");
  const second = tally(rows, "session_message");
  const of = (table: string, isSecond: boolean): readonly SessionRow[] =>
    !rows.tables.has(table)
      ? []
      : rows.all(`SELECT * FROM ${table}`).flatMap((row): SessionRow[] => {
          const id = words(row, "id");
          if (id === undefined) return [];
          // 1.18 writes some rows of the second form beside the first, which has all.
          const isOther = isSecond || (first.get(id) === undefined && second.get(id) !== undefined);
          const sum = (isOther ? second : first).get(id) ?? { count: 0, bytes: 0, changed: 0 };
          const changed = Math.max(sum.changed, numberIn(row, "time_updated"), numberIn(row, "time_created"));
          return [{ id, row, isSecond: isOther, ...sum, changed }];
        });
  const found = new Map<string, SessionRow>();
  for (const each of [...of("session_v2", true), ...of("session", false)])
    if (!found.has(each.id) || (found.get(each.id)?.count === 0 && each.count > 0)) found.set(each.id, each);
  return found;
}

const numberIn = (row: unknown, name: string): number => Number(any(row, name) ?? 0) || 0;

interface Sum {
  readonly count: number;
  readonly bytes: number;
  readonly changed: number;
}

function tally(rows: Rows, ...tables: readonly string[]): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const table of tables) {
    const columns = rows.tables.get(table);
    if (columns === undefined || !columns.has("session_id")) continue;
    const changed = columns.has("time_updated") ? "max(time_updated)" : "0";
    const found = rows.all(
      `SELECT session_id AS id, count(*) AS count, sum(length(data)) AS bytes, ${changed} AS changed FROM ${table} GROUP BY session_id`,
    );
    for (const row of found) {
      const id = String(row.id);
      const before = sums.get(id) ?? { count: 0, bytes: 0, changed: 0 };
      sums.set(id, {
        count: before.count + numberIn(row, "count"),
        bytes: before.bytes + numberIn(row, "bytes"),
        changed: Math.max(before.changed, numberIn(row, "changed")),
      });
    }
  }
  return sums;
}

export function storedSession(rows: Rows, id: string): StoredSession | undefined {
  const found = sessionRows(rows).get(id);
  if (found === undefined) return undefined;
  const unread: Unread[] = [];
  const messages = found.isSecond ? secondForm(rows, id, unread) : firstForm(rows, id, unread);
  return { info: infoOf(found.row), messages, unread };
}

/** Columns under the names that the files have. */
function infoOf(row: Json): Json {
  const inner = (name: string): unknown => parsed(text(row, name));
  return {
    ...row,
    parentID: any(row, "parent_id"),
    forkedFrom: any(row, "fork_session_id"),
    revert: inner("revert"),
    time: { created: any(row, "time_created"), updated: any(row, "time_updated") },
  };
}

const inTime = (columns: ReadonlySet<string> | undefined, ...names: readonly string[]): string =>
  names.filter((name) => columns?.has(name)).join(", ") || "rowid";

function firstForm(rows: Rows, id: string, unread: Unread[]): readonly StoredMessage[] {
  const order = inTime(rows.tables.get("message"), "time_created", "id");
  const parts = new Map<string, StoredPart[]>();
  if (rows.tables.has("part")) {
    const found = rows.all(
      `SELECT * FROM part WHERE session_id = ? ORDER BY ${inTime(rows.tables.get("part"), "id")}`,
      id,
    );
    for (const row of found) {
      const raw = dataOf("part", row, unread);
      if (raw === undefined) continue;
      const message = String(row.message_id);
      parts.set(message, [...(parts.get(message) ?? []), { place: placeOf("part", row), raw: { id: row.id, ...raw } }]);
    }
  }
  return rows.all(`SELECT * FROM message WHERE session_id = ? ORDER BY ${order}`, id).flatMap((row) => {
    const info = dataOf("message", row, unread);
    const own = parts.get(String(row.id)) ?? [];
    return info === undefined ? [] : [{ place: placeOf("message", row), info: { id: row.id, ...info }, parts: own }];
  });
}

function secondForm(rows: Rows, id: string, unread: Unread[]): readonly StoredMessage[] {
  const order = inTime(rows.tables.get("session_message"), "seq", "id");
  return rows.all(`SELECT * FROM session_message WHERE session_id = ? ORDER BY ${order}`, id).flatMap((row) => {
    const data = dataOf("session_message", row, unread);
    return data === undefined ? [] : [asFirst(String(row.type), row, data)];
  });
}

const placeOf = (table: string, row: Json): string => `table ${table}, row ${row.id}`;

function dataOf(table: string, row: Json, unread: Unread[]): Json | undefined {
  const data = record(parsed(text(row, "data")));
  if (data === undefined) unread.push({ place: placeOf(table, row), reason: "its data is no JSON object" });
  return data;
}

function parsed(source: string | undefined): unknown {
  try {
    return source === undefined ? undefined : JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** A row of 2.x as message and parts of 1.x: one reader serves both. */
function asFirst(type: string, row: Json, data: Json): StoredMessage {
  const place = placeOf("session_message", row);
  const part = (raw: Json): StoredPart => ({ place, raw });
  const info = (more: Json): Json => ({
    id: row.id,
    time: any(data, "time") ?? { created: row.time_created },
    ...more,
  });
  switch (type) {
    case "user": {
      const files = records(list(data, "files"));
      const said = [part({ type: "text", text: text(data, "text") ?? "" })];
      return {
        place,
        info: info({ role: "user" }),
        parts: [...said, ...files.map((raw) => part({ type: "file", ...raw }))],
      };
    }
    case "assistant": {
      const model = object(data, "model");
      const parts = (list(data, "content") ?? []).map((raw) => part(secondPart(raw)));
      return {
        place,
        info: info({ ...data, role: "assistant", modelID: any(model, "id"), providerID: any(model, "providerID") }),
        parts,
      };
    }
    case "synthetic":
    case "system":
      return {
        place,
        info: info({ role: "user" }),
        parts: [part({ type: "text", text: text(data, "text") ?? "", synthetic: true })],
      };
    case "compaction":
      return { place, info: info({ role: "user" }), parts: [part({ type: "compaction", ...data })] };
    default:
      return { place, info: info({ role: type }), parts: [part({ ...data, type })] };
  }
}

function secondPart(raw: unknown): Json {
  const block = record(raw) ?? { type: typeof raw, raw };
  if (text(block, "type") !== "tool") return block;
  const state = object(block, "state");
  const said = (list(state, "content") ?? []).flatMap((each) => text(each, "text") ?? []).join("\n");
  const time = object(block, "time");
  return {
    type: "tool",
    tool: any(block, "name"),
    callID: any(block, "id"),
    state: {
      ...state,
      output: said,
      error: errorText(any(state, "error")) ?? said,
      time: { start: any(time, "created"), end: any(time, "completed") },
    },
  };
}

const errorText = (error: unknown): string | undefined => (typeof error === "string" ? error : words(error, "message"));
