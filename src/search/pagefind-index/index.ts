/** Writes search indexes in Pagefind's format. All that depends on Pagefind's version is in this folder (README.md). */
export { engineFiles, engineScript, engineScriptHash } from "./engine.ts";
export { hiddenWords } from "./hidden-words.ts";
export { type JoinedPage, type JoinedSession, joinedIndex } from "./join.ts";
export { type PageIndex, PageIndexer, type PageNames, renamedFragment } from "./page-indexer.ts";
export { wordsOfPiece } from "./piece-words.ts";
export type { IndexFile } from "./pieces.ts";
