/**
 * Pagefind names a page by seven digits of a hash and makes sure that they differ in one index. We join many indexes:
 * among ten thousand pages two would have the same name in every fifth archive, and a hit would lead to the wrong one.
 */
import { CborReader, cborText } from "./cbor.ts";
import type { IndexFile } from "./pagefind.ts";
import { raw, zipped } from "./pieces.ts";
import { digest } from "./shards.ts";

const digits = 10;
const fragment = /^fragment\/(\w+_)(\w+)\.pf_fragment$/;

export function withLongNames(files: readonly IndexFile[]): readonly IndexFile[] {
  const names = new Map<string, string>();
  for (const { path, content } of files) {
    const [, language = "", hash = ""] = fragment.exec(path) ?? [];
    if (hash !== "") names.set(language + hash, language + digest(content).slice(0, digits));
  }
  return files.map((file) => {
    const [, language = "", hash = ""] = fragment.exec(file.path) ?? [];
    if (hash !== "") return { path: `fragment/${names.get(language + hash)}.pf_fragment`, content: file.content };
    return file.path.endsWith(".pf_meta") ? { path: file.path, content: zipped(renamed(raw(file), names)) } : file;
  });
}

/** The metadata: its version, then its pages, each a list that begins with the name. */
function renamed(meta: Buffer, names: ReadonlyMap<string, string>): Buffer {
  const reader = new CborReader(meta);
  reader.list();
  reader.skip();
  const pages = reader.list();
  const pieces = [meta.subarray(0, reader.at)];
  for (let left = pages; left > 0; left--) {
    const start = reader.at;
    const items = reader.list();
    pieces.push(meta.subarray(start, reader.at));
    const name = reader.text();
    const rest = reader.at;
    for (let item = 1; item < items; item++) reader.skip();
    pieces.push(cborText(names.get(name) ?? name), meta.subarray(rest, reader.at));
  }
  return Buffer.concat([...pieces, meta.subarray(reader.at)]);
}
