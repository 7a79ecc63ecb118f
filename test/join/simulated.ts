/** Archives of made-up sessions, to measure what a search over many of them loads. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SearchDocument } from "../../src/search/index.ts";
import { SessionIndexer, writeSearch } from "../../src/search/index.ts";
import { document, random } from "../search/documents.ts";

/** Words that all archives share, the first ones far more often than the last. */
const shared = 12_000;
/** Words of one archive alone: names of its files and functions. */
const own = 3_000;
const wordsOfSession = 900;

const letters = "abcdefghijklmnopqrstuvwxyz";

/** The same word for the same number: no endings that stemming would take. */
export function word(number: number, start = ""): string {
  let text = "";
  for (let left = number * 7919 + 104_729; left > 0; left = Math.floor(left / 20)) text += letters[(left % 20) + 1];
  return `${start}${text}x`;
}

export const commonWord = word(3);
export const sharedWord = (rank: number): string => word(rank);
export const ownWord = (archive: number, rank: number): string =>
  word(rank, `q${letters[archive % 26]}${letters[Math.floor(archive / 26)]}`);

export function session(archive: number, number: number): SearchDocument {
  const chance = random(archive * 100_003 + number + 1);
  const pick = (): string => {
    // One word in five is the archive's own.
    const isOwn = chance() < 0.2;
    const rank = Math.floor((isOwn ? own : shared) ** chance()) - 1;
    return isOwn ? ownWord(archive, rank) : sharedWord(rank);
  };
  const text = (size: number): string => Array.from({ length: size }, pick).join(" ");
  const key = `a${archive}-s${number}`;
  const time = new Date(Date.UTC(2026, 0, 1) + (number * 64 + archive) * 3_600_000).toISOString();
  return document(
    key,
    [
      { kind: "typed", text: text(wordsOfSession / 6) },
      { kind: "said", text: text(wordsOfSession / 3) },
      { kind: "output", tool: "Bash", verb: "run", text: text(wordsOfSession / 2) },
    ],
    { title: text(6), project: `project-${archive % 10}`, time, branches: [`branch-${number % 20}`] },
  );
}

/** A folder that passes for a site: its front page and its index. */
export async function writeArchive(folder: string, title: string, documents: Iterable<SearchDocument>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), `<!doctype html><title>${title}</title>`);
  const indexer = new SessionIndexer();
  const sources = [...documents].map((each) => {
    const { sections: _, ...fields } = each;
    const made = indexer.index(each);
    return { fingerprint: each.key, fields, make: () => made, load: () => made };
  });
  await writeSearch(sources, folder, { timeZone: "UTC" });
}

export const sessionsOf = (archive: number, sessions: number): SearchDocument[] =>
  Array.from({ length: sessions }, (_, number) => session(archive, number));
