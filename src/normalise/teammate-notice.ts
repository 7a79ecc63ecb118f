/**
 * What a teammate's client reports by itself, as JSON in place of words. Log example:
 * {"type":"idle_notification","from":"mara","timestamp":"2026-02-11T15:24:47.067Z","idleReason":"available","summary":"Ropes are dry"}
 */
import { record } from "../read/fields.ts";

/** What happened and why, what it is about, then every other key by its name; `undefined` for words and other JSON. */
export function teammateNotice(text: string, sender: string | undefined): string | undefined {
  const fields = text.startsWith("{") ? parsed(text) : undefined;
  const type = fields?.type;
  if (fields === undefined || typeof type !== "string" || type === "") return undefined;
  const left = new Map(Object.entries(fields));
  left.delete("type");
  // The sender stands above the words, the time beside them.
  if (left.get("from") === sender) left.delete("from");
  const sent = left.get("timestamp");
  if (typeof sent === "string" && !Number.isNaN(Date.parse(sent))) left.delete("timestamp");
  const take = (...names: readonly string[]): string[] =>
    names.flatMap((name) => {
      const value = left.get(name);
      if (typeof value !== "string" || value.trim() === "") return [];
      left.delete(name);
      return [value.trim()];
    });
  const what = [titles.get(type) ?? spelled(type), ...take("idleReason", "reason", "status")].join(", ");
  const words = take("subject", "summary", "message", "content", "text", "description");
  const facts = [...left].map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [what, ...words, facts.join("\n")].filter((part) => part !== "").join("\n");
}

const titles: ReadonlyMap<string, string> = new Map([
  ["idle_notification", "Idle"],
  ["teammate_terminated", "Ended"],
]);

/** "shutdown_approved" as "Shutdown approved". */
function spelled(type: string): string {
  const words = type.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return record(JSON.parse(text));
  } catch {
    return undefined;
  }
}
