/** The search index as scripts: gzip with a character of windows-1252 for each byte, as src/search/offline.ts writes it. */

/** The packed pieces of a script and what is around them. */
export function zippedIn(script: Buffer): { readonly pieces: readonly Buffer[]; readonly around: string } | undefined {
  const start = '"\u001f\u008b';
  const pieces: Buffer[] = [];
  const around: string[] = [];
  let from = 0;
  for (let at = script.indexOf(start, 0, "latin1"); at !== -1; at = script.indexOf(start, from, "latin1")) {
    around.push(script.toString("utf8", from, at));
    const end = closingQuote(script, at + 1);
    pieces.push(plainBytes(script.subarray(at + 1, end)));
    from = end + 1;
  }
  return pieces.length === 0 ? undefined : { pieces, around: [...around, script.toString("utf8", from)].join('""') };
}

const [quote, backslash] = [0x22, 0x5c];

function closingQuote(script: Buffer, from: number): number {
  for (let at = from; at < script.length; at++) {
    if (script[at] === backslash) at++;
    else if (script[at] === quote) return at;
  }
  return script.length;
}

function plainBytes(escaped: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(escaped.length);
  let size = 0;
  for (let at = 0; at < escaped.length; at++) {
    const byte = escaped[at] as number;
    bytes[size++] = byte === backslash ? unescaped(escaped[++at] as number) : byte;
  }
  return bytes.subarray(0, size);
}

const unescaped = (byte: number): number => (byte === 0x6e ? 0x0a : byte === 0x72 ? 0x0d : byte);
