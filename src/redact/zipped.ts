/** The search index as scripts: gzip with a character of windows-1252 for each byte, as src/search/offline.ts writes it. */

/** The packed pieces of a script and what is around them. */
export function zippedIn(script: Buffer): { readonly pieces: readonly Buffer[]; readonly around: string } | undefined {
  const start = '"\u001f\u008b';
  const pieces: Buffer[] = [];
  const around: string[] = [];
  let from = 0;
  for (let at = script.indexOf(start, 0, "latin1"); at !== -1; at = script.indexOf(start, from, "latin1")) {
    around.push(script.toString("utf8", from, at));
    const { bytes, end } = plainBytes(script, at + 1);
    pieces.push(bytes);
    from = end + 1;
  }
  return pieces.length === 0 ? undefined : { pieces, around: [...around, script.toString("utf8", from)].join('""') };
}

const [quote, backslash] = [0x22, 0x5c];

/** Up to the closing quote. */
function plainBytes(script: Buffer, from: number): { readonly bytes: Buffer; readonly end: number } {
  const bytes = Buffer.allocUnsafe(script.length - from);
  let size = 0;
  let at = from;
  for (; at < script.length; at++) {
    const byte = script[at] as number;
    if (byte === quote) break;
    bytes[size++] = byte === backslash ? unescaped(script[++at] as number) : byte;
  }
  return { bytes: bytes.subarray(0, size), end: Math.min(at, script.length) };
}

const unescaped = (byte: number): number => (byte === 0x6e ? 0x0a : byte === 0x72 ? 0x0d : byte);
