/**
 * Words that someone types but Pagefind does not make of a name in code: "username" for `getUserName`, "getusername" for
 * `user.getUserName(id)`, "tpm0" for `/dev/tpm0`. Prefixes are found anyway, so only the ends of a name are needed.
 */

/** Nobody types a longer word; keys, blobs and minified code are made of them. */
const longestWord = 100;
const none: readonly string[] = [];
const segment = /[\p{L}\p{N}_]+/gu;
const camel = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
/** Letters beside digits: Pagefind takes them apart and drops what is left of one character. */
const mixed = /\p{L}\p{N}|\p{N}\p{L}/u;
/** What neither a capital nor a digit is in, nor a letter of another alphabet, is neither. */
const special = /[A-Z0-9\u0080-\uffff]/;
const camelParts = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{N}]+/gu;

export function hiddenWords(word: string): readonly string[] {
  if (!special.test(word) || word.length > longestWord) return none;
  const isCamel = camel.test(word);
  if (!isCamel && !mixed.test(word)) return none;
  const into: string[] = [];
  const bare = word.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, "").length;
  for (const [name] of word.matchAll(segment)) {
    const isWhole = name.length === bare;
    if (name.length > 60) continue;
    if (isCamel && camel.test(name)) endsOf(name, isWhole, into);
    else if (!isWhole && name.length > 2 && mixed.test(name)) into.push(name.toLowerCase());
  }
  return into;
}

function endsOf(name: string, isWhole: boolean, into: string[]): void {
  const parts = name.match(camelParts) ?? [];
  if (parts.length < 2 || parts.length > 8) return;
  for (let from = isWhole ? 1 : 0; from < parts.length - 1; from++) {
    const end = parts.slice(from).join("").toLowerCase();
    if (end.length > 3) into.push(end);
  }
}
