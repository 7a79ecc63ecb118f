/**
 * Prompts typed while the agent worked. Up to 2.1.50 many exist only as `enqueue`; later the text comes back
 * as a user line or as a `queued_command` attachment, and then it is shown there. Where no line repeats it, it stands
 * where it left the queue: what the agent did before did not answer it.
 */
import type { Entry } from "../log/entries/entry.ts";
import { append } from "../system/append.ts";
import { typedText, type UserParts } from "./user-parts.ts";

export type Enqueued = Extract<Entry, { kind: "enqueue" }>;

export interface Queue {
  /** Texts that no line repeats, by the line at which each is shown. */
  readonly shownAt: ReadonlyMap<Entry, readonly Enqueued[]>;
  /** Texts that were still waiting when the log ended. */
  readonly waiting: readonly Enqueued[];
  /** By the line that says so: prompts that went back into the input box and were not sent. */
  readonly takenBack: ReadonlyMap<Entry, readonly Enqueued[]>;
  /** Lines that repeat a text which was enqueued while the agent worked. */
  readonly wasQueued: ReadonlySet<Entry>;
}

/** One prompt in the queue, however often the client put it there. */
interface Item {
  entry: Enqueued;
  readonly text: string;
  /** Nobody was at work yet: some clients queue the very first prompt too. */
  readonly isEarly: boolean;
  /** Task notifications are queued like prompts. */
  readonly isTyped: boolean;
  state: "queued" | "dequeued" | "removed" | "taken-back" | "repeated";
  /** How many lines had left the queue when it was put there. */
  departures: number;
  left?: Entry;
  /** The agent went on since it left. */
  isAnswered: boolean;
}

export function queue(entries: readonly Entry[], parts: (entry: Entry) => UserParts): Queue {
  if (!entries.some((entry) => entry.kind === "enqueue"))
    return { shownAt: new Map(), waiting: [], takenBack: new Map(), wasQueued: new Set() };
  const run = new QueueRun(entries, parts);
  for (const entry of entries) run.add(entry);
  return run.end();
}

class QueueRun {
  readonly #parts: (entry: Entry) => UserParts;
  readonly #items: Item[] = [];
  /** How many lines to come say a text as a prompt of its own. */
  readonly #linesAhead = new Map<string, number>();
  readonly #wasQueued = new Set<Entry>();
  readonly #takenBack = new Map<Entry, Enqueued[]>();
  #departures = 0;
  #hasWorked = false;

  constructor(entries: readonly Entry[], parts: (entry: Entry) => UserParts) {
    this.#parts = parts;
    for (const entry of entries) {
      if (entry.kind !== "user") continue;
      for (const text of textsOf(entry, parts(entry)))
        this.#linesAhead.set(text, (this.#linesAhead.get(text) ?? 0) + 1);
    }
  }

  add(entry: Entry): void {
    switch (entry.kind) {
      case "assistant":
        this.#hasWorked = true;
        for (const item of this.#items) if (item.left !== undefined) item.isAnswered = true;
        break;
      case "enqueue":
        this.#enqueue(entry);
        break;
      case "queue":
        this.#leave(entry);
        break;
      case "user":
      case "delivered":
        this.#line(entry);
        break;
    }
  }

  end(): Queue {
    const shownAt = new Map<Entry, Enqueued[]>();
    const waiting: Enqueued[] = [];
    for (const { entry, state, left, isTyped, isEarly } of this.#items) {
      if (state === "repeated" || state === "taken-back") continue;
      const at = isTyped ? (left ?? (this.#departures === 0 || isEarly ? entry : undefined)) : entry;
      if (at === undefined) waiting.push(entry);
      else append(shownAt, at, entry);
    }
    return { shownAt, waiting, takenBack: this.#takenBack, wasQueued: this.#wasQueued };
  }

  /** A client that cannot send a prompt after all queues it anew. */
  #enqueue(entry: Enqueued): void {
    const text = key(entry.text);
    const before = this.#items.findLast(
      (item) =>
        item.text === text &&
        (item.state === "dequeued" || (item.state === "queued" && item.departures < this.#departures)),
    );
    if (before === undefined) {
      this.#items.push({
        entry,
        text,
        isEarly: !this.#hasWorked,
        isTyped: this.#parts(entry).opensTurn,
        state: "queued",
        departures: this.#departures,
        isAnswered: false,
      });
      return;
    }
    before.entry = entry;
    before.state = "queued";
    before.departures = this.#departures;
    delete before.left;
  }

  #leave(entry: Extract<Entry, { kind: "queue" }>): void {
    switch (entry.operation) {
      case "dequeue":
      case "remove":
        this.#departures++;
        this.#sent(entry, entry.operation === "remove" ? "removed" : "dequeued");
        break;
      case "popAll":
        for (const item of this.#allNamed(entry.text)) {
          item.state = "taken-back";
          append(this.#takenBack, entry, item.entry);
        }
        break;
    }
  }

  /** Older clients do not say which prompt it was: the first that no later line repeats as a prompt of its own. */
  #sent(entry: Extract<Entry, { kind: "queue" }>, state: "dequeued" | "removed"): void {
    const queued = this.#items.filter((item) => item.state === "queued");
    const text = entry.text === undefined ? undefined : key(entry.text);
    const isAhead = (item: Item): boolean =>
      queued.filter((other) => other.text === item.text).length <= (this.#linesAhead.get(item.text) ?? 0);
    const item =
      text !== undefined
        ? queued.find((each) => each.text === text)
        : state === "removed"
          ? (queued.find((each) => !isAhead(each)) ?? queued.find((each) => each.isTyped))
          : queued[0];
    if (item === undefined || (state === "dequeued" && isAhead(item))) return;
    item.state = state;
    item.left = entry;
    item.isAnswered = false;
  }

  /** One line for each prompt, or one for all of them together; without words everything that a person can edit. */
  #allNamed(said: string | undefined): readonly Item[] {
    const waiting = this.#items.filter((item) => item.state === "queued" && item.isTyped);
    const text = said === undefined ? undefined : key(said);
    if (text === undefined) return waiting;
    const one = waiting.find((item) => item.text === text);
    return one === undefined ? waiting.filter((item) => text.includes(item.text)) : [one];
  }

  #line(entry: Extract<Entry, { kind: "user" | "delivered" }>): void {
    for (const text of textsOf(entry, this.#parts(entry))) {
      if (entry.kind === "user") this.#linesAhead.set(text, (this.#linesAhead.get(text) ?? 0) - 1);
      const item = this.#items.find((each) => each.text === text && mayRepeat(entry, each));
      if (item === undefined) continue;
      item.state = "repeated";
      if (!item.isEarly) this.#wasQueued.add(entry);
    }
  }
}

/** The agent had the prompt and went on: the same words in a later line were typed again. */
function mayRepeat(entry: Entry, { state, isAnswered }: Item): boolean {
  if (state === "repeated" || state === "taken-back") return false;
  return entry.kind === "delivered" || state !== "removed" || !isAnswered;
}

/** As typed, and as the raw line has it: a task notification is queued with its tags. */
function textsOf(entry: Entry, parts: UserParts): readonly string[] {
  if (entry.kind !== "user" && entry.kind !== "delivered") return [];
  const raw = entry.blocks.flatMap((block) => (block.kind === "text" ? [key(block.text)] : []));
  return [...new Set([key(typedText(parts)), ...raw])].filter((text) => text !== "");
}

function key(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
