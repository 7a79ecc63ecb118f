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

/** Scripts are made here: most are some kilobytes, and what is asked of the system for each costs more than to fill it. */
let room = Buffer.allocUnsafe(0);

/** The call by which a script hands over some bytes; `name` is plain. */
export function pieceScript(name: string, bytes: Uint8Array): Buffer {
  const { length } = bytes;
  const head = `annalsPiece("${name}","`;
  if (room.length < head.length + 2 * length + 3) room = Buffer.allocUnsafeSlow(2 * (head.length + 2 * length + 3));
  const script = room;
  let size = script.write(head, "latin1");
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] as number;
    const escaped = escapes[byte] as number;
    if (escaped === 0) script[size++] = byte;
    else {
      script[size++] = backslash;
      script[size++] = escaped;
    }
  }
  size += script.write('")\n', size, "latin1");
  return Buffer.from(script.subarray(0, size));
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
