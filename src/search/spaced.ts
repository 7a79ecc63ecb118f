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
  return withoutLongWords(anyUnspaced.test(text) ? text.replace(unspaced, " $& ") : text);
}

/** Looks for a space from where a word would be too long, backwards: most characters are never looked at. */
function withoutLongWords(text: string): string {
  let result = "";
  let done = 0;
  let start = 0;
  while (text.length - start > longestWord) {
    let at = start + longestWord;
    while (at >= start && !isSpaceAt(text, at)) at--;
    if (at >= start) start = at + 1;
    else {
      let end = start + longestWord + 1;
      while (end < text.length && !isSpaceAt(text, end)) end++;
      result += text.slice(done, start) + shortened(text.slice(start, end));
      done = end;
      start = end;
    }
  }
  return done === 0 ? text : result + text.slice(done);
}

const shortened = (word: string): string => `${[...word.slice(0, longestWord)].slice(0, -1).join("")}…`;

function isSpaceAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? code === 32 || (code > 8 && code < 14) : isSpace.test(text[at] as string);
}

const isSpace = /\s/;
