/** The logs that tests walk through as a whole: our own, and real ones where they are at hand. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";

export interface Corpus {
  readonly name: string;
  readonly folder: string;
  /** Enough of everything for figures. */
  readonly isLarge: boolean;
}

const from = (path: string): string => resolve(import.meta.dirname, "../..", path);

export const corpora: readonly Corpus[] = [
  { name: "the sample", folder: from("fixtures/sample/projects"), isLarge: false },
  { name: "the corpus", folder: from("../shared/corpus/projects"), isLarge: true },
].filter(({ folder }) => existsSync(folder));
