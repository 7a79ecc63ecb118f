/** A call and what came of it, as text. */
import { stringsOf } from "../archive/digest/edits.ts";
import { editsIn } from "../archive/work.ts";
import { callState } from "../conversation/call-state.ts";
import type { ToolCall } from "../model/session.ts";
import { clip } from "../text/clip.ts";
import { count, number } from "../text/format.ts";
import { reportIn } from "../tools/agent.ts";
import { toolOf } from "../tools/index.ts";
import { hunksOf } from "../tools/patch.ts";
import { taggedAnswer } from "../tools/tagged-answer.ts";
import { type Paths, textOf } from "../tools/tool.ts";
import type { Style } from "./style.ts";

/** Lines and characters of an output that an export shows. */
export interface Most {
  readonly lines: number;
  readonly characters: number;
}

/** Told how many lines were left out. */
export type OnCut = (lines: number, characters: number) => void;

export interface CallOptions {
  readonly paths: Paths;
  readonly most: Most;
  readonly onCut?: OnCut;
}

/** One block after the other. */
export function callText(call: ToolCall, style: Style, options: CallOptions): readonly string[] {
  const { paths } = options;
  const tool = toolOf(call);
  const summary = tool.summary(call, paths);
  const { words } = callState(call);
  const facts = (tool.facts?.(call) ?? []).map((fact) =>
    "text" in fact ? fact.text : `+${number(fact.added)} −${number(fact.removed)}`,
  );
  const told = [...facts, ...(words === undefined ? [] : [words])];
  const line = [
    `${style.strong(tool.label?.(call) ?? call.name)}${summary === "" ? "" : ` ${style.code(summary)}`}`,
    ...(told.length === 0 ? [] : [style.words(told.join(", "))]),
  ].join(", ");
  return [line, ...bodyOf(call, style, options)];
}

function bodyOf(call: ToolCall, style: Style, options: CallOptions): readonly string[] {
  const { outcome } = call;
  const feedback = outcome.state === "none" || outcome.feedback === undefined ? [] : [style.quote(outcome.feedback)];
  if (call.kind === "askUserQuestion") {
    const asked = call.questions.map(({ question, options: all, answer, chosen, other, notes }) =>
      [
        style.prose(question),
        ...all.map(({ label }) => style.item(`${chosen.includes(label) ? "(x)" : "( )"} ${style.words(label)}`)),
        ...[other, notes].flatMap((each) => (each === undefined ? [] : [style.quote(each)])),
        ...(answer === undefined ? [style.aside("not answered")] : []),
      ].join("\n\n"),
    );
    return [...asked, ...feedback];
  }
  const lines = patchLines(call, options.paths);
  const isWell = outcome.state === "ok";
  const command = call.kind === "bash" && call.command.includes("\n") ? [style.block(call.command, "sh")] : [];
  // That a file or a list was written is no news.
  const isTold = lines !== undefined || toolOf(call).verb === "decide";
  const output = isTold && isWell ? "" : outputOf(call);
  return [
    ...command,
    ...(lines === undefined ? [] : [clipped(lines.join("\n"), style, options, "diff")]),
    ...(output.trim() === "" ? [] : [clipped(output, style, options, "text")]),
    ...feedback,
  ];
}

const outputOf = (call: ToolCall): string =>
  (call.outcome.state === "none" ? undefined : call.outcome.persisted?.text) ?? printedBy(call) ?? textOf(call.outcome);

/** What was printed, without the frame that the client or another agent puts around it. */
function printedBy(call: ToolCall): string | undefined {
  switch (call.kind) {
    // "Output: 1\nProcess Group PGID: 24674"
    case "bash":
      return call.as === undefined ? undefined : joined([call.stdout ?? "", call.stderr ?? ""]);
    case "bashOutput":
    case "taskOutput":
      return call.outcome.state === "ok"
        ? taggedAnswer(textOf(call.outcome))
            ?.printed.map(({ text }) => text)
            .join("\n")
        : undefined;
    case "agent": {
      const { report, trailer } = reportIn(textOf(call.outcome));
      return trailer === undefined ? undefined : joined([report, trailer.join(", ")]);
    }
    default:
      return undefined;
  }
}

function joined(texts: readonly string[]): string | undefined {
  const printed = texts.filter((each) => each.trim() !== "").join("\n");
  return printed === "" ? undefined : printed;
}

/** An edit as a patch; each of several files has its name before it. */
function patchLines(call: ToolCall, { path: shown }: Paths): readonly string[] | undefined {
  const edits = editsIn(call);
  if (edits.length === 0) return undefined;
  return edits.flatMap((edit) => [
    ...(edits.length === 1 ? [] : [`+++ ${shown(edit.path)}`]),
    ...(edit.hunks ?? hunksOf(stringsOf(edit))).flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines,
    ]),
  ]);
}

/** The beginning and the end of a long text, and how much is left out between them. */
export function clipped(
  long: string,
  style: Style,
  { most, onCut }: Pick<CallOptions, "most" | "onCut">,
  language = "",
): string {
  const { lines, characters } = most;
  const half = Math.floor(lines / 3);
  const { head, tail, hiddenLines, hiddenCharacters } = clip(long, {
    limit: lines,
    head: half,
    tail: half,
    lineLength: Math.min(2000, characters),
    size: characters,
  });
  if (hiddenLines === 0 && hiddenCharacters === 0) return style.block(head, language);
  onCut?.(hiddenLines, hiddenCharacters);
  const left = hiddenLines > 0 ? count(hiddenLines, "line") : count(hiddenCharacters, "character");
  return style.block(`${head}\n[… ${left} left out]${tail === undefined ? "" : `\n${tail}`}`, language);
}
