/**
 * Words without their endings, as Pagefind's English index has them: the Porter 2 algorithm as it is published at
 * snowballstem.org. A query is stemmed by Pagefind itself, so both must agree to the letter (test/search/pagefind-index/pagefind.test.ts).
 */

const exceptions = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word) => [word, word] as const),
]);
/** Done once the plural is gone. */
const whole = new Set(["inning", "evening", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"]);

const vowel = "[aeiouy]";
const region = new RegExp(`^.*?${vowel}[^aeiouy]`, "su");
const longBeginning = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/;
const hasVowel = new RegExp(vowel, "u");
/** Before the last two letters. */
const earlyVowel = new RegExp(`${vowel}..`, "su");
/** A vowel between consonants at the end, the last one none of w, x, Y; or a vowel that begins a word of two letters; or "past". */
const shortEnd = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|past)$/u;
const double = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;

/** Ending and what takes its place; the longest that fits counts, even where it then stays. */
type Ending = readonly [ending: string, instead: string];
type Endings = ReadonlyMap<string, readonly Ending[]>;

function byLastLetter(endings: readonly Ending[]): Endings {
  const found = new Map<string, Ending[]>();
  for (const each of endings) {
    const letter = each[0].at(-1) ?? "";
    found.set(letter, [...(found.get(letter) ?? []), each]);
  }
  return found;
}

const second = byLastLetter([
  ["ization", "ize"],
  ["ational", "ate"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["ogist", "og"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
  ["ogi", "og"],
  ["li", ""],
]);
const third = byLastLetter([
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ative", ""],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
]);
const fourth = byLastLetter(
  "ement ment ance ence able ible ant ent ism ate iti ous ive ize ion al er ic"
    .split(" ")
    .map((ending) => [ending, ""]),
);

/**
 * Whether some ending has these two letters last: most names with digits and numbers in hexadecimal have others, and stay
 * as they are.
 */
const mayEnd = new Uint8Array(1 << 14);
const letterPairs = "ic ed ng al ul ll sm on er or nt st li gi ti ci";
for (const pair of letterPairs.split(" ")) mayEnd[(pair.charCodeAt(0) << 7) | pair.charCodeAt(1)] = 1;
for (const last of "esy'") for (let before = 0; before < 128; before++) mayEnd[(before << 7) | last.charCodeAt(0)] = 1;

export function stem(word: string): string {
  if (word.length <= 2) return word;
  const [before, last] = [word.charCodeAt(word.length - 2), word.charCodeAt(word.length - 1)];
  if (before < 128 && last < 128 && mayEnd[(before << 7) | last] === 0 && !word.startsWith("'")) return word;
  const known = exceptions.get(word);
  if (known !== undefined) return known;
  // Pagefind counts characters, of which some have two halves.
  if (word.length === 3 && [...word].length <= 2) return word;
  let rest = word.startsWith("'") ? word.slice(1) : word;
  rest = rest.includes("y") ? withConsonants(rest) : rest;
  const first = regionAfter(rest, longBeginning.exec(rest)?.[0].length);
  const rear = first + regionAfter(rest.slice(first));
  rest = withoutPlural(withoutApostrophe(rest));
  if (whole.has(rest)) return rest;
  rest = withoutPast(rest, first).replace(/(?<=.[^aeiouy])[yY]$/su, "i");
  rest = replaced(rest, second, first, isSecond);
  rest = replaced(rest, third, first, ([ending], before) => ending !== "ative" || before >= rear);
  rest = replaced(rest, fourth, rear, ([ending], before) => ending !== "ion" || /[st]/.test(rest[before - 1] ?? ""));
  rest = withoutLast(rest, first, rear);
  return rest.includes("Y") ? rest.replaceAll("Y", "y") : rest;
}

/** Where what comes after the first consonant behind a vowel begins; the end where there is none. */
function regionAfter(word: string, known?: number): number {
  return known ?? region.exec(word)?.[0].length ?? word.length;
}

/** "Y" for each y that is none of the vowels: the first letter, and behind a vowel. */
function withConsonants(word: string): string {
  let marked = "";
  for (const letter of word) marked += letter === "y" && /[aeiouy]$|^$/.test(marked) ? "Y" : letter;
  return marked;
}

const withoutApostrophe = (word: string): string => (word.includes("'") ? word.replace(/(?:'s'|'s|')$/, "") : word);

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ied") || word.endsWith("ies")) return word.slice(0, [...word].length > 4 ? -2 : -1);
  if (!word.endsWith("s") || word.endsWith("us") || word.endsWith("ss")) return word;
  return earlyVowel.test(word) ? word.slice(0, -1) : word;
}

function withoutPast(word: string, first: number): string {
  const eed = /eed(?:ly)?$/.exec(word);
  if (eed !== null) return eed.index >= first ? `${word.slice(0, eed.index)}ee` : word;
  const ending = /(?:ed|ing)(?:ly)?$/.exec(word);
  if (ending === null) return word;
  const before = word.slice(0, ending.index);
  if (ending[0] === "ing" && /^[^aeiouy]y$/u.test(before)) return `${before.slice(0, -1)}ie`;
  if (!hasVowel.test(before)) return word;
  if (/(?:at|bl|iz)$/.test(before)) return `${before}e`;
  if (double.test(before)) return /^[aeo]..$/.test(before) ? before : before.slice(0, -1);
  return before.length <= first && shortEnd.test(before) ? `${before}e` : before;
}

function replaced(
  word: string,
  endings: Endings,
  from: number,
  isWanted: (ending: Ending, before: number, word: string) => boolean,
): string {
  for (const each of endings.get(word.at(-1) ?? "") ?? []) {
    if (!word.endsWith(each[0])) continue;
    const before = word.length - each[0].length;
    return before >= from && isWanted(each, before, word) ? word.slice(0, before) + each[1] : word;
  }
  return word;
}

function isSecond([ending]: Ending, before: number, word: string): boolean {
  const letter = word[before - 1] ?? "";
  if (ending === "ogi") return letter === "l";
  return ending !== "li" || "cdeghkmnrt".includes(letter);
}

function withoutLast(word: string, first: number, last: number): string {
  const before = word.length - 1;
  if (word.endsWith("e")) {
    const isLong = before >= last || (before >= first && !shortEnd.test(word.slice(0, before)));
    return isLong ? word.slice(0, before) : word;
  }
  return word.endsWith("ll") && before >= last ? word.slice(0, before) : word;
}
