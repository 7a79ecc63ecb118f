/**
 * What a session's file says once all of it is read. Records are written again under their id, `$set.messages` repeats
 * the history as the model now sees it, `$rewindTo` gives a part of it up: each message stands once, where it was first
 * written, as it was written last, and nothing that was there before is dropped.
 */
import type { At } from "../../model/session.ts";
import { any, type Json, list, object, record, text, words } from "../fields.ts";
import type { JsonRecord } from "../json-records.ts";
import { partsOf, wordsOf } from "./parts.ts";

export type Happening =
  | { readonly kind: "message"; raw: Json; readonly isCopied: boolean }
  | { readonly kind: "compaction"; readonly raw: Json }
  | { readonly kind: "rewind"; readonly to: string }
  | { readonly kind: "header"; readonly raw: Json }
  | { readonly kind: "title"; readonly title: string }
  | { readonly kind: "unknown"; readonly type: string; readonly raw: Json };

export type Node = Happening & {
  readonly at: At;
  /** The record's own id, or one that no other record of the file has. */
  readonly id: string;
  /** What stood before it when it was first written. */
  readonly parent: Node | undefined;
};

type Message = Extract<Node, { kind: "message" }>;

const settable = new Set([
  ...["lastUpdated", "messages", "sessionId", "summary", "directories", "memoryScratchpad"],
  ...["kind", "startTime", "projectHash", "activeExtensionName"],
]);
const acknowledgement = /^Got it\. Thanks for the additional context!?$/;

export class History {
  readonly nodes: Node[] = [];
  /** What the model still sees, in order. */
  #live: Node[] = [];
  /** Messages by type and id, the ids of copies too. */
  readonly #byId = new Map<string, Message | undefined>();
  readonly #ids = new Set<string>();
  /** What was said and called so far, and how often: a copy says nothing else. */
  readonly #known = new Map<string, number>();
  readonly #session: string;

  /** `session`: what has no id of its own gets one that no other session has. */
  constructor(session: string) {
    this.#session = session;
  }

  add({ raw, at }: JsonRecord): void {
    const rewind = text(raw, "$rewindTo");
    const set = object(raw, "$set");
    if (rewind !== undefined) this.#rewind(rewind, at);
    else if (set !== undefined) this.#set(set, at);
    else if (words(raw, "type") !== undefined) this.message(raw, at);
    else if (words(raw, "sessionId") !== undefined || words(raw, "projectHash") !== undefined) this.header(raw, at);
    else this.#push({ kind: "unknown", type: Object.keys(raw)[0] ?? "empty", raw }, at);
  }

  header(raw: Json, at: At): void {
    this.#push({ kind: "header", raw }, at);
    this.#title(raw, at);
    // Some write the history so far into the header.
    this.#snapshot(list(raw, "messages") ?? [], at);
  }

  message(raw: Json, at: At): void {
    const key = keyOf(raw);
    const before = key === undefined ? undefined : this.#byId.get(key);
    if (before !== undefined) this.#rewrite(before, raw);
    else if (isSummary(raw)) this.#compaction(raw, at);
    else this.#add(raw, at, false);
  }

  #add(raw: Json, at: At, isCopied: boolean): void {
    const key = keyOf(raw);
    const node = this.#push({ kind: "message", raw, isCopied }, at, words(raw, "id"));
    if (key !== undefined) this.#byId.set(key, node as Message);
    this.#know(atomsOf(raw));
  }

  #rewrite(message: Message, raw: Json): void {
    const before = new Set(atomsOf(message.raw));
    message.raw = merged(message.raw, raw);
    this.#know(atomsOf(message.raw).filter((atom) => !before.has(atom)));
  }

  #know(atoms: readonly string[]): void {
    for (const atom of atoms) this.#known.set(atom, (this.#known.get(atom) ?? 0) + 1);
  }

  #compaction(raw: Json, at: At): void {
    const key = keyOf(raw);
    if (key !== undefined) this.#byId.set(key, undefined);
    this.#push({ kind: "compaction", raw }, at, words(raw, "id"));
  }

  #set(set: Json, at: At): void {
    this.#title(set, at);
    this.#snapshot(list(set, "messages") ?? [], at);
    const strange = Object.fromEntries(Object.entries(set).filter(([name]) => !settable.has(name)));
    const [type] = Object.keys(strange);
    if (type !== undefined) this.#push({ kind: "unknown", type: `$set ${type}`, raw: strange }, at);
  }

  /** The whole history as the model now sees it: what is new in it is added, copies under new ids are not. */
  #snapshot(messages: readonly unknown[], at: At): void {
    const seen = new Map<string, number>();
    let isAfterSummary = false;
    for (const each of messages) {
      const raw = record(each);
      if (raw === undefined) continue;
      const key = keyOf(raw);
      const atoms = atomsOf(raw);
      for (const atom of atoms) seen.set(atom, (seen.get(atom) ?? 0) + 1);
      const known = key === undefined ? undefined : this.#byId.get(key);
      if (known?.isCopied) this.#rewrite(known, raw);
      if (key !== undefined && this.#byId.has(key)) {
        isAfterSummary = known === undefined;
        continue;
      }
      const isAnswer = isAfterSummary && acknowledgement.test(wordsOf(partsOf(any(raw, "content"))).trim());
      isAfterSummary = false;
      const isCopy = atoms.length > 0 && atoms.every((atom) => (seen.get(atom) ?? 0) <= (this.#known.get(atom) ?? 0));
      if (isSummary(raw)) {
        this.#compaction(raw, at);
        isAfterSummary = true;
      } else if (isAnswer || isCopy) {
        if (key !== undefined) this.#byId.set(key, isCopy ? this.#original(raw, atoms) : undefined);
      } else this.#add(raw, at, true);
    }
  }

  /** The message that a copy repeats: what is written under the copy's id belongs to it. */
  #original(raw: Json, atoms: readonly string[]): Message | undefined {
    const [first] = atoms;
    return this.#live.findLast(
      (node): node is Message =>
        node.kind === "message" &&
        node.raw.type === raw.type &&
        first !== undefined &&
        atomsOf(node.raw).includes(first),
    );
  }

  #rewind(to: string, at: At): void {
    const target = this.#byId.get(`user ${to}`) ?? this.#byId.get(`gemini ${to}`);
    const from = target === undefined ? -1 : this.#live.indexOf(target);
    if (from >= 0) this.#live = this.#live.slice(0, from);
    // Beside the chain: what follows goes on from what stood before the message that was given up.
    this.nodes.push({ kind: "rewind", to, at, id: this.#freeId(undefined, at), parent: this.#live.at(-1) });
  }

  #title(raw: Json, at: At): void {
    const title = words(raw, "summary");
    if (title !== undefined) this.#push({ kind: "title", title }, at);
  }

  #push(happening: Happening, at: At, id?: string): Node {
    const node = { ...happening, at, id: this.#freeId(id, at), parent: this.#live.at(-1) };
    this.nodes.push(node);
    this.#live.push(node);
    return node;
  }

  #freeId(id: string | undefined, at: At): string {
    const wanted = id ?? `${this.#session}-line-${at.line}`;
    let free = wanted;
    for (let next = 2; this.#ids.has(free); next++) free = `${wanted}-${next}`;
    this.#ids.add(free);
    return free;
  }
}

/** Made by hand, a question and its answer may have one id. */
function keyOf(raw: Json): string | undefined {
  const id = words(raw, "id");
  return id === undefined ? undefined : `${words(raw, "type") ?? ""} ${id}`;
}

/** `/compress` writes what the model is to remember as if the person had said it. */
export function isSummary(raw: Json): boolean {
  return raw.type === "user" && /^\s*<(?:scratchpad|state_snapshot)>/.test(wordsOf(partsOf(any(raw, "content"))));
}

/** The later version, with what only the earlier one has: calls, tokens, thoughts. */
function merged(before: Json, after: Json): Json {
  const calls = list(before, "toolCalls") ?? [];
  const later = list(after, "toolCalls") ?? [];
  const ids = new Set(later.map((call) => text(call, "id")));
  const lost = calls.filter((call) => !ids.has(text(call, "id")));
  return {
    ...before,
    ...Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined && value !== null)),
    ...(calls.length + later.length === 0 ? {} : { toolCalls: [...lost, ...later] }),
  };
}

/** Everything that a message says: its words, its calls, its results. */
function atomsOf(raw: Json): readonly string[] {
  const type = words(raw, "type") ?? "";
  const atoms: string[] = [];
  for (const part of partsOf(any(raw, "content") ?? any(raw, "parts"))) {
    if (part.kind === "text" && part.text.trim() !== "") atoms.push(`${type} ${part.text.trim()}`);
    else if (part.kind === "call") atoms.push(`call ${part.id ?? JSON.stringify([part.name, part.args])}`);
    else if (part.kind === "response") atoms.push(`response ${part.id ?? JSON.stringify(part.response)}`);
    else if (part.kind === "image" || part.kind === "document") atoms.push(`media ${part.data.slice(0, 200)}`);
  }
  for (const call of list(raw, "toolCalls") ?? []) {
    const id = text(call, "id") ?? JSON.stringify([text(call, "name"), any(call, "args")]);
    atoms.push(`call ${id}`, `response ${id}`);
  }
  return [...new Set(atoms)];
}
