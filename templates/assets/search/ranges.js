// Which pieces of a shard's index hold a word: Pagefind's metadata says what each begins and ends with.

/** Arrays, texts and whole numbers are all that Pagefind writes into it (CBOR). */
function decoded(bytes) {
  const decoder = new TextDecoder();
  let at = 0;
  const item = () => {
    const first = bytes[at++];
    let size = first & 31;
    if (size > 23) {
      let length = 1 << (size - 24);
      for (size = 0; length > 0; length--) size = size * 256 + bytes[at++];
    }
    if (first >> 5 === 0) return size;
    if (first >> 5 === 3) {
      at += size;
      return decoder.decode(bytes.subarray(at - size, at));
    }
    return Array.from({ length: size }, item);
  };
  return item();
}

export function rangesOf(meta) {
  const [, pages, ranges] = decoded(meta);
  return { pages: pages.length, ranges };
}

/** By code point, as Pagefind sorts; a plain comparison goes by halves of pairs. */
function isBefore(one, two) {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === two.charCodeAt(at)) at++;
  if (at === one.length || at >= two.length) return at === one.length && at < two.length;
  const [a, b] = [one.charCodeAt(at), two.charCodeAt(at)];
  const isHalf = (code) => code >= 0xd800 && code < 0xe000;
  return isHalf(a) === isHalf(b) ? a < b : isHalf(b);
}

/** Names of the pieces with anything between the two, both included. */
export function piecesBetween(ranges, first, last) {
  return ranges.filter(([from, to]) => !isBefore(last, from) && !isBefore(to, first)).map(([, , name]) => name);
}
