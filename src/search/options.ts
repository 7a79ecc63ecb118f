/** What search costs and holds; every default here was measured on the corpus and the bench archive. */

export interface SearchOptions {
  /**
   * How much of what tools gave back is searchable: `head` is its beginning (of a failure also the end), `all` is
   * everything the page has, `none` nothing. What changed in files follows the same choice.
   */
  readonly toolOutput: "head" | "all" | "none";
  /** The standard `pagefind/` files, which any Pagefind client can read; used over http. */
  readonly pagefind: boolean;
  /** The same index as scripts, for a folder opened by double click. */
  readonly offline: boolean;
  /** Search text of the newest sessions, which have an index of their own (characters). */
  readonly batchSize: number;
  /** Search text per index; more of it is cut into shards by age. */
  readonly shardSize: number;
  /** Days and months of the search page are those of this zone. */
  readonly timeZone: string;
}

export const searchOptions: SearchOptions = {
  toolOutput: "head", // everything would make the index 2.2 times as large (README, Search)
  pagefind: true, // what other Pagefind clients expect to find
  offline: true, // an archive is opened by double click as often as served
  batchSize: 600_000, // what is joined again when the newest session grows
  shardSize: 32_000_000, // each further shard costs a search some 13 KB a word
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, // the machine's own, as on the pages
};

/** Characters of a result that went well, and of one that failed: its first and its last. */
export const headOfOutput = 500;
/** Of what was only looked at: a file begins like many others, and its path stands with the call. */
export const headOfLook = 200;
export const headOfFailure = 2000;
export const tailOfFailure = 1000;
/** Of each thing that was asked or decided in a story. */
export const headOfStory = 600;
/** Characters of the changed lines of one edit. */
export const headOfEdit = 600;
/** Characters of a call's input beside what names it. */
export const headOfInput = 2000;
