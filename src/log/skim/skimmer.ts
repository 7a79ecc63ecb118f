/** Entries of lines that were skimmed: what counting takes, and in the place of all else what says that it was left out. */
import type { AgentId, EntryId, IsoTime, ToolUseId } from "../../model/session.ts";
import type { ContentBlock, ResultBlock, UseBlock } from "../entries/content.ts";
import {
  type AssistantEntry,
  type Entry,
  type EntryBase,
  type Tokens,
  toolUseId,
  type UserEntry,
} from "../entries/entry.ts";
import { entryOf } from "../entries/index.ts";
import { spent } from "../entries/tokens.ts";
import { isBlank, type Json, record, timeIn } from "../fields.ts";
import type { Skim } from "../lines.ts";
import { type Engine, head, room } from "./engine.ts";
import { textAt, textCount } from "./fields.ts";
import { leaveOut } from "./left-out.ts";

const absent = -1;
const asLast = -2;
const asLastId = -3;

/** Places in the table of a line. */
const flagsAt = head + 1;
const blockCountAt = head + 2;
const roomSizeAt = head + 3;
const usageAt = head + 4;
const figuresAt = head + 5;
const usageTextAt = head + 10;
const contentAt = head + 12;
const textsAt = head + 16;
const blocksAt = textsAt + 2 * textCount;
const blockSize = 5;

const [isSidechain, isMeta, isCompactSummary, isApiErrorMessage, hasDetails, hasNoTodos, isUsualTime] = [
  1, 2, 4, 8, 16, 32, 64,
];
const none: readonly never[] = [];

/** The same for all lines of a type. */
function foldedAs(raw: Json) {
  const { typeName, ...body } = entryOf(raw, { file: "", line: 0 });
  if (body.kind !== "folded") throw new Error(`${typeName} is shown`);
  return { typeName, kind: body.kind, reason: body.reason };
}

const snapshot = foldedAs({ type: "file-history-snapshot" });
const output = foldedAs({ type: "progress", data: { type: "bash_progress" } });

/** An entry while it is made. */
type Filled<Type> = { -readonly [Field in keyof Type]: Type[Field] };

export class Skimmer implements Skim {
  readonly #engine: Engine;
  readonly #file: string;
  readonly #entries: Entry[];
  /** The plain texts of the line. */
  #plain = "";

  constructor(engine: Engine, file: string, entries: Entry[]) {
    this.#engine = engine;
    this.#file = file;
    this.#entries = entries;
  }

  buffer(size: number): Buffer {
    return this.#engine.buffer(size);
  }

  take(start: number, end: number, line: number): boolean {
    const status = this.#engine.skim(start, end);
    if (status === 0) return false;
    const { numbers, bytes } = this.#engine;
    this.#plain = bytes.toString("latin1", room, room + (numbers[roomSizeAt] as number));
    const flags = numbers[flagsAt] as number;
    const base = this.#base(line, flags);
    // Texts that may be the last ones again are all asked for, so that here and there the same are the last.
    const model = this.#said(textAt.model);
    if (status === 1) this.#entries.push(this.#user(base, flags));
    else if (status === 2) this.#entries.push(this.#assistant(base, flags, model));
    else {
      const folded = this.#folded(base, this.#said(textAt.dataType));
      if (folded === undefined) return false;
      this.#entries.push(folded);
    }
    return true;
  }

  #base(line: number, flags: number): EntryBase {
    const parentId = this.#said(textAt.parentUuid) as EntryId | undefined;
    const id = this.#said(textAt.uuid) as EntryId | undefined;
    this.#engine.lastId = id;
    const time = this.#text(textAt.timestamp);
    return {
      at: { file: this.#file, line },
      typeName: this.#text(textAt.type),
      id,
      parentId,
      logicalParentId: this.#said(textAt.logicalParentUuid) as EntryId | undefined,
      time: (flags & isUsualTime) === 0 ? timeIn(time) : (time as IsoTime),
      sessionId: this.#said(textAt.sessionId),
      agentId: this.#said(textAt.agentId) as AgentId | undefined,
      isSidechain: (flags & isSidechain) !== 0,
      isMeta: (flags & isMeta) !== 0,
      cwd: this.#said(textAt.cwd),
      gitBranch: this.#said(textAt.gitBranch),
      version: this.#said(textAt.version),
      slug: this.#said(textAt.slug),
      teamName: this.#said(textAt.teamName),
      agentName: this.#text(textAt.agentName),
      permissionMode: this.#said(textAt.permissionMode),
    };
  }

  // Bodies are added to the base in one order, so that entries of a kind are all of one shape.
  #user(base: EntryBase, flags: number): Entry {
    const entry = base as Filled<UserEntry>;
    entry.kind = "user";
    entry.blocks = this.#blocks();
    entry.isCompactSummary = (flags & isCompactSummary) !== 0;
    entry.planContent = this.#said(textAt.planContent);
    entry.todos = (flags & hasNoTodos) === 0 ? undefined : none;
    entry.origin = undefined;
    entry.call = toolUseId(this.#said(textAt.sourceToolUseID));
    entry.denial = this.#said(textAt.toolDenialKind);
    entry.turnOrigin = this.#said(textAt.turnOrigin);
    entry.scheduledTask = this.#said(textAt.scheduledTaskId);
    if ((flags & hasDetails) !== 0) leaveOut(entry, "details");
    else entry.details = undefined;
    return entry;
  }

  #assistant(base: EntryBase, flags: number, model: string | undefined): Entry {
    const entry = base as Filled<AssistantEntry>;
    const state = this.#engine.numbers[usageAt] as number;
    entry.kind = "assistant";
    entry.blocks = this.#blocks();
    entry.isApiError = (flags & isApiErrorMessage) !== 0;
    entry.messageId = this.#said(textAt.messageId);
    entry.requestId = this.#said(textAt.requestId);
    if (state === 1) {
      entry.model = model;
      entry.tokens = this.#tokens();
      entry.attempts = undefined;
    } else {
      const told = spent(state === 0 ? undefined : this.#usage(), model);
      entry.model = told.model;
      entry.tokens = told.tokens;
      entry.attempts = told.attempts;
    }
    entry.error = this.#said(textAt.error);
    entry.effort = this.#said(textAt.effort);
    entry.supersedes = undefined;
    return entry;
  }

  #tokens(): Tokens {
    const { numbers } = this.#engine;
    const written = numbers[figuresAt + 3] as number;
    const hour = Math.min(written, numbers[figuresAt + 4] as number);
    return {
      input: numbers[figuresAt] as number,
      output: numbers[figuresAt + 1] as number,
      cacheRead: numbers[figuresAt + 2] as number,
      cacheWrite5m: written - hour,
      cacheWrite1h: hour,
    };
  }

  /** What was spent is told in another way than usual. */
  #usage() {
    const { numbers, bytes } = this.#engine;
    const from = numbers[usageTextAt] as number;
    return record(JSON.parse(bytes.toString("utf8", from, from + (numbers[usageTextAt + 1] as number))));
  }

  /** Types that are not shown whatever else stands in the line. */
  #folded(base: EntryBase, dataType: string | undefined): Entry | undefined {
    if (dataType !== undefined && dataType !== "bash_progress") return undefined;
    const { typeName, kind, reason } = dataType === undefined ? snapshot : output;
    return Object.assign(base, { typeName, kind, reason });
  }

  #blocks(): readonly ContentBlock[] {
    const { numbers } = this.#engine;
    if (numbers[contentAt] === 1) {
      const text = this.#text(textAt.content) as string;
      return text === "" ? none : [{ kind: "text", text }];
    }
    const count = numbers[blockCountAt] as number;
    const made: ContentBlock[] = [];
    for (let at = blocksAt; made.length < count; at += blockSize) made.push(this.#block(at));
    return made;
  }

  #block(at: number): ContentBlock {
    const kind = this.#engine.numbers[at];
    const first = this.#textAt(at + 1) as string;
    if (kind === 1) return { kind: "text", text: first };
    if (kind === 2) return { kind: "thinking", text: first, isRedacted: false };
    if (kind === 3) {
      const use = { kind: "use" as const, id: first as ToolUseId, name: this.#textAt(at + 3) as string };
      leaveOut(use, "input");
      return use as UseBlock;
    }
    const result = { kind: "result" as const, id: first as ToolUseId, isError: kind === 5 };
    leaveOut(result, "text");
    leaveOut(result, "media");
    leaveOut(result, "parts");
    return result as ResultBlock;
  }

  #said(slot: number): string | undefined {
    const text = this.#text(slot);
    return text === undefined || isBlank(text) ? undefined : text;
  }

  #text(slot: number): string | undefined {
    const at = textsAt + 2 * slot;
    const from = this.#engine.numbers[at] as number;
    if (from === absent) return undefined;
    if (from === asLast) return this.#engine.last[slot];
    if (from === asLastId) return this.#engine.lastId;
    const text = this.#textAt(at);
    this.#engine.last[slot] = text;
    return text;
  }

  #textAt(at: number): string {
    const { numbers, bytes } = this.#engine;
    const from = numbers[at] as number;
    const size = numbers[at + 1] as number;
    if (size >= 0) return this.#plain.slice(from, from + size);
    // With its quotes: escapes and letters beyond ASCII.
    return JSON.parse(bytes.toString("utf8", from - 1, from - size));
  }
}
