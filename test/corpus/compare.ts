/** Nothing lost: every call, result, text, prompt and image of the raw logs is in the model once, and on the site. */
import { basename } from "node:path";
import { expectedOf, type Item, type Kind } from "./expected.ts";
import { type Log, printOf } from "./logs.ts";
import { countName, type Held, type Model } from "./model.ts";
import { type Order, orderOf } from "./order.ts";
import type { Site } from "./site.ts";
import { modelTokens, tokensOf } from "./tokens.ts";

export interface Miss {
  readonly file: string;
  readonly line: number;
  readonly kind: Kind;
  readonly problem: "not in the model" | "in the model more than once" | "no session" | "no page" | "not on the site";
  readonly text: string;
}

/** Sessions that hold copies of one another's entries are looked at together. */
interface Group {
  readonly sessions: readonly Held[];
  readonly logs: readonly Log[];
}

function groups(
  logs: readonly Log[],
  sessions: readonly Held[],
): { readonly found: readonly Group[]; readonly lone: readonly Log[] } {
  const sessionOf = new Map(sessions.flatMap((session) => [...session.files].map((file) => [file, session] as const)));
  const root = new Map<Held, Held>();
  const rootOf = (session: Held): Held => {
    let at = session;
    for (let above = root.get(at); above !== undefined; above = root.get(at)) at = above;
    return at;
  };
  const holder = new Map<string, Held>();
  for (const log of logs) {
    const session = sessionOf.get(log.name);
    if (session === undefined) continue;
    for (const entry of log.entries) {
      const print = printOf(entry);
      const first = holder.get(print);
      if (first === undefined) holder.set(print, session);
      else if (rootOf(first) !== rootOf(session)) root.set(rootOf(session), rootOf(first));
    }
  }
  const byRoot = new Map<Held, { sessions: Held[]; logs: Log[] }>();
  for (const session of sessions) {
    const group = byRoot.get(rootOf(session)) ?? { sessions: [], logs: [] };
    group.sessions.push(session);
    byRoot.set(rootOf(session), group);
  }
  const lone: Log[] = [];
  for (const log of logs) {
    const session = sessionOf.get(log.name);
    const group = session === undefined ? undefined : byRoot.get(rootOf(session));
    if (group === undefined) lone.push(log);
    else group.logs.push(log);
  }
  return { found: [...byRoot.values()], lone };
}

/** Copies of an entry count once; so does a call or a result that several lines repeat. */
function distinct(items: readonly Item[]): readonly Item[] {
  const seen = new Set<string>();
  const messages = new Set<string>();
  return items.filter((item) => {
    const isOnce = item.kind === "call" || item.kind === "result";
    const name = isOnce ? countName(item.kind, item.key) : `${countName(item.kind, item.key)}\n${item.print}`;
    if (seen.has(name)) return false;
    seen.add(name);
    if (item.message === undefined) return true;
    // The lines of one API message may repeat what the line before said.
    const inMessage = `${item.message}\n${countName(item.kind, item.key)}`;
    if (messages.has(inMessage)) return false;
    messages.add(inMessage);
    return true;
  });
}

function inModel(items: readonly Item[], { sessions }: Group): readonly Miss[] {
  const misses: Miss[] = [];
  const byName = new Map<string, Item[]>();
  for (const item of items) {
    if (item.kind === "machine") {
      if (sessions.every(({ page }) => page.missing(item.text) !== undefined))
        misses.push(missOf(item, "not in the model"));
      continue;
    }
    const name = countName(item.kind, item.key);
    const list = byName.get(name);
    if (list === undefined) byName.set(name, [item]);
    else list.push(item);
  }
  for (const [name, wanted] of byName) {
    const found = sessions.reduce((sum, { counts }) => sum + (counts.get(name) ?? 0), 0);
    const last = wanted.at(-1);
    if (last === undefined || found === wanted.length) continue;
    if (found > wanted.length) misses.push(missOf(last, "in the model more than once"));
    else for (const item of wanted.slice(found)) misses.push(missOf(item, "not in the model"));
  }
  return misses;
}

function onSite(items: readonly Item[], { sessions }: Group, site: Site): readonly Miss[] {
  const { page, links, isThere } = site.read(sessions.map(({ id }) => id));
  if (!isThere) return items.slice(0, 1).map((item) => missOf(item, "no page"));
  const files = [...links].map((link) => basename(link));
  return items.flatMap((item) => {
    if (item.kind === "image")
      return files.some((name) => name.startsWith(item.key.slice(0, 24))) ? [] : [missOf(item, "not on the site")];
    // A mark with words of its own.
    const isMark = /^\s*\[Request interrupted by user/.test(item.text);
    const lost = page.missing(isMark ? "Interrupted" : item.text);
    return lost === undefined ? [] : [{ ...missOf(item, "not on the site"), text: lost }];
  });
}

function missOf({ file, line, kind, text, key }: Item, problem: Miss["problem"]): Miss {
  return { file, line, kind, problem, text: text.trim() || key };
}

export interface Comparison {
  readonly counts: Readonly<Record<string, number>>;
  readonly misses: readonly Miss[];
  readonly tokens: readonly TokenRow[];
  /** Of lists of tasks among what was said and done. */
  readonly order: Order;
}

export function compare(logs: readonly Log[], model: Model, site?: Site): Comparison {
  const agents = new Set(logs.flatMap(({ agent }) => agent ?? []));
  const { found, lone } = groups(logs, model.sessions);
  const counts: Record<string, number> = { files: logs.length, sessions: model.sessions.length, groups: found.length };
  const misses: Miss[] = [];
  for (const group of found) {
    const items = distinct(group.logs.flatMap((log) => expectedOf(log, (agent) => agents.has(agent))));
    for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
    misses.push(...inModel(items, group), ...(site === undefined ? [] : onSite(items, group, site)));
  }
  for (const log of lone) {
    for (const item of expectedOf(log, () => false)) misses.push(missOf(item, "no session"));
  }
  return { counts, misses, tokens: tokenTable(logs, model.usage), order: orderOf(logs, model.told) };
}

export const isCounted = ({ raw, ours }: TokenRow): boolean => raw.join() === ours.join();

export interface TokenRow {
  readonly model: string;
  readonly raw: readonly number[];
  readonly ours: readonly number[];
}

function tokenTable(logs: readonly Log[], usage: Parameters<typeof modelTokens>[0]): readonly TokenRow[] {
  const raw = tokensOf(logs);
  const ours = modelTokens(usage);
  const none = [0, 0, 0, 0];
  return [...new Set([...raw.keys(), ...ours.keys()])]
    .sort()
    .map((name) => ({ model: name, raw: raw.get(name) ?? none, ours: ours.get(name) ?? none }));
}
