/**
 * What a teammate's client reports by itself, as JSON in place of words. Log example:
 * {"type":"idle_notification","from":"mara","timestamp":"2026-02-11T15:24:47.067Z","idleReason":"available","summary":"Ropes are dry"}
 */
import { record, words } from "../log/fields.ts";
import type { Sender } from "../model/sender.ts";

export interface TeammateNotice {
  /** What happened and why: "Idle, available". */
  readonly what: string;
  /** What it is about, in its own words; may be "". */
  readonly words: string;
  readonly raw: unknown;
}

/** `undefined` for words, and for JSON that does not say what it is. */
export function teammateNotice(sender: Sender | undefined, text: string): TeammateNotice | undefined {
  if (sender?.kind !== "teammate" || !text.trimStart().startsWith("{")) return undefined;
  const raw = parsed(text);
  const type = words(raw, "type");
  if (type === undefined) return undefined;
  const given = (...names: readonly string[]) => names.flatMap((name) => words(raw, name) ?? []);
  return {
    what: [titles.get(type) ?? spelled(type), ...given("idleReason", "reason", "status")].join(", "),
    words: given("subject", "summary", "message", "content", "text", "description").join("\n"),
    raw,
  };
}

const titles: ReadonlyMap<string, string> = new Map([
  ["idle_notification", "Idle"],
  ["teammate_terminated", "Ended"],
]);

/** "shutdown_approved" as "Shutdown approved". */
function spelled(type: string): string {
  const spaced = type.replace(/[_-]+/g, " ").trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function parsed(text: string): unknown {
  try {
    return record(JSON.parse(text));
  } catch {
    return undefined;
  }
}
