/**
 * Spaces where words end, for what Pagefind would take for one word: it splits at spaces only. The search page splits
 * queries the same way (templates/assets/search/query.js).
 */

/** Scripts that are written without spaces: each character is a word, so that any run of them is found as a phrase. */
const unspaced =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]\p{M}*)/gu;
const anyUnspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u;

/** Nobody types a longer word; keys, blobs and minified code are made of them. */
const longestWord = 100;

/** The text with a space wherever a word ends. */
export function spaced(text: string): string {
  let result = text;
  if (anyUnspaced.test(result)) result = result.replace(unspaced, " $& ");
  return hasLongWord(result) ? result.replace(/\S{101,}/g, shortened) : result;
}

const shortened = (word: string): string => `${[...word.slice(0, longestWord)].slice(0, -1).join("")}…`;

/** A regular expression would begin anew at every character of a word. */
function hasLongWord(text: string): boolean {
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 32 && (code < 128 || !isSpace.test(text[at] as string))) continue;
    if (at - from > longestWord) return true;
    from = at + 1;
  }
  return text.length - from > longestWord;
}

const isSpace = /\s/;
