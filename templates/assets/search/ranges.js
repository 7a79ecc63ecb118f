// Which pieces of a shard's index hold a word: Pagefind's metadata says what each begins and ends with.

/**
 * Arrays, texts and whole numbers are all that Pagefind writes into it (CBOR). Of the pages only their number is needed:
 * making thousands of texts of them would cost more than all the rest.
 */
export function rangesOf(meta) {
  const decoder = new TextDecoder();
  let at = 0;
  let first = 0;
  const head = () => {
    if (at >= meta.length) throw new Error("Not what a shard holds.");
    first = meta[at++] >> 5;
    let size = meta[at - 1] & 31;
    if (size > 23) {
      let length = 1 << (size - 24);
      for (size = 0; length > 0; length--) size = size * 256 + meta[at++];
    }
    return size;
  };
  const skip = () => {
    const size = head();
    if (first === 3) at += size;
    if (first === 4) for (let left = size; left > 0; left--) skip();
  };
  const item = () => {
    const size = head();
    if (first === 0) return size;
    if (first === 4) return Array.from({ length: size }, item);
    let text = "";
    const end = at + size;
    while (at < end && meta[at] < 0x80) text += String.fromCharCode(meta[at++]);
    if (at < end) text += decoder.decode(meta.subarray(at, end));
    at = end;
    return text;
  };
  head();
  skip();
  const pages = head();
  for (let left = pages; left > 0; left--) skip();
  return { pages, ranges: item() };
}

/** By code point, as Pagefind sorts; a plain comparison goes by halves of pairs. */
export function isBefore(one, two) {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === two.charCodeAt(at)) at++;
  if (at === one.length || at >= two.length) return at === one.length && at < two.length;
  const [a, b] = [one.charCodeAt(at), two.charCodeAt(at)];
  const isHalf = (code) => code >= 0xd800 && code < 0xe000;
  return isHalf(a) === isHalf(b) ? a < b : isHalf(b);
}

/** How many at the beginning are so: the others are not. */
export function leading(ranges, isSo) {
  let from = 0;
  for (let to = ranges.length; from < to; ) {
    const middle = (from + to) >> 1;
    if (isSo(ranges[middle])) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Names of the pieces with anything between the two, both included. Pieces are in order and do not overlap (src/search/pagefind-index/join.ts). */
export function piecesBetween(ranges, first, last) {
  const start = leading(ranges, ([, to]) => isBefore(to, first));
  const end = leading(ranges, ([from]) => !isBefore(last, from));
  return ranges.slice(start, end).map(([, , name]) => name);
}
