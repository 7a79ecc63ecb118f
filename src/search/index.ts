/** Search: `searchDocument` says what of a session is searchable, `writeSearch` puts all of it into a built site. */
export {
  type DocumentOptions,
  type SearchDocument,
  type SearchKind,
  type SearchSection,
  searchDocument,
  searchKinds,
  withWords,
} from "./document.ts";
export { type SearchOptions, searchOptions } from "./options.ts";
export { type Measures, measuresOf, type SearchSource } from "./source.ts";
export { type SearchReport, type WriteOptions, writeSearch } from "./write.ts";
