/**
 * What the search index of an archive costs by our writer and by Pagefind's own, in CPU seconds of all processes:
 *   node bin/annals.js build LOGS -o SITE --cache CACHE
 *   tsx test/bench/index-writers.ts CACHE
 * Pagefind gets the same texts, as custom records (which have neither weights nor anchors) and as pages (which have);
 * all of them also write the scripts that a page opened from file:// reads.
 * docs/decisions/index-writer.md has the figures.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { measuresOf, type SearchDocument, type SearchSource, writeSearch } from "../../src/search/index.ts";
import { chunkPath, pieceScript } from "../../src/search/offline.ts";
import { parts } from "../../src/search/parts.ts";
import { read } from "../../src/system/checked-file.ts";
import { pageOf } from "../search/pagefind-index/pagefind-page.ts";
import { measure } from "./measure.ts";

const ways = ["read only", "ours", "custom records", "pages"] as const;
type Way = (typeof ways)[number];

const [cache = "", way, output = ""] = process.argv.slice(2);

const files = (): readonly string[] =>
  readdirSync(join(cache, "documents")).map((name) => join(cache, "documents", name));

function documentIn(file: string): SearchDocument {
  const document = read<SearchDocument>(file);
  if (typeof document === "string") throw new Error(`${file} is ${document}.`);
  return document;
}

function put(path: string, content: Uint8Array): void {
  mkdirSync(dirname(join(output, path)), { recursive: true });
  writeFileSync(join(output, path), content);
}

/** As a build does it, which measured the texts when it wrote them. */
function source(file: string): SearchSource {
  const document = documentIn(file);
  const { key } = document;
  return { key, fingerprint: file, load: async () => documentIn(file), measures: measuresOf(document, file) };
}

async function write(by: Way): Promise<void> {
  if (by === "ours") {
    await writeSearch(files().map(source), output, { cache: join(output, "cache") });
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

if (way !== undefined) await write(way as Way);
else {
  for (const each of ways) {
    const scratch = mkdtempSync(join(tmpdir(), "annals-bench-"));
    const command = [process.execPath, "--import", "tsx", fileURLToPath(import.meta.url), cache, each, scratch];
    const { cpu, wall, peak = 0 } = await measure(command, process.env);
    process.stdout.write(
      `${each.padEnd(14)} ${cpu.toFixed(1)} CPU s, ${wall.toFixed(1)} s, ${(peak / 1e6).toFixed(0)} MB\n`,
    );
    rmSync(scratch, { recursive: true, force: true });
  }
}
