/**
 * Codex writes what the model saw (items) and what the person saw (events). Shown are a person's prompts by the event,
 * everything else by the item; the other one of the pair is used for what only it has, and never shown.
 */
import type { MediaBlock } from "../entries/content.ts";
import { any, list, text } from "../fields.ts";
import { image, isMedia, parts, textsIn } from "./content.ts";
import { type Groups, isMessage, isPromptEvent } from "./groups.ts";
import { injected, isAborted, isImageTag, shellTurn } from "./injected.ts";
import type { CodexRecord } from "./record.ts";

export interface Twins {
  /** The log tells prompts by events: user items are twins, or Codex's own. */
  readonly hasPromptEvents: boolean;
  /** Not shown: another record says the same. */
  readonly repeats: ReadonlySet<CodexRecord>;
  /** Pictures that only the item of a prompt holds. */
  readonly pictures: ReadonlyMap<CodexRecord, readonly MediaBlock[]>;
}

/** How far apart the two may stand. */
const nearby = 12;
/** Two records of one moment, where the words differ: some logs were published with words taken out. */
const sameMoment = 100;

export function promptText({ type, body }: CodexRecord): string {
  return type === "user_message" ? (text(body, "message") ?? "") : textsIn(parts(any(body, "content"))).join("\n");
}

export function twinsIn(groups: Groups): Twins {
  const { all: records, promptEvents: events } = groups;
  const repeats = new Set<CodexRecord>();
  const pictures = new Map<CodexRecord, readonly MediaBlock[]>();
  for (const at of events) {
    const event = records[at] as CodexRecord;
    if (repeatsEvent(records, at, repeats)) {
      repeats.add(event);
      continue;
    }
    const twin = promptTwin(records, at, repeats);
    if (twin === undefined) continue;
    repeats.add(twin);
    const media = parts(any(twin.body, "content")).filter(isMedia);
    if (media.length > 0) pictures.set(event, media);
  }
  repeatedThoughts(groups, repeats);
  repeatedAnswers(groups, repeats);
  return { hasPromptEvents: events.length > 0, repeats, pictures };
}

/** Should a log have both kinds of events, the first of the two is shown. */
function repeatsEvent(records: readonly CodexRecord[], at: number, repeats: ReadonlySet<CodexRecord>): boolean {
  const event = records[at] as CodexRecord;
  for (let before = at - 1; before >= Math.max(0, at - nearby); before--) {
    const other = records[before] as CodexRecord;
    if (isPromptEvent(other) && other.type !== event.type && !repeats.has(other))
      return promptText(other).trim() === promptText(event).trim();
  }
  return false;
}

function promptTwin(
  records: readonly CodexRecord[],
  at: number,
  taken: ReadonlySet<CodexRecord>,
): CodexRecord | undefined {
  const event = records[at] as CodexRecord;
  const said = promptText(event).trim();
  const isTwin = (other: CodexRecord | undefined): boolean =>
    other !== undefined && isMessage(other, "user") && !taken.has(other) && typedIn(other) === said;
  for (let far = 1; far <= nearby; far++) {
    const found = [records[at - far], records[at + far]].find(isTwin);
    if (found !== undefined) return found;
  }
  const before = records[at - 1];
  const isOther = before === undefined || !isMessage(before, "user") || taken.has(before) || !isOwnText(before);
  return !isOther && isOneMoment(before, event) && isAlike(typedIn(before), said) ? before : undefined;
}

/** One holds the other, or both begin or end alike: "[MESSAGE len=86 sha=2239bcba]" and "[TEXT len=86 sha=2239bcba]". */
function isAlike(one: string, other: string): boolean {
  if (one === "" || other === "") return false;
  if (one.includes(other) || other.includes(one)) return true;
  const alike = Math.min(16, one.length, other.length);
  return one.slice(0, 2 * alike) === other.slice(0, 2 * alike) || one.slice(-alike) === other.slice(-alike);
}

/** The texts of a user item without the tags that stand around pictures. */
const typedIn = ({ body }: CodexRecord): string =>
  textsIn(parts(any(body, "content")))
    .filter((each) => !isImageTag(each))
    .join("\n")
    .trim();

const isOwnText = ({ body }: CodexRecord): boolean =>
  textsIn(parts(any(body, "content"))).every(
    (each) => injected(each) === undefined && !isAborted(each) && shellTurn(each) === undefined,
  );

function isOneMoment(one: CodexRecord, other: CodexRecord): boolean {
  return Math.abs(Date.parse(one.time ?? "") - Date.parse(other.time ?? "")) <= sameMoment;
}

/** Events that say what an item says. */
function repeatedThoughts({ thoughts, thoughtEvents }: Groups, repeats: Set<CodexRecord>): void {
  if (thoughtEvents.length === 0) return;
  const known = new Tally();
  for (const each of thoughts) known.add(thoughtTexts(each));
  for (const each of thoughtEvents) {
    const said = thoughtTexts(each);
    if (said.length === 0 || said.every((text) => known.take(text))) repeats.add(each);
  }
}

function repeatedAnswers({ all, answers, answerEvents }: Groups, repeats: Set<CodexRecord>): void {
  if (answerEvents.length === 0) return;
  const known = new Tally();
  for (const each of answers) if (!each.isTold) known.add(answerTexts(each));
  const others: number[] = [];
  for (const at of answerEvents) {
    const each = all[at] as CodexRecord;
    if (known.take(eventText(each))) repeats.add(each);
    else others.push(at);
  }
  for (const at of others) {
    const beside = answerBeside(all, at);
    if (beside !== undefined && known.take(answerTexts(beside)[0] ?? "")) repeats.add(all[at] as CodexRecord);
  }
}

/** Whole, and where it has several parts each of them: events tell both ways. */
function answerTexts({ body }: CodexRecord): readonly string[] {
  const texts = textsIn(parts(any(body, "content")));
  return texts.length > 1 ? [texts.join(""), ...texts] : texts;
}

export const eventText = ({ body }: CodexRecord): string =>
  text(body, "message") ?? text(body, "text") ?? textsIn(parts(any(body, "content"))).join("");

export function thoughtTexts({ body }: CodexRecord): readonly string[] {
  const own = text(body, "text");
  if (own !== undefined) return own.trim() === "" ? [] : [own];
  let said: readonly string[] = none;
  for (const name of thoughtFields) {
    const value = any(body, name);
    // Most thoughts are for the server only: they have empty lists here.
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    said = [...said, ...textsIn(parts(value)).filter((each) => each.trim() !== "")];
  }
  return said;
}

const none: readonly string[] = [];
const thoughtFields = ["summary", "summary_text", "content", "raw_content"];

/** Right beside an answer of the same moment whose words are nearly the same: with a plan's tags, or taken out. */
function answerBeside(records: readonly CodexRecord[], at: number): CodexRecord | undefined {
  const event = records[at] as CodexRecord;
  for (const step of [1, -1]) {
    let beside = at + step;
    while (records[beside]?.type === "token_count") beside += step;
    const other = records[beside];
    if (other === undefined || !isMessage(other, "assistant") || !isOneMoment(other, event)) continue;
    if (isAlike(answerTexts(other)[0] ?? "", eventText(event))) return other;
  }
  return undefined;
}

/** Texts by how often they were said. */
class Tally {
  readonly #counts = new Map<string, number>();

  add(texts: readonly string[]): void {
    for (const each of texts) {
      const said = each.trim();
      this.#counts.set(said, (this.#counts.get(said) ?? 0) + 1);
    }
  }

  take(text: string): boolean {
    const said = text.trim();
    const left = this.#counts.get(said) ?? 0;
    if (left > 0) this.#counts.set(said, left - 1);
    return left > 0;
  }
}

/** Pictures of a prompt that has no item: data in the event, or the paths of files. */
export function eventPictures({ body }: CodexRecord): readonly MediaBlock[] {
  const links = [...(list(body, "images") ?? []), ...(list(body, "local_images") ?? [])];
  const own = parts(any(body, "content")).filter(isMedia);
  return [...own, ...links.flatMap((each) => (typeof each === "string" && each !== "" ? [image(each)] : []))];
}
