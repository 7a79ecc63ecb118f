/** The records of one log as entries, in their order: each thing once. */
import type { AgentId } from "../../model/session.ts";
import type { Entry } from "../entries/entry.ts";
import { any, number, object, text, words } from "../fields.ts";
import { type CallIndex, callIndex } from "./call-index.ts";
import { Calls } from "./calls.ts";
import { parts, textsIn } from "./content.ts";
import { type Source, type Thread, threadOf } from "./forks.ts";
import { groupsOf, isAnswerEvent, isOutput, isPromptEvent, isThought, isUse } from "./groups.ts";
import { Messages } from "./messages.ts";
import { failure, notice, noticeOf } from "./notices.ts";
import type { CodexRecord } from "./record.ts";
import { withVersions } from "./rollbacks.ts";
import { TokenCounter } from "./tokens.ts";
import { type Twins, twinsIn } from "./twins.ts";
import { Writer } from "./writer.ts";

/** `agent`: the log is a sub-agent's. */
export function entriesOf(records: readonly CodexRecord[], agent: AgentId | undefined, source?: Source): Entry[] {
  return new Reader(records, agent, source).entries();
}

class Reader {
  readonly #records: readonly CodexRecord[];
  readonly #agent: AgentId | undefined;
  readonly #thread: Thread;
  readonly #twins: Twins;
  readonly #index: CallIndex;
  readonly #writer: Writer;
  readonly #messages: Messages;
  readonly #calls: Calls;
  readonly #tokens: TokenCounter;
  /** Turns whose plan stands in a message too. */
  readonly #planned: ReadonlySet<string>;
  /** Compactions that have a record of their own, whose event is still to come. */
  #compactions: number;

  constructor(records: readonly CodexRecord[], agent: AgentId | undefined, source?: Source) {
    this.#records = records;
    this.#agent = agent;
    this.#thread = threadOf(records, source);
    const groups = groupsOf(records);
    this.#twins = twinsIn(groups);
    this.#index = callIndex(groups);
    this.#writer = new Writer(agent);
    this.#messages = new Messages(this.#writer, this.#twins, agent !== undefined, groups.hasAborts);
    this.#calls = new Calls(this.#writer, this.#index);
    this.#tokens = new TokenCounter(this.#thread.source !== undefined || this.#thread.ownFrom > 0);
    this.#planned = groups.hasPlans ? plannedTurns(records) : new Set();
    this.#compactions = groups.compactions;
  }

  entries(): Entry[] {
    const { ownFrom, source, id } = this.#thread;
    const writer = this.#writer;
    let isFirstMeta = true;
    let at = -1;
    for (const record of this.#records) {
      at++;
      const isCopy = at < ownFrom;
      if (at === ownFrom) writer.newPart();
      writer.isSkipping = isCopy && this.#agent !== undefined;
      writer.copiedFrom = isCopy ? (source ?? this.#thread.parent) : undefined;
      if (!isCopy) writer.thread = id ?? record.at.file;
      if (record.kind === "meta") {
        if (isFirstMeta) this.#firstMeta(record);
        // Lines that are copied have their own thread's first line before them.
        else if (isCopy) writer.thread = words(record.body, "id") ?? writer.thread;
        isFirstMeta = false;
      } else this.#read(record);
    }
    writer.settle();
    return withVersions(writer.entries);
  }

  #firstMeta(record: CodexRecord): void {
    this.#writer.noteMeta(record);
    const { source, parent, ownFrom } = this.#thread;
    const from = source ?? (ownFrom > 0 ? parent : undefined);
    if (from === undefined) return;
    const isSkipping = this.#writer.isSkipping;
    this.#writer.isSkipping = false;
    this.#writer.copiedFrom = undefined;
    this.#writer.add(record, "fork", from, { kind: "fork", session: from, by: "forked-from" });
    this.#writer.isSkipping = isSkipping;
  }

  #read(record: CodexRecord): void {
    switch (record.kind) {
      case "context":
        this.#writer.noteContext(record);
        this.#noteEffort(record);
        return;
      case "item":
        this.#item(record);
        return;
      case "event":
        this.#event(record);
        return;
      case "compacted":
        this.#compacted(record, words(record.body, "message"));
        return;
      case "unknown":
        this.#unknown(record, record.type === "" ? "line without type" : record.type);
        return;
      default:
    }
  }

  #item(record: CodexRecord): void {
    const { type, body } = record;
    if (isUse(record)) {
      this.#calls.use(record);
      this.#messages.hasAnswer = false;
    } else if (isOutput(record)) this.#calls.output(record);
    else if (type === "message") {
      this.#message(record);
      const call = object(body, "function_call");
      if (call !== undefined) this.#calls.embedded(record, call);
    } else if (type === "reasoning") this.#messages.thoughts(record);
    else if (type === "agent_message") this.#messages.fromAgent(record);
    else if (!foldedItems.has(type)) this.#unknown(record, `response_item ${type === "" ? "without type" : type}`);
  }

  #message(record: CodexRecord): void {
    if (this.#twins.repeats.has(record)) return;
    switch (text(record.body, "role")) {
      case "user":
        this.#messages.userItem(record);
        return;
      case "assistant":
        this.#messages.answerItem(record);
        return;
      case "developer":
      case "system":
        this.#messages.developerItem(record);
        return;
      case "function":
      case "tool":
        this.#calls.output(record);
        return;
      default:
        this.#unknown(record, "message without a role");
    }
  }

  #event(record: CodexRecord): void {
    const { type } = record;
    if (this.#twins.repeats.has(record)) return;
    const end = this.#index.endOf(record);
    if (end !== undefined) this.#calls.ended(record, end);
    else if (isPromptEvent(record)) this.#messages.promptEvent(record);
    else if (isAnswerEvent(record)) this.#messages.answerEvent(record);
    else if (isThought(record)) this.#messages.thoughts(record);
    else if (type === "token_count") this.#spent(record);
    else if (type === "task_started" || type === "turn_started") this.#turnStarts(record);
    else if (type === "task_complete" || type === "turn_complete") this.#turnEnds(record);
    else if (type === "item:Plan") this.#messages.planItem(record, this.#planned.has(this.#writer.turn ?? ""));
    else if (type === "context_compacted" || type === "item:ContextCompaction") this.#compactedEvent(record);
    else if (type === "thread_name_updated") this.#named(record);
    else if (type === "thread_rolled_back") this.#rolledBack(record);
    else {
      this.#linkAgent(record);
      this.#notice(record);
      if (type === "turn_aborted") this.#duration(record);
    }
  }

  #notice(record: CodexRecord): void {
    const { type, body } = record;
    // The search itself comes with its end, and a call that asks for a tool of the client with its answer.
    if (type === "web_search_call") return;
    const said = noticeOf(type, body);
    if (said === "unknown")
      this.#unknown(record, `event_msg ${type === "" ? "without type" : type.replace(/^item:/, "item ")}`);
    else if (said !== undefined) this.#writer.add(record, type, JSON.stringify(body), said);
    if (type === "turn_aborted") this.#messages.turnEnds();
  }

  #turnStarts({ body }: CodexRecord): void {
    const writer = this.#writer;
    writer.expectPrompt();
    writer.turn = words(body, "turn_id") ?? writer.turn;
    writer.mode = words(body, "collaboration_mode_kind") ?? writer.mode;
    this.#messages.turnStarts();
    this.#calls.newTurn();
  }

  #turnEnds(record: CodexRecord): void {
    const { body } = record;
    const writer = this.#writer;
    const last = words(body, "last_agent_message");
    // Cut logs have the last words of a turn nowhere else.
    if (last !== undefined && !this.#messages.hasAnswer)
      writer.add(record, "last message", last, notice({ kind: "other", name: "Last message" }, last));
    if (object(body, "error") !== undefined)
      writer.add(record, "failed", JSON.stringify(any(body, "error")), failure(body));
    this.#duration(record);
    writer.settle();
    this.#messages.turnEnds();
  }

  #duration(record: CodexRecord): void {
    const milliseconds = number(record.body, "duration_ms");
    if (milliseconds !== undefined && milliseconds > 0)
      this.#writer.add(record, "duration", String(milliseconds), { kind: "duration", milliseconds });
  }

  #spent(record: CodexRecord): void {
    const tokens = this.#tokens.spent(record.body);
    if (tokens !== undefined) this.#writer.addTokens(record, tokens);
  }

  #noteEffort(record: CodexRecord): void {
    const writer = this.#writer;
    const effort = words(record.body, "effort");
    if (effort === undefined || effort === writer.effort) return;
    const before = writer.effort;
    writer.effort = effort;
    if (before === undefined) return;
    const said = `Reasoning effort: ${before} → ${effort}`;
    writer.add(record, "effort", said, { kind: "event", event: "model-change", text: said });
  }

  #compacted(record: CodexRecord, summary: string | undefined): void {
    const body = { kind: "compaction", ...(summary === undefined ? {} : { summary }) } as const;
    this.#writer.add(record, "compaction", summary ?? "", body);
  }

  /** The event that comes with a compaction; cut logs have nothing else of it. */
  #compactedEvent(record: CodexRecord): void {
    this.#compactions--;
    if (this.#compactions < 0) this.#compacted(record, undefined);
  }

  #named(record: CodexRecord): void {
    const title = words(record.body, "thread_name") ?? words(record.body, "name");
    if (title !== undefined) this.#writer.add(record, "title", title, { kind: "title", source: "thread-name", title });
  }

  /** What was taken back is another version of what came after it. */
  #rolledBack(record: CodexRecord): void {
    const turns = number(record.body, "num_turns") ?? 1;
    const said = turns === 1 ? "Went back one turn" : `Went back ${turns} turns`;
    const body = notice({ kind: "other", name: "Rewind" }, said);
    this.#writer.add(record, "rollback", String(turns), { ...body, rewinds: turns });
  }

  /** The thread of an agent that a call has started. */
  #linkAgent(record: CodexRecord): void {
    const { body } = record;
    const call = words(body, "event_id") ?? words(body, "call_id");
    const agent = words(body, "agent_thread_id") ?? words(body, "new_thread_id");
    if (call === undefined || agent === undefined || !this.#index.hasCall(call)) return;
    const link = { kind: "agent-progress", agent: agent as AgentId, call: call as never } as const;
    this.#writer.add(record, "agent", `${agent} ${call}`, link);
  }

  #unknown(record: CodexRecord, type: string): void {
    this.#writer.add(record, "unknown", JSON.stringify(record.body), {
      kind: "unknown",
      what: "entry",
      type,
      raw: record.body,
    });
  }
}

/** Told otherwise, or for the server only. */
const foldedItems = new Set([
  "ghost_snapshot",
  "compaction",
  "context_compaction",
  "compaction_trigger",
  "compaction_summary",
]);

function plannedTurns(records: readonly CodexRecord[]): ReadonlySet<string> {
  const found = new Set<string>();
  let turn = "";
  for (const { kind, type, body } of records) {
    if (kind === "context" || type === "task_started" || type === "turn_started") turn = words(body, "turn_id") ?? turn;
    else if (
      type === "message" &&
      textsIn(parts(any(body, "content"))).some((said) => said.includes("<proposed_plan>"))
    )
      found.add(turn);
  }
  return found;
}
