/** The index as scripts: a page opened from file:// may load scripts, but fetch nothing. */
import { gzipSync } from "node:zlib";
import type { Table } from "./table.ts";

/** What the search page needs before the first word: one file instead of four per shard. */
export interface Boot {
  readonly shards: readonly BootShard[];
  /** Pagefind's WebAssembly, base64. */
  readonly wasm: string;
  readonly timeZone: string;
  /** Which forms of the index there are. */
  readonly forms: { readonly pagefind: boolean; readonly offline: boolean };
  /** Base64 of the zipped JSON: half of what it would be in the open. */
  readonly table: string;
}

export interface BootShard {
  readonly name: string;
  /** Its folder below `pagefind/`. */
  readonly folder: string;
  readonly entry: unknown;
  /** Pagefind's metadata, base64. */
  readonly meta: string;
  readonly sessions: number;
}

export const bootScript = (boot: Boot): string => `annalsBoot(${JSON.stringify(boot)})\n`;

/** `path` is that of the chunk below its shard's folder, such as `index/en_1a2b3c4`. */
export const chunkScript = (shard: string, path: string, bytes: Uint8Array): string =>
  `annalsChunk("${shard}/${path}","${base64(bytes)}")\n`;

export const packed = (table: Table): string => base64(gzipSync(JSON.stringify(table), { level: 9 }));

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** Chunks are loaded one by one; everything else of an index is in the boot script. */
export const chunkPath = (path: string): string | undefined => /^((?:index|fragment)\/.+)\.pf_\w+$/.exec(path)?.[1];
