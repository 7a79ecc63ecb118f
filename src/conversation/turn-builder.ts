/** Lines put into turns one by one. */
import type { UseBlock } from "../log/entries/content.ts";
import type { AssistantEntry, Entry, UserEntry } from "../log/entries/entry.ts";
import { mayBegin, sentBy } from "../model/sender.ts";
import type { EntryId, Prompt, Queued, Step, StepBody, ToolUseId } from "../model/session.ts";
import { isAmidTurn } from "./branches.ts";
import { callStep } from "./call-step.ts";
import { carriedAnswer } from "./carried-over.ts";
import { isOfSkill, joinOutput, joinSummary, skillCall } from "./joined.ts";
import { besidePlan, type Piece } from "./machine-text.ts";
import { saidBlock } from "./media.ts";
import { fallbackStep, ModelChanges } from "./model-changes.ts";
import type { Enqueued } from "./queue.ts";
import { openDue, openSent } from "./schedule.ts";
import { ShownTexts } from "./shown-texts.ts";
import {
  compactionStep,
  eventStep,
  freeId,
  idOf,
  isWithheldAgain,
  notice,
  senderOf,
  stepOf,
  unknownStep,
} from "./steps.ts";
import type { TurnContext } from "./turn-context.ts";
import type { TurnDraft } from "./turn-draft.ts";

type Aside = Extract<Piece, { kind: "machine" }>;

export class TurnBuilder {
  readonly #context: TurnContext;
  readonly #turns: TurnDraft[] = [];
  /** Small things before the first prompt, and what speaks of the messages below it: they belong to the next prompt. */
  readonly #leading: Step[] = [];
  readonly #shown = new ShownTexts();
  readonly #calls = new Set<ToolUseId>();
  readonly #messages = new Set<string>();
  readonly #ids = new Set<EntryId>();
  #gap = 0;
  readonly #models = new ModelChanges();

  constructor(context: TurnContext) {
    this.#context = context;
  }

  get turns(): readonly TurnDraft[] {
    return this.#turns;
  }

  add(entry: Entry): void {
    this.#addGaps(entry.at.line);
    if (this.#context.carriedOver()?.lines.has(entry)) return;
    switch (entry.kind) {
      case "user":
      case "delivered":
      case "local-command":
        this.#user(entry);
        break;
      case "assistant":
        this.#assistant(entry);
        break;
      case "enqueue":
      case "queue":
        this.#queue(entry);
        break;
      case "scheduled":
        openDue(entry, (prompt) => this.#open(entry, prompt));
        break;
      case "compaction":
        this.#step(entry, compactionStep(entry));
        break;
      case "event":
      case "continued":
      case "relocated":
        this.#event(entry, eventStep(entry));
        break;
      case "duration":
        this.#addDuration(entry.milliseconds);
        break;
      case "unknown":
        this.#event(entry, unknownStep(entry));
        break;
    }
  }

  end(): TurnDraft[] {
    this.#addGaps(Number.POSITIVE_INFINITY);
    for (const prompt of this.#context.queue().waiting) this.#enqueued(prompt, "waiting");
    this.#put(this.#turns.at(-1));
    const first = this.#leading.find(({ kind }) => kind !== "unknown") ?? this.#leading[0];
    if (first !== undefined) this.#open({ at: first.at, id: first.id }, { kind: "none" });
    return this.#turns;
  }

  #addGaps(line: number): void {
    const { gaps } = this.#context;
    for (let gap = gaps[this.#gap]; gap !== undefined && gap.at.line < line; gap = gaps[++this.#gap]) {
      this.#event({ at: gap.at }, { kind: "event", event: "diagnostic", text: gap.message, level: gap.level });
    }
  }

  #addDuration(milliseconds: number): void {
    // What was sent amid the work is part of it: the client measures from the prompt that began it.
    const turn = this.#turns.findLast(({ prompt }) => prompt.kind !== "said" || prompt.queued !== "steering");
    if (turn !== undefined) turn.durationMs = (turn.durationMs ?? 0) + milliseconds;
  }

  #user(entry: Entry & { kind: "user" | "delivered" | "local-command" }): void {
    const parts = this.#context.parts(entry);
    for (const result of parts.results) this.#orphan(entry, result.id);
    const isFirstOfAgent = this.#context.isAgent && this.#turns.length === 0;
    const before = this.#turns.length;
    for (const piece of parts.machine) this.#machine(entry, piece);
    if (parts.said.length === 0) return;
    const blocks = parts.said.map((said) => saidBlock(said, this.#context.store));
    // A picture pasted with a command belongs to it.
    const isBeside = this.#turns.length > before && parts.said.every((said) => said.kind !== "text");
    const opens = (parts.opensTurn && parts.said.some((said) => said.kind !== "unknown")) || isFirstOfAgent;
    if (!opens || isBeside) {
      for (const block of blocks) this.#step(entry, block);
      return;
    }
    if (entry.kind === "user") this.#context.plans.carryOut(entry, parts.said);
    const turn = this.#open(entry, { kind: "said", blocks, ...this.#howQueued(entry) });
    if (entry.kind === "user" && entry.todos !== undefined) turn.todos = entry.todos;
  }

  #howQueued(entry: Entry): { readonly queued?: Queued } {
    if (isAmidTurn(entry)) return { queued: "steering" };
    return this.#context.queue().wasQueued.has(entry) ? { queued: "while-working" } : {};
  }

  #machine(entry: Entry & { kind: "user" | "delivered" | "local-command" }, piece: Piece): void {
    const last = this.#turns.at(-1);
    switch (piece.kind) {
      case "command":
        this.#open(entry, { kind: "command", name: piece.name, args: piece.args, ...this.#howQueued(entry) });
        break;
      case "command-output":
        if (!joinOutput(last, piece)) this.#event(entry, notice("command-output", piece.text));
        break;
      case "shell":
        this.#open(entry, { kind: "shell", command: piece.command, stdout: "", stderr: "" });
        break;
      case "shell-output":
        if (!joinOutput(last, piece))
          this.#event(entry, notice("command-output", [piece.stdout, piece.stderr].filter(Boolean).join("\n")));
        break;
      case "interrupted":
        this.#event(entry, { kind: "event", event: "interrupted", text: piece.text });
        break;
      case "plan":
        this.#plan(entry as UserEntry, piece.text);
        break;
      case "continuation":
        if (!joinSummary(last, piece.text)) this.#step(entry, { kind: "compaction", summary: piece.text });
        break;
      case "skill":
        this.#skill(entry, piece.text);
        break;
      case "scheduled":
        openSent(piece, last, (prompt) => this.#open(entry, prompt));
        break;
      case "machine":
        if (isOfSkill(last, entry)) this.#skill(entry, piece.text);
        else if (piece.sender.kind === "caveat" && last?.at !== entry.at)
          this.#leading.push(stepOf(entry, notice("caveat", piece.text)));
        else this.#aside(entry, piece);
        break;
    }
  }

  #skill(entry: Entry, text: string): void {
    const call = skillCall(this.#turns.at(-1), entry);
    this.#event(entry, { ...notice("skill", text), ...(call === undefined ? {} : { call }) });
  }

  #plan(entry: UserEntry, text: string): void {
    const carried = this.#turns.length === 0 ? this.#context.carriedOver() : undefined;
    const plan = this.#context.plans.accept(entry, text, carried && carriedAnswer(carried, this.#context));
    const rest = besidePlan(text, plan.markdown);
    this.#open(entry, { kind: "plan", plan });
    if (rest !== "") this.#event(entry, notice("with-plan", rest));
  }

  /** A text of the client. It opens a turn only where none is open: it then is what began the work. */
  #aside(entry: Entry, piece: Aside): void {
    if (piece.opensTurn || (mayBegin(piece.sender) && this.#turns.length === 0)) {
      this.#open(entry, { kind: "machine", ...sentBy(piece.sender), text: piece.text });
      return;
    }
    const call = piece.call ?? (piece.task === undefined ? undefined : this.#context.results().callOfTask(piece.task));
    this.#event(entry, {
      ...notice(senderOf(piece.sender, this.#turns.at(-1)), piece.text),
      ...(call === undefined ? {} : { call }),
    });
  }

  #queue(line: Entry & { kind: "enqueue" | "queue" }): void {
    const { shownAt, takenBack } = this.#context.queue();
    const how = line.kind === "queue" && line.operation === "dequeue" ? "while-working" : "steering";
    for (const prompt of shownAt.get(line) ?? []) this.#enqueued(prompt, how, line.time);
    for (const { text } of takenBack.get(line) ?? []) this.#event(line, notice("taken-back", text));
  }

  #enqueued(prompt: Enqueued, queued: Queued, time = prompt.time): void {
    const { said, machine } = this.#context.parts(prompt);
    const entry = { ...prompt, time };
    if (said.length === 0) for (const piece of machine) this.#machine(entry as never, piece);
    else {
      // Before the first turn there is nothing to steer.
      const how = this.#turns.length === 0 ? {} : { queued };
      this.#open(entry, { kind: "said", blocks: said.map((part) => saidBlock(part, this.#context.store)), ...how });
    }
  }

  #assistant(entry: AssistantEntry): void {
    const key = this.#context.messageKey(entry);
    const isSynthetic = entry.model === "<synthetic>";
    const change = this.#models.note(entry);
    if (change !== undefined) this.#step(entry, change);
    for (const block of entry.blocks) {
      if (block.kind === "use") this.#use(entry, block);
      else if (block.kind === "text") {
        if (block.text.trim() === "" || this.#shown.had(`text ${key}`, block.text)) continue;
        if (entry.isApiError)
          this.#step(entry, { kind: "event", event: "api-error", text: block.text, level: "error" });
        else if (isSynthetic) this.#event(entry, notice("client", block.text));
        else this.#step(entry, { kind: "text", markdown: block.text });
      } else if (block.kind === "thinking") {
        if (block.text.trim() === "" && (!block.isRedacted || isWithheldAgain(this.#turns.at(-1)))) continue;
        if (block.text !== "" && this.#shown.had(`thinking ${key}`, block.text)) continue;
        this.#step(entry, {
          kind: "thinking",
          markdown: block.text,
          ...(block.isRedacted ? { redacted: true as const } : {}),
        });
      } else if (block.kind === "result") this.#orphan(entry, block.id);
      else if (block.kind === "fallback") this.#step(entry, fallbackStep(block));
      else if (block.kind === "plan")
        this.#step(entry, { kind: "plan", plan: this.#context.plans.proposeBlock(entry, block) });
      else this.#step(entry, saidBlock(block, this.#context.store));
    }
    // A message whose lines stand in two turns counts where it began.
    const known = this.#messages.size;
    if (this.#messages.add(key).size > known) this.#turns.at(-1)?.messages.add(key);
  }

  #use(entry: AssistantEntry, use: UseBlock): void {
    if (this.#calls.has(use.id)) return;
    this.#calls.add(use.id);
    const made = use.time === undefined ? entry : { ...entry, time: use.time };
    this.#step(made, callStep(made, use, this.#context));
  }

  /** A result whose call is not in this file, or a second one for the same call. */
  #orphan(entry: Entry, id: ToolUseId): void {
    const found = this.#context.results().orphan(entry, id);
    if (found === undefined) return;
    if (found.isSecond) this.#event(entry, { ...notice("another-result", found.result.text), call: id });
    else this.#step(entry, { kind: "orphan-result", call: id, text: found.result.text });
    for (const part of found.result.media) this.#step(entry, saidBlock(part, this.#context.store));
  }

  #open(entry: Pick<Entry, "at" | "id" | "time">, prompt: Prompt): TurnDraft {
    const { versions } = this.#context;
    const turn: TurnDraft = {
      id: freeId(idOf(entry), this.#ids),
      at: entry.at,
      ...(entry.time === undefined ? {} : { time: entry.time }),
      prompt,
      steps: this.#leading.splice(0),
      messages: new Set(),
    };
    const others = "kind" in entry ? versions(entry as Entry) : undefined;
    if (others !== undefined) turn.otherVersions = others;
    this.#turns.push(turn);
    return turn;
  }

  #step(entry: Pick<Entry, "at" | "id" | "time">, body: StepBody): void {
    const turn = this.#turns.at(-1) ?? this.#open(entry, { kind: "none" });
    const step = stepOf(entry, body);
    const isWithdrawn = "kind" in entry && this.#context.isWithdrawn(entry as Entry);
    this.#put(turn, isWithdrawn ? { ...step, withdrawn: true } : step);
  }

  #event(entry: Pick<Entry, "at" | "id" | "time">, body: StepBody): void {
    this.#put(this.#turns.at(-1), stepOf(entry, body));
  }

  #put(turn: TurnDraft | undefined, ...steps: readonly Step[]): void {
    turn?.steps.push(...this.#leading.splice(0));
    (turn?.steps ?? this.#leading).push(...steps);
  }
}
