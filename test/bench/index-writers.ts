/**
 * What the search index of an archive costs by our writer and by Pagefind's own, in CPU seconds of all processes:
 *   tsx test/bench/index-writers.ts LOGS
 * With `compare` behind it: whether both have the same words, places and texts.
 * Pagefind gets the same texts, as custom records (which have neither weights nor anchors) and as pages (which have);
 * all of them also write the scripts that a page opened from file:// reads.
 * docs/decisions/index-writer.md has the figures.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { readArchive } from "../../src/archive/index.ts";
import {
  readSessionIndex,
  type SearchDocument,
  type SearchSource,
  SessionIndexer,
  searchDocument,
  writeSearch,
  writeSessionIndex,
} from "../../src/search/index.ts";
import { chunkPath, pieceScript } from "../../src/search/offline.ts";
import { parts } from "../../src/search/parts.ts";
import { read, write as writeFile } from "../../src/system/checked-file.ts";
import { byPagefind, byUs } from "../search/pagefind-index/pagefind-own.ts";
import { pageOf } from "../search/pagefind-index/pagefind-page.ts";
import { measure } from "./measure.ts";

const ways = ["read only", "ours", "custom records", "pages"] as const;
type Way = (typeof ways)[number];

/** The parent gets logs, its children the documents that it made of them. */
const [input = "", way, output = ""] = process.argv.slice(2);

const files = (): readonly string[] => readdirSync(input).map((name) => join(input, name));

async function writeDocuments(folder: string): Promise<void> {
  const archive = await readArchive({ sources: [input], title: "", timeZone: "UTC" });
  for (const record of archive.sessions) {
    const document = searchDocument(archive.whole(record.id).session, record, archive.projectOf(record).name);
    writeFile(join(folder, `${record.key}.json`), document);
  }
}

function documentIn(file: string): SearchDocument {
  const document = read<SearchDocument>(file);
  if (typeof document === "string") throw new Error(`${file} is ${document}.`);
  return document;
}

function put(path: string, content: Uint8Array): void {
  mkdirSync(dirname(join(output, path)), { recursive: true });
  writeFileSync(join(output, path), content);
}

/** As a build does it: a session is indexed while its text is in memory, and joined with others from a file. */
function source(file: string, indexer: SessionIndexer): SearchSource {
  const document = documentIn(file);
  const { sections: _, ...fields } = document;
  const kept = join(output, "sessions", document.key);
  const measures = writeSessionIndex(kept, indexer.index(document));
  const make = () => indexer.index(documentIn(file));
  return { fingerprint: file, fields, load: () => readSessionIndex(kept), make, measures };
}

async function write(by: Way): Promise<void> {
  if (by === "ours") {
    const indexer = new SessionIndexer();
    const sources = files().map((file) => source(file, indexer));
    await writeSearch(sources, output, { cache: join(output, "cache") });
    return;
  }
  if (by === "read only") {
    for (const file of files()) parts(documentIn(file));
    return;
  }
  const pagefind = await import("pagefind");
  const { index } = await pagefind.createIndex({ forceLanguage: "en", keepIndexUrl: true });
  if (index === undefined) throw new Error("Pagefind did not start.");
  for (const file of files()) {
    const document = documentIn(file);
    for (const part of parts(document)) {
      const url = `/${part.url}`;
      const content = part.regions.flatMap(({ sections }) => sections.map(({ text }) => text)).join(" ");
      const filters = { project: [document.project], model: [...document.models], branch: [...document.branches] };
      if (by === "pages") await index.addHTMLFile({ url, content: pageOf(document, part) });
      else await index.addCustomRecord({ url, content, language: "en", meta: { title: document.title }, filters });
    }
  }
  for (const { path, content } of (await index.getFiles()).files) {
    put(path, content);
    const name = chunkPath(path);
    if (name !== undefined) put(`offline/${name}.js`, pieceScript(name, content));
  }
  await pagefind.close();
}

/** In one index each, so that pages have the same numbers. */
async function compare(): Promise<void> {
  const documents = mkdtempSync(join(tmpdir(), "annals-bench-"));
  await writeDocuments(documents);
  const all = readdirSync(documents).map((name) => documentIn(join(documents, name)));
  rmSync(documents, { recursive: true, force: true });
  const [own, theirs] = [byUs(all), await byPagefind(all)];
  const words = [...new Set([...own.words.keys(), ...theirs.words.keys()])];
  const otherWords = words.filter((word) => own.words.get(word)?.join() !== theirs.words.get(word)?.join());
  const otherTexts = own.fragments.filter((text, at) => !isDeepStrictEqual(text, theirs.fragments[at]));
  process.stdout.write(
    `${words.length} words, ${otherWords.length} other (${otherWords.slice(0, 9).join(" ")}); ` +
      `${own.fragments.length} texts, ${otherTexts.length} other\n`,
  );
  await (await import("pagefind")).close();
}

if (way === "compare") await compare();
else if (way !== undefined) await write(way as Way);
else {
  const documents = mkdtempSync(join(tmpdir(), "annals-bench-"));
  await writeDocuments(documents);
  for (const each of ways) {
    const scratch = mkdtempSync(join(tmpdir(), "annals-bench-"));
    const command = [process.execPath, "--import", "tsx", fileURLToPath(import.meta.url), documents, each, scratch];
    const { cpu, wall, peak = 0 } = await measure(command, process.env);
    process.stdout.write(
      `${each.padEnd(14)} ${cpu.toFixed(1)} CPU s, ${wall.toFixed(1)} s, ${(peak / 1e6).toFixed(0)} MB\n`,
    );
    rmSync(scratch, { recursive: true, force: true });
  }
  rmSync(documents, { recursive: true, force: true });
}
