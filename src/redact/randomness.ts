/** Tells a generated value from words: the floor under every rule that has only a label to go by. */

// The 230 most frequent pairs of letters in English prose and code: 93 % of the pairs in words, 34 % of random ones.
const commonPairs =
  "abacadagaialamanaparasatauavaybabebiblbobucacechcickclcocrctcudadddedidldodsdueaebecedeeefeg" +
  "eielemeneoepeqeresetevewexeyfafefffifofrfugeghgigngrgsguhahehihohrhtiaibicidieifigiliminioip" +
  "irisitivizjekekilaldlelilllolsltlulymambmemimmmompnancndnenfngninlnnnonsntnunvoaobocodofogoi" +
  "okolomonoooporosotouovowpapepiplpoppprpsptpuqurarcrdrerfrgrirkrlrmrnrorrrsrtrurysascseshsiso" +
  "spssstsusytatctethtitltmtotptrtstttutyuaubucueuiulumunupurusutvaveviwawewhwiwowrxpxtynypysze";

const [lower, upper, digit] = [1, 2, 3];
const kindOf = new Uint8Array(65536);
kindOf.fill(lower, 97, 123).fill(upper, 65, 91).fill(digit, 48, 58);

/** By the place of both letters in the alphabet. */
const isCommon = new Uint8Array(32 * 32);
for (let at = 0; at < commonPairs.length; at += 2)
  isCommon[((commonPairs.charCodeAt(at) & 31) << 5) | (commonPairs.charCodeAt(at + 1) & 31)] = 1;

/** Enough of a value to judge it by; a label may stand before a megabyte. */
const judged = 128;

/** Bits per character. */
export function entropy(whole: string): number {
  const text = whole.slice(0, judged);
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** 0 for plain words, about 0.8 for random letters and digits. */
export function strangeness(whole: string): number {
  const length = Math.min(whole.length, judged);
  let pairs = 0;
  let odd = 0;
  for (let index = 1; index < length; index++) {
    const [first, second] = [whole.charCodeAt(index - 1), whole.charCodeAt(index)];
    const [before, here] = [kindOf[first], kindOf[second]];
    if (before === 0 || here === 0) continue;
    pairs++;
    const common = isCommon[((first & 31) << 5) | (second & 31)] === 1;
    if (before === digit && here === digit) odd += 0.6;
    // A capital begins a word.
    else if (before === upper && here === lower) odd += common ? 0.1 : 1;
    else if (before !== here || !common) odd += 1;
  }
  return pairs === 0 ? 0 : odd / pairs;
}

export const isDigits = (text: string): boolean => /^[\d.,_:-]+$/.test(text);
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

/** Git objects, MD5, SHA-1, SHA-2: names of content, which an archive is full of. */
export const isHash = (text: string): boolean =>
  /^(?:[0-9a-f]{7,12}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i.test(text);

export const isIntegrity = (text: string): boolean => /^(?:sha(?:1|224|256|384|512)|md5)[-:=]/i.test(text);

/** Ids that Claude's own logs give to calls, messages and requests. */
export const isLogId = (text: string): boolean =>
  /^(?:toolu|srvtoolu|msg|req|call|resp|chatcmpl|agent|task|file|evt)[_-]/.test(text);

const placeholderWords =
  /example|sample|placeholder|your[-_ ]?|my[-_]?(?:secret|token|key|pass)|changeme|change[-_]me|replace|redacted|dummy|fake|insert|todo|x{5}|\*\*\*|\.\.\.|…|<|>|\{\{|\$\{|\$\(|%\(|test[-_]?(?:token|secret|key|pass)|(?:token|secret|key|password)[-_]?here|not[-_]?a[-_]?(?:real|secret)|deadbeef|abcdef|qwerty|1234567/i;

/** What people write where a secret would stand. */
export function isPlaceholder(whole: string): boolean {
  const text = whole.slice(0, judged);
  if (placeholderWords.test(text)) return true;
  // A few characters over and over: "aaaaaaaa", "--------", "abababab".
  return new Set(text).size <= Math.min(4, text.length / 3) || (text.length < 16 && /abcd|1234|4321/i.test(text));
}

/** A token's shape with nothing in it: `ghp_xxxx…`, `AKIA…EXAMPLE`, `sk-your-key-here`. */
export const isBlank = (text: string): boolean =>
  /x{5}|\*{3}|\.{3}|…|example|your[-_]|placeholder|redacted/i.test(text) ||
  new Set(text).size <= Math.min(6, text.length / 4);

/** A name of something in a program: `config.apiToken`, `API_TOKEN`, `get-token`. */
export const isName = (text: string): boolean =>
  text.length <= judged && /^[@$]?[A-Za-z_]+(?:[-.:/][A-Za-z_]+)*[!?:.]?$/.test(text) && strangeness(text) < 0.45;

const isWordPart = (part: string): boolean =>
  part.length <= 4 ||
  /^[A-Za-z]{1,4}\d{1,4}$/.test(part) ||
  (/^[A-Za-z]+\d{0,2}$/.test(part) && strangeness(part) < 0.45);

/** Words, small numbers and hashes with signs between: paths, cache keys, `JWT_RS256_HS256`, dates. */
export function isPhrase(text: string): boolean {
  if (text.length > 2 * judged) return false;
  if (/^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(text)) return true;
  const parts = text.split(/[-_./]+/).filter((part) => part !== "");
  return (
    parts.length > 1 &&
    parts.length <= 40 &&
    parts.some((part) => /^[A-Za-z]{2}/.test(part)) &&
    parts.every((part) => isWordPart(part) || (part.length >= 32 && isHash(part)))
  );
}

/** Long and odd enough to be made by a machine. */
export function looksRandom(text: string, least = 10): boolean {
  if (text.length < least || strangeness(text) < (text.length < 16 ? 0.45 : 0.4)) return false;
  return entropy(text) >= (text.length < 16 ? 2.4 : 2.8) && !isPlaceholder(text);
}
