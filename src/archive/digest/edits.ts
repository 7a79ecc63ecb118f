/** Edits of files, whether or not they went well. */
import { anchor } from "../../address/anchor.ts";
import { callState } from "../../conversation/call-state.ts";
import { promptTitle } from "../../conversation/prompt-title.ts";
import { text } from "../../log/fields.ts";
import type { DigestHunk, EditDigest, Moment } from "../../model/digest.ts";
import type { Turn } from "../../model/session.ts";
import { firstLine } from "../../text/format.ts";
import { editsOf } from "../../tools/multi-edit.ts";
import { hunksOf } from "../../tools/patch.ts";
import { isPlanFile } from "../../tools/plan-file.ts";
import { inputOf } from "../../tools/tool.ts";
import { sourcePathIn } from "../source-path.ts";
import { type EditCall, editsIn } from "../work.ts";
import { most } from "./cut.ts";
import type { Walk } from "./walk.ts";

/** `folder` is where the session ran. */
export function editDigests({ steps }: Walk, folder: string): readonly EditDigest[] {
  const inProject = sourcePathIn(folder);
  return steps.flatMap(({ step, moment, cause }) =>
    step.kind === "call" ? editsIn(step.call).map((edit) => editDigest(edit, moment, inProject(edit.path), cause)) : [],
  );
}

const causeOf = (turn: Turn): NonNullable<EditDigest["cause"]> => ({
  kind: turn.prompt.kind,
  title: promptTitle(turn),
  anchor: anchor(turn.id),
  ...(turn.time === undefined ? {} : { time: turn.time }),
});

function editDigest(call: EditCall, moment: Moment, file: string, cause: Turn | undefined): EditDigest {
  const { id, name, path, added, removed, created, userModified } = call;
  const content =
    call.kind === "write"
      ? text(inputOf(call), "content")
      : call.kind === "applyPatch" && call.created
        ? call.content
        : undefined;
  const { hunks, cutLines } = bounded(call.hunks ?? hunksOf(stringsOf(call)));
  const isInHunks = content !== undefined && (call.hunks === undefined || call.created === true) && cutLines === 0;
  const isTold = content !== undefined && !isInHunks && content.length <= most.edit;
  const { outcome } = call;
  const error = outcome.state === "none" || outcome.state === "ok" ? "" : firstLine(outcome.text, most.line);
  return {
    ...moment,
    ...{ call: id, tool: name, path, added, removed, hunks },
    outcome: outcomeOf(call),
    ...(error === "" ? {} : { error }),
    ...(created ? { created } : {}),
    ...(userModified ? { userModified } : {}),
    ...(isNumbered(call) ? { isNumbered: true as const } : {}),
    ...(isTold ? { text: content } : {}),
    ...(isInHunks || isTold ? { isWhole: true as const } : {}),
    ...(cutLines === 0 ? {} : { cutLines }),
    ...(call.kind === "edit" && call.replaceAll ? { replaceAll: true as const } : {}),
    ...(isPlanFile(path) ? { isPlanFile: true as const } : {}),
    file,
    ...(cause === undefined ? {} : { cause: causeOf(cause) }),
  };
}

const isNumbered = (call: EditCall): boolean =>
  call.kind === "applyPatch" ? call.isNumbered === true : call.hunks !== undefined || call.created === true;

function outcomeOf(call: EditCall): EditDigest["outcome"] {
  const { state } = call.outcome;
  if (state === "none") return "unknown";
  if (state === "interrupted") return state;
  const { isFailure, isRefused } = callState(call.kind === "applyPatch" ? { ...call, patch: "", files: [call] } : call);
  return isRefused ? "rejected" : isFailure || state !== "ok" ? "failed" : "ok";
}

/** What an edit took away and put in, as its input has it. */
export function stringsOf(call: EditCall): readonly (readonly [string, string])[] {
  if (call.kind === "applyPatch") return [];
  if (call.kind === "multiEdit") return editsOf(inputOf(call)) ?? [];
  if (call.kind === "write") return [["", text(inputOf(call), "content") ?? ""]];
  if (call.kind === "notebookEdit")
    return [["", call.mode === "delete" ? "" : (text(inputOf(call), "new_source") ?? "")]];
  return [[text(inputOf(call), "old_string") ?? "", text(inputOf(call), "new_string") ?? ""]];
}

/** As many lines as may be kept, and how many are not. */
function bounded(hunks: readonly DigestHunk[]): { readonly hunks: readonly DigestHunk[]; readonly cutLines: number } {
  let left: number = most.edit;
  let cutLines = 0;
  const kept = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => {
    let size = 0;
    let end = 0;
    for (; end < lines.length; end++) {
      size += (lines[end]?.length ?? 0) + 1;
      if (size > left) break;
    }
    cutLines += lines.length - end;
    left -= Math.min(size, left);
    return end === 0 ? [] : [{ oldStart, oldLines, newStart, newLines, lines: lines.slice(0, end) }];
  });
  return { hunks: cutLines === 0 ? hunks : kept, cutLines };
}
