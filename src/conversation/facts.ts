/** What the lines of a log agree on: where, when, with what. */
import type { Entry } from "../log/entries/entry.ts";
import type { ClientNotes, EntryId, Span } from "../model/session.ts";
import { clientNotes } from "./client-notes.ts";
import { idOf } from "./steps.ts";

export interface Facts {
  readonly span?: Span;
  readonly activeMs: number;
  readonly versions: readonly string[];
  readonly models: readonly string[];
  readonly gitBranches: readonly string[];
  readonly cwd?: string;
  /** Every folder that was worked in. */
  readonly folders: readonly string[];
  readonly slug?: string;
  readonly gitRemote?: string;
  readonly sessionId?: string;
  readonly team?: { readonly name: string; readonly member?: string };
  /** The last prompt that was sent in plan mode. */
  readonly planMode?: EntryId;
  readonly notes: ClientNotes;
}

/** A pause of more than ten minutes is not work. */
const longestPause = 10 * 60_000;

export function facts(entries: readonly Entry[]): Facts {
  const versions = new Values();
  const models = new Tally();
  const branches = new Values();
  const folders = new Tally();
  const sessions = new Tally();
  const times: number[] = [];
  let from: Entry["time"];
  let to: Entry["time"];
  let slug: string | undefined;
  let gitRemote: string | undefined;
  let team: Facts["team"];
  let planMode: EntryId | undefined;
  let message: string | undefined;
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (const entry of entries) {
    if (entry.version !== undefined) versions.add(entry.version);
    if (entry.gitBranch !== undefined) branches.add(entry.gitBranch);
    if (entry.cwd !== undefined) folders.add(entry.cwd);
    if (entry.sessionId !== undefined) sessions.add(entry.sessionId);
    if (entry.slug !== undefined) slug = entry.slug;
    if (entry.gitRemote !== undefined) gitRemote = entry.gitRemote;
    if (entry.teamName !== undefined)
      team = { name: entry.teamName, ...(entry.agentName === undefined ? {} : { member: entry.agentName }) };
    if (entry.permissionMode === "plan" && entry.kind === "user") planMode = idOf(entry);
    if (entry.kind === "assistant") {
      // A message of several lines is one answer.
      const isAnother = entry.messageId === undefined || entry.messageId !== message;
      message = entry.messageId;
      if (isAnother && entry.model !== undefined && entry.model !== "<synthetic>") models.add(entry.model);
      for (const { model } of entry.attempts ?? []) models.add(model);
    }
    if (entry.kind === "usage") models.add(entry.model);
    if (entry.time === undefined || isBookKeeping(entry)) continue;
    const time = Date.parse(entry.time);
    times.push(time);
    if (time < earliest) {
      earliest = time;
      from = entry.time;
    }
    if (time > latest) {
      latest = time;
      to = entry.time;
    }
  }
  const cwd = folders.most();
  const sessionId = sessions.most();
  return {
    ...(from === undefined || to === undefined ? {} : { span: { from, to } }),
    activeMs: activeTime(times),
    versions: versions.all(),
    models: models.byUse(),
    gitBranches: branches.all(),
    ...(cwd === undefined ? {} : { cwd }),
    folders: folders.values(),
    ...(slug === undefined ? {} : { slug }),
    ...(gitRemote === undefined ? {} : { gitRemote }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(team === undefined ? {} : { team }),
    ...(planMode === undefined ? {} : { planMode }),
    notes: clientNotes(entries),
  };
}

/** Lines of the client's own may be written long after, or be about other sessions: only what was said and done has an id. */
function isBookKeeping({ kind, id }: Entry): boolean {
  if (kind === "user" || kind === "assistant" || kind === "enqueue") return false;
  return id === undefined || kind === "folded" || kind === "queue";
}

function activeTime(times: number[]): number {
  times.sort((a, b) => a - b);
  let sum = 0;
  for (let index = 1; index < times.length; index++) {
    const pause = (times[index] ?? 0) - (times[index - 1] ?? 0);
    if (pause <= longestPause) sum += pause;
  }
  return sum;
}

/** Different values, in the order in which they came up. */
class Values {
  readonly #values = new Set<string>();
  #last: string | undefined;

  add(value: string): void {
    // Line after line says the same.
    if (value === this.#last) return;
    this.#last = value;
    this.#values.add(value);
  }

  all(): readonly string[] {
    return [...this.#values];
  }
}

class Tally {
  /** Without what `#last` has counted since it came up. */
  readonly #counts = new Map<string, number>();
  #last: string | undefined;
  #run = 0;

  add(value: string): void {
    if (value !== this.#last) {
      this.#settle();
      this.#last = value;
    }
    this.#run++;
  }

  /** What came up last stands at the end. */
  #settle(): void {
    if (this.#last === undefined) return;
    const seen = this.#counts.get(this.#last) ?? 0;
    this.#counts.delete(this.#last);
    this.#counts.set(this.#last, seen + this.#run);
    this.#run = 0;
  }

  values(): readonly string[] {
    this.#settle();
    return [...this.#counts.keys()];
  }

  /** The value seen most often first; of equals, the one that was left first. */
  byUse(): readonly string[] {
    this.#settle();
    return [...this.#counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
  }

  /** The value seen most often; of equals, the one that came up last. */
  most(): string | undefined {
    this.#settle();
    let best: string | undefined;
    let count = 0;
    for (const [value, seen] of this.#counts) {
      if (seen < count) continue;
      best = value;
      count = seen;
    }
    return best;
  }
}
