/** Steps as lines make them. */
import type { Entry } from "../log/entries/entry.ts";
import { type NamelessSender, type Sender, type SenderKind, sentBy } from "../model/sender.ts";
import type { EntryId, Step, StepBody } from "../model/session.ts";
import type { TurnDraft } from "./turn-draft.ts";

export function stepOf(entry: Pick<Entry, "at" | "id" | "time">, body: StepBody): Step {
  return { id: idOf(entry), at: entry.at, ...(entry.time === undefined ? {} : { time: entry.time }), ...body };
}

/** Lines only ever get appended, so a line's number is as stable as a uuid. */
export function idOf(entry: Pick<Entry, "at" | "id">): EntryId {
  return entry.id ?? (`line-${entry.at.line}` as EntryId);
}

/** One line may open two turns: a `!` command, and words after it. */
export function freeId(id: EntryId, taken: Set<EntryId>): EntryId {
  let free = id;
  for (let next = 2; taken.has(free); next++) free = `${id}-${next}` as EntryId;
  taken.add(free);
  return free;
}

export function notice(by: Sender | NamelessSender, text: string): Extract<StepBody, { kind: "event" }> {
  return { kind: "event", event: "notice", ...sentBy(by), text };
}

export function eventStep(entry: Extract<Entry, { kind: "event" | "continued" | "relocated" }>): StepBody {
  if (entry.kind === "continued") return notice("sent-to-background", `It went on in session ${entry.session}.`);
  if (entry.kind === "relocated") return notice("project-moved", `to ${entry.folder}`);
  const { event, sender, from, text, level, call, retry, raw } = entry;
  return {
    kind: "event",
    event,
    text,
    ...(sender === undefined || from === undefined ? {} : { sender, from }),
    ...(level === undefined ? {} : { level }),
    ...(call === undefined ? {} : { call }),
    ...(retry === undefined ? {} : { retry }),
    ...(raw === undefined ? {} : { raw }),
  };
}

export function compactionStep(entry: Entry & { kind: "compaction" }): StepBody {
  const { summary, trigger, tokensBefore, tokensAfter, micro } = entry;
  return {
    kind: "compaction",
    ...(summary === undefined ? {} : { summary }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
    ...(tokensAfter === undefined ? {} : { tokensAfter }),
    ...(micro === undefined ? {} : { micro }),
  };
}

/** Stands beside the conversation: what belongs together stays together across it. */
export function isBeside(step: Step): boolean {
  return step.kind === "event" || step.kind === "unknown" || step.kind === "orphan-result";
}

/** Agents that keep their thoughts to themselves say so after each call: one mark says it for all in a row. */
export function isWithheldAgain(turn: Pick<TurnDraft, "steps"> | undefined): boolean {
  const last = turn?.steps.at(-1);
  return last?.kind === "thinking" && last.redacted === true && last.markdown === "";
}

export function unknownStep({ what, type, raw }: Entry & { kind: "unknown" }): StepBody {
  return { kind: "unknown", type: what === "entry" ? type : `${what} ${type}`, raw };
}

/** What the client says of a command around its tags. */
const isBeforeText: ReadonlySet<SenderKind | undefined> = new Set<SenderKind>(["command", "caveat"]);

/** Right after a slash command the client sends what the command stands for. */
export function senderOf(sender: Sender, turn: Pick<TurnDraft, "prompt" | "steps"> | undefined): Sender {
  const isFirst =
    turn?.prompt.kind === "command" &&
    turn.steps.every(
      (step) => isBeside(step) && !("event" in step && step.event === "notice" && !isBeforeText.has(step.sender?.kind)),
    );
  return sender.kind === "client" && isFirst ? { kind: "command-text" } : sender;
}
