/**
 * Search: `searchDocument` says what of a session is searchable, `SessionIndexer` indexes it while its text is in memory,
 * `writeSearch` joins the indexes of all sessions in a built site.
 */
export {
  type DocumentOptions,
  type SearchDocument,
  type SearchFields,
  type SearchKind,
  type SearchSection,
  searchDocument,
  searchFields,
  searchKinds,
  withWords,
} from "./document.ts";
export { type SearchOptions, searchOptions } from "./options.ts";
export { filesDocument, storyFields, storySections } from "./overview.ts";
export { hiddenWords } from "./pagefind-index/index.ts";
export { readSessionIndex, writeSessionIndex } from "./session-file.ts";
export { type Measures, type SessionIndex, SessionIndexer } from "./session-index.ts";
export type { SearchSource } from "./source.ts";
export { type SearchReport, type WriteOptions, writeSearch } from "./write.ts";
