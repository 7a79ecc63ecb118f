// How near the words are that Pagefind found to the one asked for. It counts a place as w² × nearness, and that is 0.889 for
// a word of the same length and less for each character more or fewer, down to 0.368.

const nearness = ({ w, s }) => s / (w * w);
const same = 0.8;
/** Numbers are rounded to 32 bits. */
const slack = 1e-5;

export const isWhole = (place) => nearness(place) > same;

/**
 * Whether the words of an answer surely begin with the one asked for. A shard that has none answers with one shorter word:
 * so with the whole word, or with words of several lengths, it has some.
 */
export function isSure(results) {
  let first;
  for (const { l } of results) {
    for (const place of l) {
      const near = nearness(place);
      first ??= near;
      if (near > same || Math.abs(near - first) > slack) return true;
    }
  }
  return false;
}
