/** A built site, or a portal over several, asked with the search page's own code and Pagefind's engine. */
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  choose,
  FoundPlaces,
  type FoundSession,
  filePage,
  findAll,
  isOverview,
  type OpenedIndex,
  openIndex,
  parseQuery,
  piecesIn,
  readState,
  shownPlaces,
  type Transport,
} from "../../templates/assets/search/reader.js";
import { engineScriptHash } from "../search/pagefind-index/index.ts";
import { sha256 } from "../system/sha256.ts";
import { type OpenedBoot, readBoot } from "./boot.ts";
import { UnreadableSite } from "./checked.ts";

export type { FoundSession } from "../../templates/assets/search/reader.js";

/** What is asked: words, and what narrows them, as in the address of the search page. */
export interface Question {
  readonly words: string;
  readonly facets: Readonly<Record<string, readonly string[]>>;
  /** "2026-02-17" */
  readonly from?: string;
  readonly to?: string;
  readonly sort?: string;
  /** How many sessions are wanted. */
  readonly limit: number;
}

export interface Moment {
  /** "typed", "output", … */
  readonly kind: string;
  readonly tool?: string;
  /** "Prompt 3" */
  readonly where: string;
  readonly about: readonly string[];
  readonly excerpt: readonly { readonly text: string; readonly isMark: boolean }[];
  /** From the site's folder, with the anchor. */
  readonly address: string;
}

export interface FoundMoments {
  readonly session: FoundSession;
  readonly matches: number;
  readonly moments: readonly Moment[];
  /** Its text in the index is damaged: where the words stand is not known. */
  readonly isUnreadable?: true;
}

export interface Answer {
  /** All that were found; `results` holds as many as were wanted. */
  readonly sessions: number;
  /** Pages over several sessions among what was found: stories, and lists of files. */
  readonly overviews: number;
  readonly matches: number;
  readonly results: readonly FoundMoments[];
  /** Words that no session has, with the nearest that some have. */
  readonly near: readonly { readonly asked: string; readonly found: string }[];
  readonly missing: readonly string[];
  /** Sessions whose part of the index cannot be read. */
  readonly lost: number;
}

export interface SiteSearch {
  readonly ask: (question: Question) => Promise<Answer>;
  /** Every session, newest first. */
  readonly sessions: () => Promise<readonly FoundSession[]>;
}

/** `onRead` hears how many bytes of the index each file had that was read, as a browser would load them. */
export async function openSearch(site: string, onRead: (bytes: number) => void = () => undefined): Promise<SiteSearch> {
  const opened = readBoot(site, onRead);
  const index = await openIndex(opened.boot, opened.pieces, backendOf(site), filesOf(site, opened, onRead));
  return {
    ask: (question) => answerOf(index, question),
    sessions: async () => {
      await index.engine.openArchives();
      const sessions = index.table.sessions.filter((session) => !isOverview(session));
      return sessions.map(plain).sort((one, two) => two.time - one.time || (one.key < two.key ? -1 : 1));
    },
  };
}

/** Whether search was left out of it, or it is no site at all. */
export const hasSearch = (site: string): boolean => existsSync(join(site, "pagefind", "boot.js"));

/** Pieces as they lie there; the forms hold the same bytes. */
function filesOf(site: string, { boot }: OpenedBoot, onRead: (bytes: number) => void): Transport {
  const folder = join(site, "pagefind");
  const read = async (path: string): Promise<Uint8Array> => {
    const bytes = await readFile(join(folder, path));
    onRead(bytes.length);
    return bytes;
  };
  const pieces = async (path: string): Promise<Map<string, Uint8Array>> => piecesIn(await read(`${path}.js`));
  return {
    pieces,
    chunk: async (shard, path) => {
      if (boot.forms.pagefind)
        return read(join(shard.folder, `${path}.pf_${path.startsWith("index/") ? "index" : "fragment"}`));
      const [piece] = (await pieces(`offline/${shard.name}/${path}`)).values();
      if (piece === undefined) throw new UnreadableSite(`${path} is not what it should be`);
      return piece;
    },
  };
}

/** A site may come from anywhere: its script is run only where it is, to the letter, the one that we write. */
function backendOf(site: string): unknown {
  const script = readFileSync(join(site, "assets", "search-engine.js"), "utf8");
  if (sha256(script) !== engineScriptHash)
    throw new UnreadableSite("its search engine is not that of this version of annals; build it again");
  const scope: { annalsEngine?: () => unknown } = {};
  new Function("globalThis", script)(scope);
  return scope.annalsEngine?.();
}

async function answerOf({ engine, table }: OpenedIndex, question: Question): Promise<Answer> {
  const clauses = parseQuery(question.words);
  const state = readState(addressOf(question));
  const found = await findAll(engine, table, clauses, state);
  const { results } = choose(table, found.hits, state, clauses.length === 0);
  const overviews = results.filter(({ session }) => isOverview(session)).length;
  const view = { table, clauses, fragment: (part: unknown) => engine.fragment(part) };
  return {
    sessions: results.length - overviews,
    overviews,
    matches: results.reduce((sum, { matches }) => sum + matches, 0),
    results: await Promise.all(
      results.slice(0, question.limit).map(async (result) => ({
        session: plain(result.session),
        matches: result.matches,
        ...(await momentsOf(new FoundPlaces(result, view))),
      })),
    ),
    ...{ near: found.near, missing: found.missing, lost: found.lost },
  };
}

async function momentsOf(found: FoundPlaces): Promise<Pick<FoundMoments, "moments" | "isUnreadable">> {
  try {
    const places = await found.load(1);
    const moments = places.slice(0, shownPlaces).map(
      ({ kind, tool, where, about, text, page, anchor }): Moment => ({
        ...{ kind, where, about, excerpt: text() },
        address: kind === "file" ? filePage({ page, about }) : `${page}#${anchor}`,
        ...(tool === "" ? {} : { tool }),
      }),
    );
    return { moments };
  } catch {
    return { moments: [], isUnreadable: true };
  }
}

/** Without the texts that it consists of. */
function plain(session: FoundSession): FoundSession {
  const { key, title, page, time, day, project, role, models, branches, story, machines, agents } = session;
  return {
    ...{ key, title, page, time, day, project, role, models, branches, story, machines, agents },
    ...{ prompts: session.prompts, failures: session.failures },
    ...(session.archive === undefined ? {} : { archive: session.archive }),
  };
}

/** As the search page's address says it, and reads it again. */
export function addressOf({ words, facets, from = "", to = "", sort = "" }: Omit<Question, "limit">): string {
  const address = new URLSearchParams({ q: words, from, to, sort });
  for (const [name, values] of Object.entries(facets)) for (const value of values) address.append(name, value);
  return address.toString();
}
