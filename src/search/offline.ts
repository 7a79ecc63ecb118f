/**
 * The index as scripts: a page opened from file:// may load scripts, but fetch nothing. Bytes stand in them as the
 * characters of windows-1252, which costs 2 % where base64 costs 33 %. Read by templates/assets/search/transport.js.
 */
import { gzipSync } from "node:zlib";
import type { Table } from "./table.ts";

/** What the search page needs before the first word: one file instead of three per shard. */
export interface Boot {
  readonly shards: readonly BootShard[];
  readonly timeZone: string;
  /** Which forms of the index there are. */
  readonly forms: { readonly pagefind: boolean; readonly offline: boolean };
  readonly table: Table;
}

export interface BootShard {
  readonly name: string;
  /** Its folder below `pagefind/`. */
  readonly folder: string;
  readonly sessions: number;
}

const backslash = 0x5c;
/** What follows the backslash, by byte; 0 for bytes that stand for themselves. */
const escapes = new Uint8Array(256);
escapes[0x0a] = 0x6e;
escapes[0x0d] = 0x72;
escapes[0x22] = 0x22;
escapes[backslash] = backslash;

/** The call by which a script hands over some bytes; `name` is plain. */
export function pieceScript(name: string, bytes: Uint8Array): Buffer {
  const before = Buffer.from(`annalsPiece("${name}","`);
  const after = Buffer.from('")\n');
  let more = 0;
  for (const byte of bytes) if (escapes[byte] !== 0) more++;
  const script = Buffer.alloc(before.length + bytes.length + more + after.length);
  let at = before.copy(script);
  for (const byte of bytes) {
    const escaped = escapes[byte] as number;
    if (escaped !== 0) script[at++] = backslash;
    script[at++] = escaped === 0 ? byte : escaped;
  }
  after.copy(script, at);
  return script;
}

/** `boot` of an archive, or of a portal, which has other things instead of the table. */
export function bootScript(boot: Boot | Omit<Boot, "table">, wasm: Uint8Array, metas: readonly Uint8Array[]): Buffer {
  return Buffer.concat([
    pieceScript("boot", gzipSync(JSON.stringify(boot), { level: 9 })),
    pieceScript("wasm", wasm),
    ...boot.shards.map(({ name }, index) => pieceScript(`${name}/meta`, metas[index] ?? new Uint8Array())),
  ]);
}

/** Pieces are loaded one by one, by a name such as `index/en_1a2b3c4`; everything else is in the boot script. */
export const chunkPath = (path: string): string | undefined => /^((?:index|fragment)\/.+)\.pf_\w+$/.exec(path)?.[1];
