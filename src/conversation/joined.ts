/** What comes on a line of its own and belongs to one before: a command's output, a compaction's summary, a skill's text. */
import type { Entry } from "../log/entries/entry.ts";
import type { ToolUseId } from "../model/session.ts";
import type { Piece } from "./machine-text.ts";
import { isBeside } from "./steps.ts";
import type { TurnDraft } from "./turn-draft.ts";

type Output = Extract<Piece, { kind: "command-output" | "shell-output" }>;

/** Whether the turn's command was waiting for it. */
export function joinOutput(turn: TurnDraft | undefined, piece: Output): boolean {
  const prompt = turn?.prompt;
  if (turn === undefined || prompt === undefined) return false;
  if (piece.kind === "command-output") {
    if (prompt.kind !== "command" || prompt.output !== undefined || !turn.steps.every(isBeside)) return false;
    turn.prompt = { ...prompt, output: piece.text };
    return true;
  }
  if (prompt.kind !== "shell" || prompt.stdout !== "" || prompt.stderr !== "") return false;
  const { stdout, stderr, exitCode = 0 } = piece;
  turn.prompt = { ...prompt, stdout, stderr, ...(exitCode === 0 ? {} : { exitCode }) };
  return true;
}

/** Whether the turn's last compaction was waiting for it. */
export function joinSummary(turn: TurnDraft | undefined, summary: string): boolean {
  const last = turn?.steps.findLast((step) => !isBeside(step));
  if (turn === undefined || last?.kind !== "compaction" || last.summary !== undefined || last.micro !== undefined)
    return false;
  turn.steps[turn.steps.indexOf(last)] = { ...last, summary };
  return true;
}

/** Older lines do not say which call loaded the skill, but it is the last one. */
export function skillCall(turn: TurnDraft | undefined, entry: Entry): ToolUseId | undefined {
  if (entry.kind === "user" && entry.call !== undefined) return entry.call;
  const last = turn?.steps.findLast((step) => step.kind === "call" && step.call.kind === "skill");
  return last?.kind === "call" ? last.call.id : undefined;
}

/** Whether a line names the skill that it is the text of. */
export function isOfSkill(turn: TurnDraft | undefined, entry: Entry): boolean {
  if (entry.kind !== "user" || entry.call === undefined) return false;
  const { call } = entry;
  return (
    turn?.steps.some((step) => step.kind === "call" && step.call.kind === "skill" && step.call.id === call) ?? false
  );
}
