/** Pieces of Pagefind's index: texts as JSON, and lists of words with their places. */
const signature = "pagefind_dcd";
const openingBrace = 0x7b;

function contentStart(bytes: Buffer): number {
  return bytes.toString("latin1", 0, signature.length) === signature ? signature.length : 0;
}

/** What a text says: its quoting is none of the log's. Undefined where it is no JSON. */
export function pieceValue(bytes: Buffer): unknown {
  const start = contentStart(bytes);
  if (bytes[start] !== openingBrace) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8", start));
  } catch {
    return undefined;
  }
}

export function isWordList(bytes: Buffer): boolean {
  const start = contentStart(bytes);
  return start > 0 && bytes[start] !== openingBrace;
}
