/** What an event says in words, for pages and search alike. */
import type { Retry, Step } from "../model/session.ts";

/** "529: Overloaded, attempt 2 of 10, again in 1.1 s". */
export function eventText({ text, retry }: Extract<Step, { kind: "event" }>): string {
  if (retry === undefined) return text;
  const wait = retry.waitMs === undefined ? "" : `, again in ${(retry.waitMs / 1000).toFixed(1)} s`;
  return `${beforeMore(text)}, attempt ${retry.attempt} of ${retry.of}${wait}`;
}

/** A sentence that goes on has no full stop. */
export const beforeMore = (text: string): string => text.trimEnd().replace(/(?<!\.)\.$/, "");

/** The wait as its words have it, to a tenth of a second. */
export const waitSeconds = ({ waitMs = 0 }: Retry): number => Number((waitMs / 1000).toFixed(1));

/** What an event is called where the log does not say who wrote it. */
export const eventTitles: Readonly<Record<Extract<Step, { kind: "event" }>["event"], string>> = {
  interrupted: "Interrupted",
  "api-error": "API error",
  "model-change": "Model changed",
  notice: "Notice",
  hook: "Hook",
  diagnostic: "Not understood",
};
