/** OpenCode's databases and files, counted with SQLite itself: a session's own messages and those of its agents. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { addTokens, type Counted, nothing } from "./counted.ts";

// biome-ignore lint/suspicious/noExplicitAny: a count trusts no type of ours.
type Any = any;

interface Found {
  readonly parent: string | null;
  readonly messages: { readonly info: Any; readonly parts: Any[] }[];
}

/** The corpus has no database whose log still holds something. */
export function count(home: string): Map<string, Counted> {
  const folder = join(home, ".local", "share", "opencode");
  const sessions = new Map<string, Found>();
  for (const name of readdirSync(folder).sort())
    if (name.endsWith(".db"))
      for (const [id, one] of inDatabase(join(folder, name))) if (!sessions.has(id)) sessions.set(id, one);
  for (const [id, one] of inFiles(join(folder, "storage"))) if (!sessions.has(id)) sessions.set(id, one);
  const found = new Map<string, Counted>();
  for (const [id, { messages }] of sessions) {
    const top = rootOf(id, sessions);
    const into = found.get(top) ?? nothing();
    found.set(top, into);
    add(messages, into, top !== id);
  }
  return found;
}

function rootOf(id: string, sessions: Map<string, Found>): string {
  const parent = sessions.get(id)?.parent;
  return parent && sessions.has(parent) ? rootOf(parent, sessions) : id;
}

function inDatabase(path: string): [string, Found][] {
  const scratch = mkdtempSync(join(tmpdir(), "annals-count-"));
  try {
    copyFileSync(path, join(scratch, "copy.db"));
    const database = new sqlite.Database(join(scratch, "copy.db"));
    const all = (sql: string, ...values: string[]): Any[] => database.all(sql, values);
    const tables = all("select name from sqlite_master").map(({ name }) => name);
    const found: [string, Found][] = [];
    for (const table of ["session_v2", "session"].filter((name) => tables.includes(name)))
      for (const { id, parent_id } of all(`select * from ${table}`)) {
        const messages = table === "session" ? first(all, id) : second(all, id);
        found.push([id, { parent: parent_id, messages }]);
      }
    database.close();
    return found;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const first = (all: (sql: string, ...values: string[]) => Any[], id: string): Found["messages"] =>
  all("select id, data from message where session_id = ? order by time_created, id", id).map((row) => ({
    info: JSON.parse(row.data),
    parts: all("select data from part where message_id = ? order by id", row.id).map(({ data }) => JSON.parse(data)),
  }));

function second(all: (sql: string, ...values: string[]) => Any[], id: string): Found["messages"] {
  return all("select type, data from session_message where session_id = ? order by seq", id).map(({ type, data }) => {
    const raw = JSON.parse(data);
    const blocks: Any[] = type === "user" ? [{ type: "text", text: raw.text }] : (raw.content ?? []);
    const parts = blocks.map((block) =>
      block.type === "tool" ? { type: "tool", tool: block.name, callID: block.id, state: block.state } : block,
    );
    return { info: { ...raw, role: type, modelID: raw.model?.id }, parts };
  });
}

function inFiles(storage: string): [string, Found][] {
  if (!existsSync(join(storage, "session"))) return [];
  const json = (path: string): Any => JSON.parse(readFileSync(path, "utf8"));
  const paths = readdirSync(join(storage, "session"), { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => path.endsWith(".json"))
    .map((path) => {
      const { id, parentID = null } = json(join(storage, "session", path));
      const names = existsSync(join(storage, "message", id)) ? readdirSync(join(storage, "message", id)) : [];
      const messages = names.map((name) => {
        const info = json(join(storage, "message", id, name));
        const folder = join(storage, "part", info.id);
        const parts = existsSync(folder) ? readdirSync(folder).map((part) => json(join(folder, part))) : [];
        return { info, parts };
      });
      return [id, { parent: parentID, messages }];
    });
}

function add(messages: Found["messages"], into: Counted, isAgent: boolean): void {
  for (const { info, parts } of messages) {
    const texts = parts
      .filter((part) => part.type === "text" && !part.synthetic && !part.ignored && part.text.trim() !== "")
      .map(({ text }) => text);
    if (info.role === "user") {
      if (texts.length > 0 && !isAgent) into.prompts.push(texts.join("\n").trim());
    } else if (info.role === "assistant") {
      if (info.summary !== true) into.texts.push(...texts.map((text) => text.trim()));
      for (const { type, tool, state } of parts) {
        if (type !== "tool") continue;
        into.calls.push(tool);
        if (state.status === "completed" || state.status === "error") into.results.push(tool);
      }
      const { input = 0, output = 0, reasoning = 0, cache = {} } = info.tokens ?? {};
      addTokens(into.tokens, info.modelID ?? "unknown", [input, output + reasoning, cache.read ?? 0, cache.write ?? 0]);
    }
  }
}
