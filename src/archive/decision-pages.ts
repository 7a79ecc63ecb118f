/** Decisions by date, in as many pages as it takes, and what they can be filtered by. */
import { decisionsPath } from "../address/paths.ts";
import type { Archive } from "../model/archive.ts";
import type { DecisionRecord, Fate } from "../model/decisions.ts";
import { append } from "../system/append.ts";
import { clock } from "../text/clock.ts";
import { chunksOf, measured, type PageRoom, shownBytes } from "./page-chunks.ts";

export interface DecisionPage {
  readonly path: string;
  /** Undefined for the newest ones, which are the front page. */
  readonly month?: string;
  readonly part: number;
  readonly parts: number;
  readonly decisions: readonly DecisionRecord[];
  /** In the whole archive. */
  readonly all: number;
}

/** No page over 300 kB: a row is at most some 2 kB, unless it is full of what becomes long in HTML. */
const most: PageRoom = { rows: 120, bytes: 150_000 };

const rowOf = (decision: DecisionRecord): PageRoom =>
  measured(decision, ({ title, chosen = [], words }) => ({ rows: 1, bytes: shownBytes(title, words, ...chosen) }));

export function decisionPages(
  decisions: readonly DecisionRecord[],
  { timeZone }: Pick<Archive, "timeZone">,
): DecisionPage[] {
  const all = decisions.length;
  const [newest = []] = chunksOf(decisions, rowOf, most);
  const front = { path: decisionsPath(), part: 1, parts: 1, decisions: newest, all };
  if (newest.length === all) return [front];
  const { key } = clock(timeZone);
  const months = new Map<string, DecisionRecord[]>();
  for (const each of decisions) append(months, key(each.time)?.slice(0, 7) ?? "undated", each);
  const pages = [...months].flatMap(([month, list]) => {
    const chunks = chunksOf(list, rowOf, most);
    return chunks.map((chunk, at) => ({
      path: decisionsPath(month, at + 1),
      ...{ month, parts: chunks.length, all, part: at + 1, decisions: chunk },
    }));
  });
  return [front, ...pages];
}

export interface DecisionChoice {
  readonly name: "kind" | "fate" | "project";
  readonly label: string;
  readonly values: readonly string[];
}

export const kindWords: Readonly<Record<DecisionRecord["kind"], string>> = {
  plan: "Plan",
  question: "Question",
  rejection: "Rejected call",
};

export const fateWords: Readonly<Record<Fate, string>> = {
  implemented: "implemented",
  changed: "rejected, changed afterwards",
  "proposed-again": "rejected, proposed again",
  rejected: "rejected",
  "never-done": "accepted, nothing followed",
  undone: "undone by a rewind",
  answered: "answered",
  unanswered: "not answered",
  refused: "not allowed",
  "allowed-later": "not allowed, done afterwards",
  "done-otherwise": "not allowed, done otherwise",
};

const mostChoices = 24;

/** Only what divides them. */
export function decisionChoices(decisions: readonly DecisionRecord[]): readonly DecisionChoice[] {
  const choice = (name: DecisionChoice["name"], label: string): DecisionChoice => {
    const uses = new Map<string, number>();
    for (const each of decisions) uses.set(each[name], (uses.get(each[name]) ?? 0) + 1);
    const values = [...uses].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
    return { name, label, values: values.slice(0, mostChoices) };
  };
  return [choice("kind", "Kind"), choice("project", "Project"), choice("fate", "What became of it")].filter(
    ({ values }) => values.length > 1,
  );
}

/** What stands for a value in forms and rules, which must hold no text of a log. */
export const decisionToken = ({ name }: DecisionChoice, index: number): string => `${name[0]}${index}`;
