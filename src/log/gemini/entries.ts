/** The entries of a history: each record where it was first written, calls followed by their results. */
import { sentBy } from "../../model/sender.ts";
import type { EntryId, ToolUseId } from "../../model/session.ts";
import { answerBody, clientNotice, userBody } from "../bodies.ts";
import type { ContentBlock, ResultBlock, UseBlock } from "../entries/content.ts";
import type { Entry, EntryBody } from "../entries/entry.ts";
import { any, isBlank, type Json, list, record, text, time, words } from "../fields.ts";
import { apiError } from "./api-error.ts";
import type { Node } from "./history.ts";
import { type Part, partsOf, wordsOf } from "./parts.ts";
import { folderIn, isContext, typed } from "./prompts.ts";
import { detailsOf, responseOf, resultOf } from "./results.ts";
import { tokensOf } from "./tokens.ts";
import { sameTool } from "./tools.ts";

export interface EntryContext {
  readonly sessionId: string | undefined;
  readonly isAgent: boolean;
  /** The project, where something beside the log tells it. */
  readonly folder: string | undefined;
  /** The project by its hash, where a record names a path in it. */
  readonly byHash: (hash: string) => string | undefined;
  /** The text of a plan that a call names. */
  readonly plan: (name: string) => string | undefined;
}

interface Call {
  /** Absent where the same call stood in an earlier record. */
  readonly use?: UseBlock;
  readonly result: ResultBlock | undefined;
  readonly details: unknown;
  readonly time: unknown;
}

export function entriesOf(nodes: readonly Node[], context: EntryContext): readonly Entry[] {
  return new Writer(nodes, context).entries;
}

class Writer {
  readonly entries: Entry[] = [];
  readonly #context: EntryContext;
  readonly #cwd: string | undefined;
  /** The last entry of each node: what follows the node hangs on it. */
  readonly #lastOf = new Map<Node, EntryId>();
  /** What each call is, so that the same one is told from another of its id. */
  readonly #calls = new Map<string, string>();
  readonly #answered = new Set<string>();
  /** A session that was opened and closed is none: its context alone says nothing. */
  readonly #isTalk: boolean;

  constructor(nodes: readonly Node[], context: EntryContext) {
    this.#context = context;
    this.#isTalk = nodes.some((node) => node.kind === "compaction" || (node.kind === "message" && isTalk(node.raw)));
    this.#cwd = context.folder ?? folderOf(nodes) ?? context.byHash(hashIn(nodes));
    for (const node of nodes) this.#node(node);
  }

  #node(node: Node): void {
    const parent = node.parent === undefined ? undefined : this.#lastOf.get(node.parent);
    let last = parent;
    let count = 0;
    const put = (body: EntryBody, at: unknown = undefined): void => {
      const id = (count++ === 0 ? node.id : `${node.id}.${count}`) as EntryId;
      const { sessionId, isAgent } = this.#context;
      const base = { at: node.at, id, parentId: last, sessionId, isSidechain: isAgent, isMeta: false, cwd: this.#cwd };
      const written = time({ at }, "at") ?? ("raw" in node ? time(node.raw, "timestamp") : undefined);
      this.entries.push({ ...base, time: written, ...body });
      last = id;
    };
    this.#write(node, put);
    if (last !== undefined) this.#lastOf.set(node, last);
  }

  #write(node: Node, put: (body: EntryBody, at?: unknown) => void): void {
    switch (node.kind) {
      case "message":
        this.#message(node.raw, node.id, put);
        break;
      case "compaction":
        put({ kind: "compaction", summary: summaryIn(wordsOf(partsOf(any(node.raw, "content")))) });
        break;
      case "rewind":
        put(clientNotice("The conversation was rewound to an earlier prompt."));
        break;
      case "title":
        put({ kind: "title", source: "summary", title: node.title });
        break;
      case "header":
        put({ kind: "folded", reason: "Which session it is, and when it began." });
        break;
      case "unknown":
        put({ kind: "unknown", what: "entry", type: node.type, raw: node.raw });
        break;
    }
  }

  #message(raw: Json, id: string, put: (body: EntryBody, at?: unknown) => void): void {
    const said = wordsOf(partsOf(any(raw, "content"))).trim();
    switch (words(raw, "type")) {
      case "user":
        this.#user(raw, id, put);
        break;
      case "gemini":
        this.#gemini(raw, id, put);
        break;
      case "info":
        if (said === "") put({ kind: "folded", reason: "A notice without words." });
        else if (/^Request cancelled\.?$/i.test(said)) put({ kind: "event", event: "interrupted", text: said });
        else put(clientNotice(said));
        break;
      case "warning":
        put(clientNotice(said, "warning"));
        break;
      case "error":
        put(apiError(said));
        break;
      default:
        put({ kind: "unknown", what: "entry", type: words(raw, "type") ?? "", raw });
    }
  }

  #user(raw: Json, id: string, put: (body: EntryBody, at?: unknown) => void): void {
    const { said, ran, asides, responses } = typed(raw);
    const blocks = said.flatMap(blockOf);
    const isAnything = blocks.length > 0 || ran !== undefined;
    if (isAnything) put({ ...userBody(blocks), isVerbatim: true, ...(ran === undefined ? {} : { ran }) });
    for (const { sender, text: said } of asides)
      put(
        this.#isTalk
          ? { kind: "event", event: "notice", ...sentBy(sender), text: said }
          : { kind: "folded", reason: "What a session begins with; nothing was said in it." },
      );
    const news = responses.flatMap((part, index) => {
      const call = (part.id ?? `${id}-response-${index + 1}`) as ToolUseId;
      if (this.#answered.has(call)) return [];
      this.#answered.add(call);
      return [responseOf(part, call)];
    });
    for (const result of news) put(userBody([result]));
    if (!isAnything && asides.length === 0 && news.length === 0)
      put({ kind: "folded", reason: "Results that stand with their calls." });
  }

  #gemini(raw: Json, id: string, put: (body: EntryBody, at?: unknown) => void): void {
    const parts = partsOf(any(raw, "content"));
    const calls = this.#callsOf(raw, parts, id);
    const blocks: ContentBlock[] = [
      ...thoughts(raw, parts),
      ...answer(parts),
      ...calls.flatMap(({ use }) => use ?? []),
    ];
    const tokens = tokensOf(raw);
    put({
      ...answerBody(blocks),
      messageId: id,
      requestId: this.#context.sessionId,
      model: words(raw, "model"),
      ...(tokens === undefined ? {} : { tokens }),
    });
    for (const { result, details, time: ended } of calls)
      if (result !== undefined) put({ ...userBody([result]), ...(details === undefined ? {} : { details }) }, ended);
  }

  #callsOf(raw: Json, parts: readonly Part[], id: string): readonly Call[] {
    const found: Call[] = [];
    const add = (call: Json, index: number): void => {
      const name = words(call, "name") ?? "unknown";
      const args = any(call, "args");
      const logged = words(call, "id") ?? `${id}-call-${index + 1}`;
      const { id: own, isNew } = this.#callId(logged, JSON.stringify([name, args]));
      const as = sameTool(name, args, call, this.#cwd);
      const use: UseBlock = { kind: "use", id: own, name, input: args ?? {}, ...(as === undefined ? {} : { as }) };
      const result = this.#answered.has(own) ? undefined : resultOf(call, logged as ToolUseId);
      // The message that repeats it names the id as it is logged.
      if (result !== undefined) for (const each of [logged, own]) this.#answered.add(each);
      const details = this.#details(call, as?.name, result?.text ?? "");
      const ended = { result: result && { ...result, id: own }, details, time: any(call, "timestamp") };
      found.push(isNew ? { use, ...ended } : ended);
    };
    const listed = list(raw, "toolCalls") ?? [];
    listed.forEach((call, index) => {
      add(record(call) ?? { name: "unknown", args: call }, index);
    });
    const ids = new Set(listed.map((call) => text(call, "id")));
    parts.forEach((part, index) => {
      if (part.kind === "call" && (part.id === undefined ? listed.length === 0 : !ids.has(part.id)))
        add({ id: part.id, name: part.name, args: part.args }, listed.length + index);
    });
    return found;
  }

  /** Made by hand, two calls may have one id; the same call twice is one. */
  #callId(logged: string, what: string): { readonly id: ToolUseId; readonly isNew: boolean } {
    let id = logged;
    for (let next = 2; this.#calls.has(id) && this.#calls.get(id) !== what; next++) id = `${logged}-${next}`;
    const isNew = !this.#calls.has(id);
    this.#calls.set(id, what);
    return { id: id as ToolUseId, isNew };
  }

  #details(call: Json, tool: string | undefined, result: string): unknown {
    if (tool !== "ExitPlanMode") return detailsOf(call, tool, result);
    const args = any(call, "args");
    const file = words(args, "plan_path") ?? words(args, "plan_filename");
    const plan = file === undefined ? undefined : this.#context.plan(file);
    return plan === undefined ? undefined : { plan, filePath: file };
  }
}

function isTalk(raw: Json): boolean {
  if (raw.type !== "user") return raw.type !== "info" || wordsOf(partsOf(any(raw, "content"))).trim() !== "";
  const { said, ran, responses } = typed(raw);
  return said.length + responses.length > 0 || ran !== undefined;
}

function blockOf(part: Part): readonly ContentBlock[] {
  switch (part.kind) {
    case "text":
      return isBlank(part.text) ? [] : [{ kind: "text", text: part.text }];
    case "image":
    case "document":
    case "unknown":
      return [part];
    case "call":
      return [{ kind: "unknown", type: "functionCall", raw: part }];
    default:
      return [];
  }
}

/** `[{"subject":"Planning","description":"Read it first"}]`, a text, or parts that are thoughts. */
function thoughts(raw: Json, parts: readonly Part[]): readonly ContentBlock[] {
  const listed = (list(raw, "thoughts") ?? []).flatMap((thought) => {
    if (typeof thought === "string") return [thought];
    const subject = words(thought, "subject");
    const said = [subject === undefined ? undefined : `**${subject}**`, words(thought, "description")];
    return [said.filter((each) => each !== undefined).join("\n\n")];
  });
  const shown = listed.length > 0 ? listed : parts.flatMap((part) => (part.kind === "thought" ? [part.text] : []));
  const all = shown.filter((each) => !isBlank(each)).join("\n\n");
  return all === "" ? [] : [{ kind: "thinking", text: all, isRedacted: false }];
}

/** Texts that follow one another are pieces of one. */
function answer(parts: readonly Part[]): readonly ContentBlock[] {
  const blocks: ContentBlock[] = [];
  for (const part of parts) {
    const before = blocks.at(-1);
    if (part.kind === "text" && before?.kind === "text")
      blocks[blocks.length - 1] = { kind: "text", text: before.text + part.text };
    else if (part.kind === "text" || part.kind === "unknown") blocks.push(part);
    else if (part.kind === "image" || part.kind === "document") blocks.push(part);
  }
  return blocks.filter((block) => block.kind !== "text" || !isBlank(block.text));
}

/** What the model was to remember, without the notes that it made on the way. */
function summaryIn(words: string): string {
  const snapshot = /<state_snapshot>\s*([\s\S]*?)\s*<\/state_snapshot>/.exec(words)?.[1];
  return snapshot === undefined ? words.trim() : words.replace(/<\/?(?:scratchpad|state_snapshot)>/g, "").trim();
}

function folderOf(nodes: readonly Node[]): string | undefined {
  let named: string | undefined;
  for (const node of nodes) {
    if (node.kind === "message" && node.raw.type === "user") {
      const said = wordsOf(partsOf(any(node.raw, "content"))).trim();
      const folder = isContext(said) ? folderIn(said) : undefined;
      if (folder !== undefined) return folder;
    } else if (node.kind === "header") {
      const [first] = list(node.raw, "directories") ?? [];
      if (typeof first === "string") named ??= first;
    }
  }
  return named;
}

function hashIn(nodes: readonly Node[]): string {
  return nodes.map((node) => (node.kind === "header" ? text(node.raw, "projectHash") : undefined)).find(Boolean) ?? "";
}
