/** Prompts of the person's schedule: a system line says that a task is due, a user line after it has its words. */
import type { Entry } from "../log/entries/entry.ts";
import type { Prompt } from "../model/session.ts";
import type { Piece } from "./machine-text.ts";
import { isBeside } from "./steps.ts";
import type { TurnDraft } from "./turn-draft.ts";

type Scheduled = Extract<Prompt, { kind: "scheduled" }>;
type Open = (prompt: Scheduled) => TurnDraft;

/** The line that says that it is due opens the turn: it may be all that there is. */
export function openDue({ prompt, task, cron }: Extract<Entry, { kind: "scheduled" }>, open: Open): void {
  const known = { ...(task === undefined ? {} : { task }), ...(cron === undefined ? {} : { cron }) };
  open({ kind: "scheduled", text: prompt, ...known }).isDue = true;
}

/** The prompt as it was sent: in the turn that its task has opened already, else in one of its own. */
export function openSent(
  { text, task }: Extract<Piece, { kind: "scheduled" }>,
  last: TurnDraft | undefined,
  open: Open,
): void {
  const sent: Scheduled = { kind: "scheduled", text, ...(task === undefined ? {} : { task }) };
  const due = last?.isDue === true && last.prompt.kind === "scheduled" ? last.prompt : undefined;
  const isSame = task === undefined || due?.task === undefined || due.task === task;
  if (last === undefined || due === undefined || !isSame || !last.steps.every(isBeside)) {
    open(sent);
    return;
  }
  last.prompt = { ...due, ...sent };
  delete last.isDue;
}
