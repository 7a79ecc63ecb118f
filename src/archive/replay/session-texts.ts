/** The texts of files as the edits of one session made them, from the session as its log has it. */
import { hash } from "node:crypto";
import type { AgentId, IsoTime, ToolUseId } from "../../model/ids.ts";
import type { BreakReason, SessionTexts, TextBreak, TextRun } from "../../model/replay.ts";
import type { Session, ToolCall } from "../../model/session.ts";
import { isPlanFile } from "../../tools/plan-file.ts";
import { eachTurn } from "../digest/walk.ts";
import { sourcePathIn } from "../source-path.ts";
import { type EditCall, editsIn } from "../work.ts";
import { applyEdit, beforeHunks, plainLines } from "./apply.ts";
import { carried, linesOf, packedOrigins } from "./lines.ts";
import { wholeTextOf } from "./seen-text.ts";

/** What the log says a file was before an edit, by the edit's call. */
export type Originals = ReadonlyMap<ToolUseId, string>;

/** Longer texts are not replayed: a page of them would be of no use. */
const longest = 1_000_000;

interface Happened {
  readonly call: ToolCall | EditCall;
  readonly time?: IsoTime;
  readonly agent?: AgentId;
  readonly isLeftBehind?: true;
}

/** `show` takes out what must not be seen. */
export function sessionTexts(
  session: Pick<Session, "turns" | "agents">,
  originals: Originals,
  show: (text: string) => string,
): SessionTexts {
  const files = new Map<string, FileTexts>();
  for (const each of inOrder(session)) {
    const { call } = each;
    if (call.kind === "read") {
      const file = files.get(call.path) ?? new FileTexts(call.path, show);
      files.set(call.path, file);
      file.look(each);
    } else
      for (const edit of editsIn(call)) {
        if (isPlanFile(edit.path)) continue;
        const file = files.get(edit.path) ?? new FileTexts(edit.path, show);
        files.set(edit.path, file);
        file.edit({ ...each, call: edit }, originals.get(edit.id));
      }
  }
  const found = [...files.values()].map((file) => file.done());
  return { runs: found.flatMap(({ runs }) => runs), breaks: found.flatMap(({ breaks }) => breaks) };
}

/** Agents work at the same time as those that called them: by time, where that is known. */
function inOrder(session: Pick<Session, "turns" | "agents">): readonly (Happened & { readonly call: ToolCall })[] {
  const found: (Happened & { readonly call: ToolCall } & { readonly sort: string })[] = [];
  let last = "";
  let whose: AgentId | undefined;
  eachTurn(session, ({ steps, time: began }, { agent, isLeftBehind }) => {
    // Within one thread the log's order counts: clocks are set back.
    if (agent !== whose) last = "";
    whose = agent;
    for (const step of steps) {
      if (step.kind !== "call" || (step.call.kind !== "read" && editsIn(step.call).length === 0)) continue;
      const { outcome } = step.call;
      const time = (outcome.state === "none" ? undefined : outcome.time) ?? step.time ?? began;
      if (time !== undefined && time > last) last = time;
      found.push({
        call: step.call,
        sort: last,
        ...(time === undefined ? {} : { time }),
        ...(agent === undefined ? {} : { agent }),
        ...(isLeftBehind ? { isLeftBehind } : {}),
      });
    }
  });
  return found.sort((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : 0));
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
}

class FileTexts {
  readonly #path: string;
  readonly #show: (text: string) => string;
  readonly #runs: TextRun[] = [];
  readonly #breaks: TextBreak[] = [];
  #now: Running | undefined;
  #last: Happened | undefined;
  #isSeenAgain = false;
  /** How the agent last saw it; read only where a Write needs it. */
  #seen: ToolCall | undefined;

  constructor(path: string, show: (text: string) => string) {
    this.#path = path;
    this.#show = show;
  }

  /** Before an edit the tool asks that the file is as it was when the agent last saw it, which from here on is now. */
  look({ call }: Happened & { readonly call: ToolCall }): void {
    this.#isSeenAgain = true;
    this.#seen = call;
  }

  edit(each: Happened & { readonly call: EditCall }, original: string | undefined): void {
    const { call } = each;
    const { state } = call.outcome;
    if (state === "error" || state === "rejected") return;
    const before = original === undefined ? this.#overwritten(call) : plainLines(original);
    const doubt = before === undefined ? this.#doubt(each) : undefined;
    const isSame = this.#now !== undefined && (before === undefined ? doubt === undefined : before === this.#now.text);
    // Made anew: what it was before is gone.
    if (!isSame || call.created) this.#end();
    this.#last = each;
    this.#isSeenAgain = false;
    this.#seen = undefined;
    const broken = this.#make(each, before, doubt);
    if (broken !== undefined) this.#break(each, broken);
  }

  /** What a Write found, where the log has no copy of it: by what it says that was changed, or as the agent saw it. */
  #overwritten(call: EditCall): string | undefined {
    if (call.kind !== "write" || call.created) return undefined;
    const made = applyEdit(call, undefined);
    const told = "text" in made && call.hunks !== undefined ? beforeHunks(made.text, call.hunks) : undefined;
    return told ?? (this.#seen === undefined ? undefined : wholeTextOf(this.#seen));
  }

  #make(
    each: Happened & { readonly call: EditCall },
    before: string | undefined,
    doubt: BreakReason | undefined,
  ): BreakReason | undefined {
    if (each.call.outcome.state !== "ok") return "no-result";
    const known = before ?? this.#now?.text;
    const made = applyEdit(each.call, known);
    if ("reason" in made) return doubt !== undefined && made.reason === "no-start" ? doubt : made.reason;
    if (made.text.length > longest || (known ?? "").length > longest) return "too-long";
    this.#now ??= begun(before);
    extend(this.#now, made.text, each);
    return undefined;
  }

  /** Why the text may be another one by now, where the log has no copy of it. */
  #doubt({ agent, isLeftBehind, call }: Happened): BreakReason | undefined {
    const last = this.#last;
    if (last === undefined || call.kind === "write") return undefined;
    if (last.isLeftBehind !== isLeftBehind) return "rewind";
    return this.#isSeenAgain || last.agent !== agent ? "looked-again" : undefined;
  }

  #break({ call, time, agent }: Happened, reason: BreakReason): void {
    this.#end();
    this.#breaks.push({
      path: this.#path,
      edit: call.id,
      reason,
      ...(time === undefined ? {} : { time }),
      ...(agent === undefined ? {} : { agent }),
    });
  }

  #end(): void {
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
      hashes: now.hashes,
      text: () => text,
      length: text.length,
      origins: packedOrigins(now.origins),
    });
  }

  done(): SessionTexts {
    this.#end();
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

function extend(now: Running, text: string, { call, time }: Happened): void {
  const lines = linesOf(text);
  now.origins = carried(now.lines, now.origins, lines, now.edits.length);
  now.text = text;
  now.lines = lines;
  now.edits.push(call.id);
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
