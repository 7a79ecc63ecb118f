/** Bytes as text, where they are text, whatever the file is called. */

/** Code points that no text has: of a picture or a program the first few bytes tell. */
const binary = /[\u0000-\u0008\u000e-\u001a]/;
const first = 4096;

export function textOf(bytes: Uint8Array): string | undefined {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = !isUtf16 ? "utf-8" : bytes[0] === 0xff ? "utf-16le" : "utf-16be";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return binary.test(text.slice(0, first)) ? undefined : text;
  } catch {
    return undefined;
  }
}
