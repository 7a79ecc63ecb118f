/** What Pagefind's own indexer makes of documents, and what ours makes of them, in a form that can be compared. */
import { gunzipSync } from "node:zlib";
import { type SearchDocument, SessionIndexer } from "../../../src/search/index.ts";
import { CborReader } from "../../../src/search/pagefind-index/cbor.ts";
import { joinedIndex } from "../../../src/search/pagefind-index/index.ts";
import { parts } from "../../../src/search/parts.ts";
import { joinable } from "../../../src/search/session-index.ts";
import { pageOf } from "./pagefind-page.ts";

export interface Compared {
  /** "word", or "word (wörd)" for a form with accents, to "page: places, places in the title". */
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly fragments: readonly unknown[];
}

export async function byPagefind(documents: readonly SearchDocument[]): Promise<Compared> {
  const pages = documents.flatMap((document) =>
    parts(document).map((part) => ({ url: `/${part.url}`, content: pageOf(document, part) })),
  );
  return indexed(pages);
}

export function byUs(documents: readonly SearchDocument[]): Compared {
  const indexer = new SessionIndexer();
  const sessions = documents.map((document) => indexer.index(document));
  const words = new Map<string, readonly string[]>();
  for (const file of joinedIndex(sessions.map(joinable)))
    if (file.path.endsWith(".pf_index")) addWords(indexIn(raw(file)), words);
  const fragments = sessions.flatMap((session) => session.fragments);
  return { words, fragments: fragments.map((file) => JSON.parse(raw(file).toString())) };
}

/** For each word what Pagefind finds it by, with the weight of each. */
export async function wordsByPagefind(words: readonly string[]): Promise<readonly (readonly string[])[]> {
  const text = words.join(" ").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const { words: found } = await indexed([
    { url: "/", content: `<html><body data-pagefind-body><p>${text}</p></body></html>` },
  ]);
  const byPlace: string[][] = words.map(() => []);
  for (const [word, [page]] of found) {
    for (const [, weight = "", place = ""] of (page ?? "").matchAll(/(\d+)@(\d+)/g))
      byPlace[Number(place)]?.push(`${word} ${weight}`);
  }
  return byPlace.map((each) => each.sort());
}

async function indexed(pages: readonly { readonly url: string; readonly content: string }[]): Promise<Compared> {
  const pagefind = await import("pagefind");
  const { index } = await pagefind.createIndex({ forceLanguage: "en", keepIndexUrl: true });
  if (index === undefined) throw new Error("Pagefind did not start.");
  for (const page of pages) {
    const { errors } = await index.addHTMLFile(page);
    if (errors.length > 0) throw new Error(errors.join("; "));
  }
  const { files } = await index.getFiles();
  await index.deleteIndex();
  const words = new Map<string, readonly string[]>();
  for (const file of files) if (file.path.endsWith(".pf_index")) addWords(indexIn(raw(file)), words);
  const texts = files
    .filter(({ path }) => path.endsWith(".pf_fragment"))
    .map((file) => JSON.parse(raw(file).toString()) as { readonly url: string });
  const order = new Map(pages.map(({ url }, at) => [url, at]));
  texts.sort((one, two) => (order.get(one.url) ?? 0) - (order.get(two.url) ?? 0));
  return { words, fragments: texts };
}

const signature = "pagefind_dcd";

function raw({ content }: { readonly content: Uint8Array }): Buffer {
  const bytes = gunzipSync(content);
  if (!bytes.toString("latin1").startsWith(signature)) throw new Error("A piece of the index has no signature.");
  return bytes.subarray(signature.length);
}

type Page = [page: number, places: number[], title: number[]];
type Word = [word: string, pages: Page[], forms: [string, Page[]][]];

const indexIn = (chunk: Buffer): readonly Word[] => (value(new CborReader(chunk)) as [Word[]])[0];

function addWords(words: Iterable<Word>, into: Map<string, readonly string[]>): void {
  for (const [word, pages, forms] of words) {
    if (pages.length > 0) into.set(word, told(pages));
    for (const [form, own] of forms) into.set(`${word} (${form})`, told(own));
  }
}

function told(pages: readonly Page[]): readonly string[] {
  let page = 0;
  return pages.map(([distance, places, title]) => {
    page += distance;
    return `${page}: ${weighted(places)}; ${title.join(" ")}`;
  });
}

function weighted(places: readonly number[]): string {
  let weight = 25;
  let place = 0;
  const found: string[] = [];
  for (const each of places) {
    if (each < 0) {
      weight = -1 - each;
      place = 0;
    } else {
      place += each;
      found.push(`${weight}@${place}`);
    }
  }
  return found.join(" ");
}

function value(reader: CborReader): unknown {
  const kind = (reader.bytes[reader.at] as number) >> 5;
  if (kind === 4) return Array.from({ length: reader.list() }, () => value(reader));
  if (kind === 3) return Buffer.from(reader.textBytes(), "latin1").toString();
  if (kind === 0) return reader.number();
  // A negative number is written as the one that it is below zero, less one.
  reader.bytes[reader.at] = (reader.bytes[reader.at] as number) & 31;
  return -1 - reader.number();
}
