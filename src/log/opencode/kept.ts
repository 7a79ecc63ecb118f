/**
 * A session of a database as lines, for the store: a database is rewritten as a whole, lines of a session mostly grow.
 * First what is known of the session, then a line for each message with its parts, then what could not be read.
 */
import { list, object, record, records, text, words } from "../fields.ts";
import type { Line, OddLine } from "../lines.ts";
import type { StoredMessage, StoredSession, Unread } from "./stored.ts";

export const keptLine = /^\{"opencode":1,/;

/** `root` is the session that it is an agent of. */
export function keptLines({ info, messages, unread }: StoredSession, root: string | undefined): string {
  // What changes with each message would make a new version of all lines.
  const { time_updated: _, tokens_input: _in, tokens_output: _out, cost: _cost, ...rest } = info;
  const stable = Object.entries(rest).filter(([name]) => !/^tokens_|^summary_|^time_(?!created)|^time$/.test(name));
  const head = {
    opencode: 1,
    info: { ...Object.fromEntries(stable), time: { created: record(info.time)?.created }, rootID: root },
  };
  const lines = messages.map(({ info: message, parts }) => ({ message, parts: parts.map(({ raw }) => raw) }));
  return [head, ...lines, ...unread.map((each) => ({ unread: each }))]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}

/** Of several versions the last word on each message counts, at the place of the first. */
export function sessionInLines(found: Iterable<Line | OddLine>): StoredSession {
  let info: StoredSession["info"] = {};
  const messages = new Map<string, StoredMessage>();
  const unread = new Map<string, Unread>();
  for (const line of found) {
    const place = `line ${line.number}`;
    const raw = "text" in line ? parsed(line.text) : undefined;
    const message = object(raw, "message");
    const before = object(raw, "unread");
    if (object(raw, "info") !== undefined) info = object(raw, "info") ?? info;
    else if (before !== undefined) {
      const [where, reason] = [words(before, "place") ?? place, words(before, "reason") ?? ""];
      unread.set(where, { place: where, reason });
    } else if (message === undefined) unread.set(place, { place, reason: "it is no message" });
    else {
      const parts = records(list(raw, "parts")).map((part) => ({ place, raw: part }));
      messages.set(text(message, "id") ?? place, { place, info: message, parts });
    }
  }
  return { info, messages: [...messages.values()], unread: [...unread.values()] };
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
