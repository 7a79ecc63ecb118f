/** Tells generated values from words. Rules that go by a label alone rely on it. */

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
export const isCommonPair = new Uint8Array(32 * 32);
for (let at = 0; at < commonPairs.length; at += 2)
  isCommonPair[((commonPairs.charCodeAt(at) & 31) << 5) | (commonPairs.charCodeAt(at + 1) & 31)] = 1;

/** Enough of a value to judge it by; a label may stand before a megabyte. */
const judged = 128;

/** Bits per character. */
function entropy(whole: string): number {
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
    const common = isCommonPair[((first & 31) << 5) | (second & 31)] === 1;
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

export const isHex = (text: string): boolean => /^[0-9a-f]+$/i.test(text);

export const isIntegrity = (text: string): boolean => /^(?:sha(?:1|224|256|384|512)|md5)[-:=]/i.test(text);

/** Ids that Claude's own logs give to calls, messages and requests. */
export const isLogId = (text: string): boolean =>
  /^(?:toolu|srvtoolu|msg|req|call|resp|chatcmpl|agent|task|file|evt)[_-]/.test(text);

const placeholderWords =
  /example|sample|placeholder|your[-_ ]?|my[-_]?(?:secret|token|key|pass)|changeme|change[-_]me|replace|redacted|dummy|fake|insert|todo|x{5}|\*\*\*|\.\.\.|…|^<|<[\w /.:-]*>|\{\{|\$\{|\$\(|%\(|test[-_]?(?:token|secret|key|pass)|(?:token|secret|key|password)[-_]?here|not[-_]?a[-_]?(?:real|secret)|deadbeef|abcdef|qwerty|1234567/i;

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

/** Pieces of names that are no words: `secp256k1`, `ed25519`, `aesGcm`. */
const technical =
  /^(?:aes|alg|api|app|arg|aws|btc|cbc|cmd|ctx|db|dh|dsa|ec|ecdh|ecdsa|ed|env|es|eth|fn|gcm|gcp|hkdf|hmac|hpke|hs|html|http|https|id|idp|idx|io|ip|jwk|jwks|jws|jwt|kdf|kem|kid|kms|lib|md|mfa|mlkem|msal|msg|num|oauth|oidc|os|otp|pbkdf|pem|pkce|pk|ps|ptr|px|rpc|rs|rsa|rust|saml|sdk|secp|sha|sk|spl|src|ssh|ssl|sso|std|str|svc|sys|tls|tmp|totp|ui|uri|url|usr|utf|uuid|val|var|xml|yaml)$/i;

/** How much of a name's letters and digits stand in words, 0 to 1. */
function wordShare(text: string): number {
  const parts = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  let [good, all] = [0, 0];
  // How far behind a word: its number, the letter of that, the number of the letter: `secp`, `256`, `k`, `1`.
  let behind = 4;
  for (const part of parts) {
    all += part.length;
    const isNumber = part.charCodeAt(0) < 58;
    if (!isNumber && (part.length === 1 ? behind === 0 : isWord(part))) behind = 0;
    else if (behind < 3 && (isNumber ? part.length <= 6 && behind !== 1 : part.length === 1 && behind === 1)) behind++;
    else behind = 4;
    if (behind < 4) good += part.length;
  }
  return all === 0 ? 0 : good / all;
}

const isWord = (part: string): boolean =>
  technical.test(part) || (part.length >= 3 && /[aeiouy]/i.test(part) && strangeness(part) < 0.4);

/** A name with words and numbers in it: `ed25519PrivateKey`, `secp256k1_secret`, `Token2022Program`, `os.environ2`. */
export const isIdentifier = (text: string): boolean =>
  text.length <= judged &&
  /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.|\/)[A-Za-z_$][\w$]*)*$/.test(text) &&
  wordShare(text) >= 0.75;

const isWordPart = (part: string): boolean =>
  /^(?:[A-Za-z]{1,4}\d{0,4}|\d{1,4}[A-Za-z]?|\d{6}|\d{8}|[A-Z]\d[A-Z])$/.test(part) ||
  (/^[A-Za-z]+\d{0,2}$/.test(part) && strangeness(part) < 0.45) ||
  isIdentifier(part);

/** `v1.2.3-rc.1`, `0.0.0-20240102150405-8b9f3c2d1e0a/go.mod`, `^1.2`, `go1.22.3` */
export const isVersion = (text: string): boolean =>
  /^(?:[\^~<>=]{1,2}\s?)?(?:v|go|release-)?\d{1,5}(?:\.(?:\d{1,8}|x)){1,4}(?:[-+@/][\w.+/-]{1,80})?$/.test(text);

/** Words, small numbers and hashes with signs between: paths, cache keys, `JWT_RS256_HS256`, dates. */
export function isPhrase(text: string): boolean {
  if (text.length > 2 * judged) return false;
  if (/^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(text)) return true;
  const parts = text.split(/[-_./:]+/).filter((part) => part !== "");
  return (
    parts.length > 1 &&
    parts.length <= 40 &&
    parts.some((part) => /^[A-Za-z]{2}/.test(part)) &&
    parts.every((part) => isWordPart(part) || (part.length >= 32 && isHash(part)))
  );
}

/** The same without hashes: a vendor's short word and a hash, `fc-` + 32 hex digits, is how many keys are written. */
export const isWording = (text: string): boolean =>
  isPhrase(text) && !text.split(/[-_./:]+/).some((part) => part.length >= 16 && isHash(part));

/** Long and odd enough to be made by a machine. */
export function looksRandom(text: string, least = 10): boolean {
  if (text.length < least || strangeness(text) < (text.length < 16 ? 0.45 : 0.4)) return false;
  return entropy(text) >= (text.length < 16 ? 2.4 : 2.8) && !isPlaceholder(text);
}
