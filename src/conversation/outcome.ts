/** How a call ended. A failure, a refusal, an interruption and a sibling's failure are different things. */
import type { ResultBlock } from "../log/entries/content.ts";
import type { UserEntry } from "../log/entries/entry.ts";
import { flag } from "../log/fields.ts";
import type { Ended, Media } from "../model/session.ts";
import { type ResultText, resultText } from "./result-text.ts";

export function outcome(
  entry: UserEntry,
  result: ResultBlock,
  media: readonly Media[],
  persistedText?: (file: string) => string | undefined,
): Ended {
  if (result.ended !== undefined) return toldBy(result.ended, entry, result, media);
  const said = typeof entry.details === "string" ? entry.details : "";
  const parts = resultText(result.text);
  const { text, reminders, persisted } = parts;
  const { state, reason } = ending(parts, said, result.isError, entry);
  const words = state === "rejected" ? feedback(text) : undefined;
  const whole = persisted?.file === undefined ? undefined : persistedText?.(persisted.file);
  return {
    state,
    text,
    ...(reminders === undefined ? {} : { reminders }),
    ...(reason === undefined ? {} : { reason }),
    ...(words === undefined ? {} : { feedback: words }),
    ...(media.length === 0 ? {} : { media }),
    ...(result.parts.length === 0 ? {} : { parts: result.parts }),
    ...(persisted === undefined ? {} : { persisted: whole === undefined ? persisted : { ...persisted, text: whole } }),
    at: entry.at,
    ...(entry.time === undefined ? {} : { time: entry.time }),
  };
}

/** The agent says itself how it ended: the text is the tool's own, whatever it looks like. */
function toldBy(
  { state, reason, feedback: words }: NonNullable<ResultBlock["ended"]>,
  entry: UserEntry,
  { text, parts }: ResultBlock,
  media: readonly Media[],
): Ended {
  return {
    state,
    text,
    ...(reason === undefined ? {} : { reason }),
    ...(words === undefined ? {} : { feedback: words }),
    ...(media.length === 0 ? {} : { media }),
    ...(parts.length === 0 ? {} : { parts }),
    at: entry.at,
    ...(entry.time === undefined ? {} : { time: entry.time }),
  };
}

const denied =
  /^(?:Permission to use .{1,200} has been denied|Claude requested permissions to .{1,400}, but you haven't granted it yet)/;

function ending(parts: ResultText, said: string, isError: boolean, entry: UserEntry): Pick<Ended, "state" | "reason"> {
  const { text, isRefused } = parts;
  if (
    /^(?:Error: )?(?:The user doesn't want to (?:proceed|take this action)|User rejected)/.test(text) ||
    /^(?:Error: )?User rejected/.test(said)
  ) {
    return { state: "rejected" };
  }
  if (/^Cancelled: parallel tool call/.test(text) || /Sibling tool call errored/.test(said)) {
    return { state: "error", reason: "sibling-errored" };
  }
  if (/\[Request interrupted by user/.test(text.slice(0, 200)) || flag(entry.details, "interrupted"))
    return { state: "interrupted" };
  if (!isError) return { state: isRefused ? "error" : "ok" };
  if (entry.denial !== undefined || denied.test(text)) return { state: "rejected", reason: "denied" };
  if (/hook (?:error|blocked)|blocked by .{0,80}hook/i.test(text.slice(0, 400)))
    return { state: "error", reason: "hook-blocked" };
  return { state: "error" };
}

/** What the client says for a person who chose "clarify" instead of an answer. */
const clarifying = /^The user wants to clarify these questions/;

/** The person's own words with a refusal. */
export function feedback(text: string): string | undefined {
  const match = /(?:the user said:|provided the following reason(?: for the rejection)?:)\s*([\s\S]*)$/i.exec(text);
  const words = match?.[1]?.replace(/\n+Note: The user's next message may contain[\s\S]*$/, "").trim();
  return words === undefined || words === "" || clarifying.test(words) ? undefined : words;
}
