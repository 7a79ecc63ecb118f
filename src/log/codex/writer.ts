/** Entries as they are made, with what holds from one line to the next: turn, model, folder. */
import type { AgentId, EntryId } from "../../model/session.ts";
import type { AssistantBody, Entry, EntryBody, Tokens } from "../entries/entry.ts";
import { object, words } from "../fields.ts";
import { leaveOut } from "../skim/index.ts";
import { EntryIds } from "./entry-id.ts";
import type { CodexRecord } from "./record.ts";

const folder = /^\s*<environment_context>[\s\S]*?(?:<cwd>([^<\n]+)<\/cwd>|Current working directory: ([^\n]+))/;

export class Writer {
  readonly entries: Entry[] = [];
  readonly #ids = new EntryIds();
  readonly #agent: AgentId | undefined;
  /** Set while lines are copies. */
  copiedFrom: string | undefined;
  /** Copies are shown where they come from. */
  isSkipping = false;
  #thread = "";
  #turn: string | undefined;
  model: string | undefined;
  effort: string | undefined;
  /** "plan" or "default". */
  mode: string | undefined;
  #cwd: string | undefined;
  #branch: string | undefined;
  #version: string | undefined;
  #remote: string | undefined;
  /** When the log began, until a line without a time has it: logs of 2025 have no other. */
  #began: Entry["time"];
  /** The last line of the agent's in this turn, as long as it has no tokens. */
  #answered: number | undefined;
  /** Notes on a turn whose prompt is still to come. */
  #waiting: Entry[] | undefined;

  constructor(agent: AgentId | undefined) {
    this.#agent = agent;
    this.#ids.scope = "thread ";
  }

  /** The thread whose lines these are: in a fork first that of its source. */
  get thread(): string {
    return this.#thread;
  }

  set thread(thread: string) {
    if (thread === this.#thread) return;
    this.#thread = thread;
    if (this.#turn === undefined) this.#ids.scope = `thread ${thread}`;
  }

  get turn(): string | undefined {
    return this.#turn;
  }

  set turn(turn: string | undefined) {
    if (turn === undefined) return;
    this.#turn = turn;
    this.#ids.scope = turn;
  }

  noteMeta({ body, time }: CodexRecord): void {
    this.#began = time;
    this.#cwd = words(body, "cwd") ?? this.#cwd;
    const git = object(body, "git");
    this.#branch = words(git, "branch") ?? this.#branch;
    this.#remote = words(git, "repository_url") ?? this.#remote;
    this.#version = words(body, "cli_version") ?? this.#version;
    this.model ??= words(body, "model");
  }

  noteContext({ body }: CodexRecord): void {
    this.turn = words(body, "turn_id") ?? this.turn;
    this.#cwd = words(body, "cwd") ?? this.#cwd;
    this.model = words(body, "model") ?? this.model;
    this.mode = words(body, "mode") ?? this.mode;
  }

  /** Logs of 2025 name the folder only in what the model is told of its surroundings. */
  noteFolder(surroundings: string): void {
    const found = folder.exec(surroundings);
    this.#cwd ??= (found?.[1] ?? found?.[2])?.trim();
  }

  /** Where the turn's notes belong: after its prompt. */
  expectPrompt(): void {
    this.settle();
    this.newPart();
    this.#waiting = [];
  }

  settle(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    for (const entry of waiting ?? []) this.entries.push(entry);
  }

  /** `content` is what tells this line from others of its kind in the turn. */
  add(record: CodexRecord, kind: string, content: string, given: EntryBody | ((id: EntryId) => EntryBody)): EntryId {
    const id = this.#ids.next(kind, content);
    const body = typeof given === "function" ? given(id) : given;
    if (this.isSkipping) return id;
    const entry = this.#entry(record, id, body);
    if (this.#waiting !== undefined && body.kind === "event") {
      this.#waiting.push(entry);
      return id;
    }
    const count = this.entries.push(entry);
    if (body.kind === "assistant") this.#answered = body.tokens === undefined ? count - 1 : undefined;
    if (body.kind === "user" || body.kind === "assistant") this.settle();
    return id;
  }

  /** Counts come after what they count: they belong to the agent's last line, where there is one. */
  addTokens(record: CodexRecord, tokens: Tokens): void {
    const entry = this.isSkipping || this.#answered === undefined ? undefined : this.entries[this.#answered];
    this.#answered = undefined;
    // The time of a copy is another one: the id alone makes the key.
    if (entry?.kind === "assistant" && this.#waiting === undefined) {
      const { id } = entry;
      Object.assign(entry, { messageId: id, requestId: "codex", tokens });
      return;
    }
    const { input, output, cacheRead } = tokens;
    this.add(record, "tokens", `${input} ${output} ${cacheRead}`, (id) =>
      this.answer([], { messageId: id, requestId: "codex", tokens }),
    );
    this.#answered = undefined;
  }

  /** What is counted from here on belongs to lines from here on. */
  newPart(): void {
    this.#answered = undefined;
  }

  /** With all fields, so that tokens find their place later. */
  answer(blocks: AssistantBody["blocks"], more: Partial<AssistantBody> = {}): AssistantBody {
    return {
      kind: "assistant",
      blocks,
      messageId: undefined,
      requestId: undefined,
      model: this.model,
      tokens: undefined,
      effort: this.effort,
      isApiError: false,
      ...more,
    };
  }

  #entry(record: CodexRecord, id: EntryId, body: EntryBody): Entry {
    const time = record.time ?? this.#began;
    this.#began = undefined;
    const entry: Entry = {
      at: record.at,
      typeName: typeName(record),
      id,
      parentId: undefined,
      logicalParentId: undefined,
      time,
      // A fork writes the time of copying over all of them.
      copyKey: "codex",
      sessionId: this.copiedFrom,
      agentId: this.#agent,
      isSidechain: false,
      isMeta: false,
      cwd: this.#cwd,
      gitBranch: this.#branch,
      version: this.#version,
      slug: undefined,
      teamName: undefined,
      agentName: undefined,
      permissionMode: body.kind === "user" && this.mode === "plan" ? "plan" : undefined,
      gitRemote: this.#remote,
      ...body,
    };
    if (record.isSkimmed && body.kind === "user") leaveOut(entry, "details");
    return entry;
  }
}

const typeNames = new Map<string, string>();

/** One text for all lines of a type: they are counted by it. */
function typeName({ kind, type }: CodexRecord): string {
  const known = typeNames.get(type);
  // A completed item, an event and a line may have one type, hardly ever in turn.
  if (known?.startsWith(kind)) return known;
  const made = `${kind} ${type}`;
  // A type is whatever a log says: odd ones must not pile up.
  if (typeNames.size < 200) typeNames.set(type, made);
  return made;
}
