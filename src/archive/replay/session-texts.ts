/** The texts of files as the edits of one session made them, from the session as its log has it. */
import { hash } from "node:crypto";
import type { AgentId, IsoTime, ToolUseId } from "../../model/ids.ts";
import type { BreakReason, SessionTexts, TextBreak, TextRun } from "../../model/replay.ts";
import type { Session, ToolCall } from "../../model/session.ts";
import { isPlanFile } from "../../tools/plan-file.ts";
import { sourcePathIn } from "../source-path.ts";
import { type EditCall, editsIn } from "../work.ts";
import { applyEdit, beforeHunks, plainLines } from "./apply.ts";
import { carried, linesOf, packedOrigins } from "./lines.ts";
import { callInThread, type Happened, inOrder } from "./order.ts";
import { wholeTextOf } from "./seen-text.ts";
import type { Version } from "./versions.ts";

/** What the log says a file was before an edit, by the edit's call. */
export type Originals = ReadonlyMap<ToolUseId, string>;

/** Longer texts are not replayed: a page of them would be of no use. */
const longest = 1_000_000;

/** `show` takes out what must not be seen. */
export function sessionTexts(
  session: Pick<Session, "turns" | "agents">,
  originals: Originals,
  show: (text: string) => string,
): SessionTexts {
  const files = new Map<string, FileTexts>();
  for (const each of inOrder(session)) {
    const { call, isSeenAgain } = each;
    if (isSeenAgain !== undefined) {
      for (const [path, file] of files) if (isSeenAgain(path)) file.isSeenBy(each.agent);
    } else if (call?.kind === "read") {
      const file = files.get(call.path) ?? new FileTexts(call.path, show);
      files.set(call.path, file);
      file.look(call);
    } else if (call !== undefined)
      for (const edit of editsIn(call)) {
        if (isPlanFile(edit.path)) continue;
        const file = files.get(edit.path) ?? new FileTexts(edit.path, show);
        files.set(edit.path, file);
        file.edit({ ...each, call: edit }, originals.get(callInThread(edit.id, each.agent)));
      }
  }
  const found = [...files.values()].map((file) => file.done());
  return { runs: found.flatMap(({ runs }) => runs), breaks: found.flatMap(({ breaks }) => breaks) };
}

interface Running {
  text: string;
  lines: readonly string[];
  origins: number[];
  readonly start?: { readonly text: string; readonly lines: readonly string[] };
  readonly edits: ToolUseId[];
  readonly hashes: string[];
  from?: IsoTime;
  to?: IsoTime;
  isOverUnseen?: true;
}

type Edited = Happened & { readonly call: EditCall };

/** The client says so of a file that was there. */
const updated = /^The file .{1,4096} has been updated/s;

class FileTexts {
  readonly #path: string;
  readonly #show: (text: string) => string;
  readonly #runs: TextRun[] = [];
  readonly #breaks: TextBreak[] = [];
  #now: Running | undefined;
  #last: Edited | undefined;
  #isSeenAgain = false;
  /** How the agent last saw it; read only where a Write needs it. */
  #seen: ToolCall | undefined;

  constructor(path: string, show: (text: string) => string) {
    this.#path = path;
    this.#show = show;
  }

  /** Before an edit the tool asks that the file is as it was when the agent last saw it, which from here on is now. */
  look(call: ToolCall): void {
    this.#isSeenAgain = true;
    this.#seen = call;
  }

  /** The same without a text of it, and only for this agent. */
  isSeenBy(agent: AgentId | undefined): void {
    if (this.#last?.agent !== agent) return;
    this.#isSeenAgain = true;
    this.#seen = undefined;
  }

  edit(each: Edited, original: string | undefined): void {
    const { call } = each;
    const { state } = call.outcome;
    if (state === "error" || state === "rejected") return;
    const before = original === undefined ? this.#overwritten(call) : plainLines(original);
    const doubt = before === undefined ? this.#doubt(each) : undefined;
    const isSame = this.#now !== undefined && (before === undefined ? doubt === undefined : before === this.#now.text);
    const isUnseen = call.kind === "write" && before === undefined && this.#isOverUnseen(each);
    const isLeaving = each.version !== undefined && this.#last?.version !== each.version;
    // Made anew: what it was before is gone. And what a rewind leaves behind is a run of its own.
    if (!isSame || call.created || isUnseen || isLeaving) this.#end();
    this.#last = each;
    this.#isSeenAgain = false;
    this.#seen = undefined;
    const broken = this.#make(each, before, doubt);
    if (broken !== undefined) this.#break(each, broken);
    else if (isUnseen && this.#now !== undefined) this.#now.isOverUnseen = true;
  }

  /** A Write over a text that nothing tells of, though the file was there. */
  #isOverUnseen({ call, agent, version }: Edited): boolean {
    if (call.created) return false;
    if (this.#now === undefined) return call.outcome.state === "ok" && updated.test(call.outcome.text);
    return this.#isSeenAgain || this.#last?.agent !== agent || this.#last?.version !== version;
  }

  /** What a Write found, where the log has no copy of it: by what it says that was changed, or as the agent saw it. */
  #overwritten(call: EditCall): string | undefined {
    if (call.kind !== "write" || call.created) return undefined;
    const made = applyEdit(call, undefined);
    const told = "text" in made && call.hunks !== undefined ? beforeHunks(made.text, call.hunks) : undefined;
    return told ?? (this.#seen === undefined ? undefined : wholeTextOf(this.#seen));
  }

  #make(each: Edited, before: string | undefined, doubt: BreakReason | undefined): BreakReason | undefined {
    if (each.call.outcome.state !== "ok") return "no-result";
    const known = before ?? this.#now?.text;
    const made = applyEdit(each.call, known);
    if ("reason" in made) return doubt !== undefined && made.reason === "no-start" ? doubt : made.reason;
    if (made.text.length > longest || (known ?? "").length > longest) return "too-long";
    this.#now ??= begun(before);
    for (const step of made.steps ?? []) carry(this.#now, step);
    extend(this.#now, made.text, each);
    return undefined;
  }

  /** Why the text may be another one by now, where the log has no copy of it. */
  #doubt({ agent, version, call }: Edited): BreakReason | undefined {
    const last = this.#last;
    if (last === undefined || call.kind === "write") return undefined;
    if (last.version !== version) return "rewind";
    return this.#isSeenAgain || last.agent !== agent ? "looked-again" : undefined;
  }

  #break({ call, time, agent }: Edited, reason: BreakReason): void {
    this.#end();
    this.#breaks.push({
      path: this.#path,
      edit: callInThread(call.id, agent),
      reason,
      runs: this.#runs.length,
      ...(time === undefined ? {} : { time }),
      ...(agent === undefined ? {} : { agent }),
    });
  }

  #end(left?: Version): void {
    const now = this.#now;
    this.#now = undefined;
    if (now === undefined || now.edits.length === 0) return;
    const text = this.#show(now.text);
    const gone = goneLines(now, this.#show);
    const count = text === now.text ? now.lines.length : linesOf(text).length;
    if (count !== now.lines.length || gone === undefined) {
      const edit = now.edits.at(-1) as ToolUseId;
      this.#breaks.push({
        path: this.#path,
        edit,
        reason: "redacted",
        runs: this.#runs.length,
        ...(now.to === undefined ? {} : { time: now.to }),
      });
      return;
    }
    this.#runs.push({
      path: this.#path,
      edits: now.edits,
      ...(now.from === undefined ? {} : { from: now.from }),
      ...(now.to === undefined ? {} : { to: now.to }),
      ...(now.start === undefined
        ? {}
        : { start: { hash: hashOf(now.start.text), lines: now.start.lines.length, gone } }),
      ...(left === undefined ? {} : { left }),
      ...(now.isOverUnseen ? { isOverUnseen: true as const } : {}),
      hashes: now.hashes,
      text: () => text,
      length: text.length,
      origins: packedOrigins(now.origins),
    });
  }

  done(): SessionTexts {
    this.#end(this.#last?.version);
    return { runs: this.#runs, breaks: this.#breaks };
  }
}

function begun(start: string | undefined): Running {
  const lines = start === undefined ? [] : linesOf(start);
  return {
    text: start ?? "",
    lines,
    origins: lines.map((_, at) => -1 - at),
    ...(start === undefined ? {} : { start: { text: start, lines } }),
    edits: [],
    hashes: [],
  };
}

/** The lines of the next text, those that are new as of the edit that comes next. */
function carry(now: Running, text: string): void {
  const lines = linesOf(text);
  now.origins = carried(now.lines, now.origins, lines, now.edits.length);
  now.text = text;
  now.lines = lines;
}

function extend(now: Running, text: string, { call, agent, time }: Edited): void {
  carry(now, text);
  now.edits.push(callInThread(call.id, agent));
  now.hashes.push(hashOf(text));
  if (time === undefined) return;
  now.from ??= time;
  now.to = time;
}

/** Lines of the start that are not there any more: with the others they give the start again. */
function goneLines({ start, origins }: Running, show: (text: string) => string): [number, string][] | undefined {
  if (start === undefined) return [];
  const kept = new Uint8Array(start.lines.length);
  for (const origin of origins) if (origin < 0) kept[-1 - origin] = 1;
  const gone: [number, string][] = [];
  kept.forEach((isKept, at) => {
    if (isKept === 0) gone.push([at, start.lines[at] ?? ""]);
  });
  if (gone.length === 0) return gone;
  const shown = linesOf(show(`${gone.map(([, line]) => line).join("\n")}\n`));
  return shown.length === gone.length ? gone.map(([at], index) => [at, shown[index] ?? ""]) : undefined;
}

export const hashOf = (text: string): string => hash("sha1", text, "base64url").slice(0, 20);

/** Paths as they may be seen; the lines are that already. */
export function withShownPaths({ runs, breaks }: SessionTexts, show: (text: string) => string): SessionTexts {
  return {
    runs: runs.map((run) => ({ ...run, path: show(run.path) })),
    breaks: breaks.map((each) => ({ ...each, path: show(each.path) })),
  };
}

/** With paths as the project sees them. */
export function inProject({ runs, breaks }: SessionTexts, folder: string): SessionTexts {
  const pathOf = sourcePathIn(folder);
  return {
    runs: runs.map((run) => ({ ...run, path: pathOf(run.path) })),
    breaks: breaks.map((each) => ({ ...each, path: pathOf(each.path) })),
  };
}
