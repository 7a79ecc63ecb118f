// What someone typed, as clauses that must all be met. src/search/spaced.ts splits the texts of the index the same way.

const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆\p{M}]+/gu;
const unspacedCharacter = /\P{M}\p{M}*/gu;
const camelPart = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{N}]+/gu;

// In almost every session and in no one's mind; kept in phrases and where nothing else is asked.
const common = new Set("a an and are as at be by for from in is it of on or that the this to was with".split(" "));

/** Most words are; for those the tables of all scripts, which take a while to set up, are not needed. */
const isPlain = (word) => /^[\x20-\x7e]*$/.test(word);

/** A word as the index has it: Pagefind drops punctuation, its own clean-up of queries leaves symbols such as "=" in. */
export function flat(word) {
  return word.toLowerCase().replace(isPlain(word) ? /[^a-z0-9_]/g : /[^\p{L}\p{N}\p{M}\p{Pc}]/gu, "");
}

/** "util.ts" → util, ts; "userName" → user, name: Pagefind indexes these at the position of the whole. */
export function partsOf(word) {
  if (/^(?:[a-z]+|[0-9]+)$/.test(word)) return [];
  const parts = (word.replace(/[^\p{L}\p{N}\p{M}]+/gu, " ").match(/\S+/g) ?? []).flatMap((each) => {
    const split = each.match(camelPart) ?? [];
    return split.join("").length === each.length ? split : [each];
  });
  const long = parts.filter((part) => part.length > 1).map((part) => part.toLowerCase());
  return long.length > 1 ? [...new Set(long)] : [];
}

/** Pieces of a word by script: characters of scripts without spaces are words of their own. */
function pieces(word) {
  if (isPlain(word)) return flat(word) === "" ? [] : [{ text: word }];
  const found = [];
  let from = 0;
  for (const match of word.matchAll(unspacedRun)) {
    if (/^\p{M}/u.test(match[0])) continue;
    found.push({ text: word.slice(from, match.index) }, { text: match[0], isUnspaced: true });
    from = match.index + match[0].length;
  }
  return [...found, { text: word.slice(from) }].filter((piece) => flat(piece.text) !== "");
}

const characters = (text) => (text.match(unspacedCharacter) ?? []).map(flat).filter((each) => each !== "");

/** Words as they stand one after the other in the index. */
function sequence(text) {
  return text
    .split(/\s+/)
    .flatMap(pieces)
    .flatMap((piece) => (piece.isUnspaced ? characters(piece.text) : [flat(piece.text)]));
}

function wordClause(text) {
  const parts = partsOf(text);
  // "a=b" is "ab" in the index; what begins with that was not meant.
  const isWhole =
    parts.length === 0 && !/^[a-z0-9]*$/i.test(text) && /[\p{L}\p{N}][^\p{L}\p{N}\p{M}_'’]+[\p{L}\p{N}]/u.test(text);
  return { kind: "word", text, whole: flat(text), parts, isWhole };
}

function wordClauses(word) {
  return pieces(word).map((piece) => {
    const { text } = piece;
    if (!piece.isUnspaced) return wordClause(text);
    const words = characters(text);
    return words.length > 1
      ? { kind: "phrase", text, words }
      : { kind: "word", text, whole: words[0] ?? "", parts: [] };
  });
}

export function parseQuery(text) {
  const clauses = [];
  for (const [, phrase, word] of text.normalize("NFC").matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    if (word !== undefined) clauses.push(...wordClauses(word));
    else {
      const words = sequence(phrase);
      if (words.length > 0) clauses.push({ kind: "phrase", text: phrase.trim(), words });
    }
  }
  const telling = clauses.filter((clause) => clause.kind === "phrase" || !common.has(clause.whole));
  const kept = telling.length > 0 ? telling : clauses;
  return kept.filter((clause, at) => kept.findIndex((other) => other.text === clause.text) === at).slice(0, 12);
}
