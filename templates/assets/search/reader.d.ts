/** What Node uses of the search page's code, which is plain JavaScript for browsers. */
import type { Table } from "../../../src/search/table.ts";

export interface SearchState {
  readonly q: string;
  readonly sort: "best" | "newest" | "oldest";
  readonly from: string;
  readonly to: string;
  readonly [facet: string]: string | readonly string[];
}

export interface FoundSession {
  readonly key: string;
  readonly title: string;
  /** From the folder that was asked, as `../boat/sessions/…` in a portal. */
  readonly page: string;
  /** Milliseconds since 1970, to the minute; 0 where it is not known. */
  readonly time: number;
  /** In the archive's time zone; "" where it is not known. */
  readonly day: string;
  readonly project: string;
  readonly role: string;
  readonly models: readonly string[];
  readonly branches: readonly string[];
  readonly story: string | undefined;
  readonly machines: readonly string[];
  /** The program that it was held with, in an archive of several. */
  readonly agents: readonly string[];
  readonly prompts: number;
  readonly failures: number;
  /** Its name, in a portal. */
  readonly archive?: string;
}

export interface FoundPlace {
  readonly page: string;
  readonly anchor: string;
  readonly kind: string;
  readonly tool: string;
  /** "Prompt 3" */
  readonly where: string;
  /** "Edit src/feed.ts", "in agent Find callers" */
  readonly about: readonly string[];
  readonly text: () => readonly { readonly text: string; readonly isMark: boolean }[];
}

export interface Result {
  readonly session: FoundSession;
  readonly matches: number;
  readonly score: number;
}

export interface SearchTable {
  readonly sessions: readonly FoundSession[];
}

export interface SearchEngine {
  readonly fragment: (part: unknown) => Promise<unknown>;
  readonly openArchives: (names?: readonly string[]) => Promise<void> | undefined;
}

export interface Clause {
  readonly text: string;
}

export interface Hits {
  readonly hits: readonly unknown[];
  readonly near: readonly { readonly asked: string; readonly found: string }[];
  readonly missing: readonly string[];
  readonly lost: number;
}

export interface Transport {
  readonly chunk: (shard: { name: string; folder: string; prefix: string }, path: string) => Promise<Uint8Array>;
  readonly pieces: (path: string, names: readonly string[]) => Promise<Map<string, Uint8Array>>;
}

export interface OpenedIndex {
  readonly engine: SearchEngine;
  readonly table: SearchTable;
}

export declare function openIndex(
  boot: { readonly table?: Table; readonly timeZone: string },
  pieces: ReadonlyMap<string, Uint8Array>,
  backend: unknown,
  transport: Transport,
): Promise<OpenedIndex>;
export declare function parseQuery(text: string): readonly Clause[];
export declare function readState(search: string): SearchState;
export declare function findAll(
  engine: SearchEngine,
  table: SearchTable,
  clauses: readonly Clause[],
  state: SearchState,
): Promise<Hits>;
export declare function choose(
  table: SearchTable,
  hits: readonly unknown[],
  state: SearchState,
  isList: boolean,
): { readonly results: readonly Result[] };
export declare class FoundPlaces {
  constructor(
    result: Result,
    view: {
      readonly table: SearchTable;
      readonly clauses: readonly Clause[];
      readonly fragment: (part: unknown) => Promise<unknown>;
    },
  );
  readonly hasMore: boolean;
  load(wanted: number): Promise<readonly FoundPlace[]>;
}
export declare const shownPlaces: number;
export declare const kindNames: Readonly<Record<string, string>>;
export declare const isKind: (value: string) => boolean;
export declare const isOverview: (session: Pick<FoundSession, "role">) => boolean;
export declare const filePage: (place: Pick<FoundPlace, "page" | "about">) => string;
export declare function piecesIn(script: Uint8Array): Map<string, Uint8Array>;
export declare function rangesOf(meta: Uint8Array): {
  readonly pages: number;
  readonly ranges: readonly (readonly unknown[])[];
};
