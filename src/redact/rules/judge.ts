/** Whether a value is what its name says: a secret, a password, or a word, a variable, a version that stands there. */
import {
  isDigits,
  isHash,
  isHex,
  isIdentifier,
  isIntegrity,
  isLogId,
  isName,
  isPlaceholder,
  isUuid,
  isVersion,
  isWording,
  looksRandom,
  strangeness,
} from "../randomness.ts";
import type { Candidate } from "../rule.ts";
import { isLineEnd } from "./value.ts";

/** `token: string = …`: a type stands between a name and the sign. */
export const typed = ":\\s?(?:str|string|String|bytes|&(?:'static )?str)\\s?=";

const mostWords = 4;

/** The name of the thing, to its left end: the anchor may stand in its middle. */
export function nameBefore({ text, start }: Pick<Candidate, "text" | "start">): string {
  return text.slice(Math.max(0, start - 90), start);
}

const toValue = `["'\`\\\\\\])]{0,6}\\s{0,4}(?:${typed}|=>|:=|={1,3}|:{1,2}|,|\\||>)\\s{0,4}["'\`\\\\(]{0,8}$`;

const namesContent = new RegExp(
  `(?:(?:cache|restore|primary|foreign|sort|partition|row|object|idempotency|dedupe|map|s3|storage)[-_ ]?key|hash|sha|digest|checksum|fingerprint|commit|etag|integrity|revision|public|page|cursor|count|usage|limit|budget|max_|total|type|expir|ttl|length|size|name|url|uri|path|file|env|field|kind|index|_at|version|program_?id|mint|address|pubkey|public_?key|(?:next|page|continuation|sync)[-_ ]?(?:page[-_ ]?)?token|callback|redirect)${toValue}`,
  "i",
);

/** Names of what has to do with a secret; only a value that nothing but chance makes is taken for one behind them. */
const namesOther = new RegExp(
  `(?:manager|mgr|provider|policy|polic(?:y|ies)|rules?|format|pattern|regex|schema|label|hint|text|title|message|errors?|input|form|screen|view|route|link|mode|status|state|scope|source|store|storage|class|helper|service|handler|factory|parser|izer\\w{0,12}|ization|ise|ize|column|table|param|option|flags?|strength|score|algorithm|alg|method|endpoint|issuer|audience|rounds|bits|config|test|spec|ref|set|list|map|verifier)s?${toValue}`,
  "i",
);

// After a comma a value is one of a list, unless name and value are the two arguments of a call.
const afterComma = /,\s{0,4}["'`\\(]{0,8}$/;
const argument = /\(\s{0,4}["'`\\]{1,4}[\w.-]{1,60}["'`\\]{1,4},\s{0,4}["'`\\]{1,4}$/;

function isLabel(candidate: Candidate): boolean {
  const before = nameBefore(candidate);
  if (namesContent.test(before) || (afterComma.test(before) && !argument.test(before))) return false;
  return !namesOther.test(before) || isStrong(candidate.secret);
}

export const isOrdinary = (secret: string): boolean =>
  isName(secret) ||
  isWording(secret) ||
  isIdentifier(secret) ||
  isVersion(secret) ||
  isIntegrity(secret) ||
  isLogId(secret);

/** Only chance makes such a value, and it names no content. */
export const isStrong = (secret: string): boolean =>
  looksRandom(secret, 16) &&
  strangeness(secret) >= 0.5 &&
  !isOrdinary(secret) &&
  !isHash(secret) &&
  !isUuid(secret) &&
  !isDigits(secret) &&
  !isHex(secret);

/** `getToken(`, `config.load2(`: a call, which has its bracket closed or nothing in it yet. */
const isCall = (head: string, rest: string): boolean =>
  (isName(head) || isIdentifier(head) || /^[\w$.]+\.[A-Za-z_$][\w$]*$/.test(head)) &&
  (rest === "" || rest.includes(")"));

/** Values that name a variable, a file, a call instead of being the thing. */
function isReference(secret: string, { text, start, end }: Candidate): boolean {
  // Base64 may begin with a slash; a path of that length has words in it.
  if (/^\/[A-Za-z0-9+/]{31,}={0,2}$/.test(secret) && !isWording(secret) && strangeness(secret) >= 0.4) return false;
  const quoted = /["'`]/.test(text[start - 1] ?? "");
  if (!quoted) {
    const next = text[end] ?? "";
    if (next === "(" && isCall(secret, text.slice(end + 1, end + 200).split("\n", 1)[0] ?? "")) return true;
    if (next === "[" || /^[^()]*\(/.test(secret)) {
      const [head = "", rest = ""] = secret.split(/[([]/, 2);
      if (next === "[" || isCall(head, rest)) return true;
    }
  }
  if (
    /^[,;:)\]}.&|]|^-{3}|^[a-z_]+![[({]|\/\*|^[\w.-]{1,60}(?:\[[\w,]+\])?[<>=~!]=?\d+(?:\.\d+)+/.test(secret) ||
    (/^[[{(]/.test(secret) && !isStrong(secret))
  )
    return true;
  if (
    /^(?:[$%@&#!*]|\.{0,2}\/|~\/|[A-Z]:\\|https?(?::|%3A)|process\.|os\.|env\.|import\.|self\.|this\.|req\.|ctx\.|config\.|settings\.|secrets\.|github\.|args\.|params\.|data\.|ref\+|op:\/\/|vault:|file:|arn:|0x[0-9a-f]{1,8}$)/i.test(
      secret,
    )
  ) {
    // "$" and the like also begin passwords, which have more of their kind and no name after it.
    return (
      (!quoted && !(/^[%@&#!*]/.test(secret) && isLineEnd(text, end) && /\d/.test(secret))) ||
      /^(?:\$[({A-Za-z_]|%[A-Za-z_]|[.~/]|[A-Z]:\\|https?[:%]|[a-z]+\.|op:|vault:|file:|arn:|ref|0x)/.test(secret)
    );
  }
  return /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(secret) && strangeness(secret) < 0.4;
}

export function isSecretValue(candidate: Candidate): boolean {
  const { secret } = candidate;
  // Twitter's and Discord's ids are long numbers; counts and times are shorter.
  if (isDigits(secret) ? !/^\d{15,24}$/.test(secret) : !looksRandom(secret, 8)) return false;
  return !isOrdinary(secret) && !isReference(secret, candidate) && !beginsSentence(candidate) && isLabel(candidate);
}

/** `token: Przeczytaj więcej o …`: a word of a language whose letters are none of English pairs, and more words after it. */
const beginsSentence = ({ secret, text, start, end }: Candidate): boolean =>
  /^\p{L}\p{Ll}{5,13}$/u.test(secret) &&
  !/["'`]/.test(text[start - 1] ?? "") &&
  /^,? \p{Ll}+[ ,.]/u.test(text.slice(end, end + 24));

const notPasswords =
  /^(?:postgres|mysql|redis|mongo|root|guest|string|str|null|none|nil|undefined|true|false|required|optional|hidden|text|input|password|passwd|hashed?|plain|bcrypt|admin|user|value|varchar.*|char.*|byte.*|bool.*|int.*|option.*|field.*|change|reset|forgot|confirm|current|new|old|invalid|incorrect|wrong|empty|missing|wants?|and|the|for|with|from)$/i;
/** Words about passwords, which forms, messages and names of classes are made of. */
const aboutPasswords =
  /pass(?:word|wd|phrase)|(?:^|[^a-z])pass(?:$|[^a-z])|required|invalid|string|secret|hidden|input|field|must|should|valid|hash|^\w{1,30}=/i;

const phraseWord = /^[a-z]{3,12}$/;
const notInPhrases =
  /^(?:the|and|for|not|with|your|you|are|was|has|have|can|may|this|that|from|will|when|too|use|enter|type|please|new|old|current|confirm|reset|forgot|change|login|sign|user|name|email|auth|error|form|page|view|label|text|button|token|key|min|max|length|short|long|weak|strong|match|empty|missing|none|default|value|test|is|no)$/;

/** Four words and more that make no sentence: `correct-horse-battery-staple`. */
function isPassphrase(secret: string): boolean {
  const words = secret.split(/[- ]/);
  return (
    words.length >= 4 && words.length <= 8 && words.every((word) => phraseWord.test(word) && !notInPhrases.test(word))
  );
}

const barePass = /(?:^|[^A-Za-z_-])pass["'`\\\])]{0,6}\s{0,4}[:|]\s{0,4}["'`\\(]{0,8}$/i;

export function isPassword(candidate: Candidate): boolean {
  const { secret, text, start } = candidate;
  // Prose and code leave here: a bare word behind a sign that no shell assigns with.
  const sign = text[start - 1] ?? "";
  if (sign !== "=" && !/["'`]/.test(sign) && !/\d/.test(secret)) return false;
  if (secret.length < 6 || isPlaceholder(secret) || notPasswords.test(secret) || isVersion(secret)) return false;
  const before = nameBefore(candidate);
  if (isReference(secret, candidate)) return false;
  // `PASS: TestLogin/2fa`, `"pass": "All is well"`: a word of its own, with nothing but chance behind it.
  if (barePass.test(before) && (/PASS\W*$/.test(before) || !isStrongPassword(secret))) return false;
  // `setLabel("PasswordManager", "module2")`: of two arguments only a plain secret is one.
  if (argument.test(before) && !isStrongPassword(secret)) return false;
  // Not a word of another script.
  if (/[^\x00-\x7f]/.test(secret) && !/\d/.test(secret)) return false;
  if (aboutPasswords.test(secret) && !isStrongPassword(secret)) return false;
  if (!isLabel(candidate)) return false;
  if (/["'`]/.test(text[start - 1] ?? "")) {
    if (/(?:passw(?:or)?d|passphrase|pwd)["'`\\\])]{0,6}\s{0,3}[:=]/i.test(before) && isPassphrase(secret)) return true;
    if (/[\d\W_]/.test(secret)) return !isName(secret);
    return (
      (secret === secret.toLowerCase() && secret.length >= 8) || (looksRandom(secret, 12) && !isIdentifier(secret))
    );
  }
  // Bare words follow "password:" in prose and code; a value has digits or signs, or stands in an environment file.
  if (isShellAssignment(before)) return true;
  return (
    /\d/.test(secret) &&
    /[A-Za-z\W]/.test(secret) &&
    !/^[\d.,:%-]+$/.test(secret) &&
    !isName(secret) &&
    !(/^[a-z_$]/.test(secret) && (isIdentifier(secret) || isWording(secret)) && /[A-Z_.:/-]/.test(secret)) &&
    !/^[A-Za-z]\w*\d{0,3}[()[\]]/.test(secret)
  );
}

export const isStrongPassword = (secret: string): boolean =>
  looksRandom(secret, 8) && !isOrdinary(secret) && /\d/.test(secret) && /[A-Za-z]/.test(secret);

/** `NAME=` of shells and environment files, or `--name=`: no space, and no call behind it. */
const isShellAssignment = (before: string): boolean => /(?:^|[^A-Za-z0-9_.$])[A-Z][A-Z0-9_]{0,60}=$/.test(before);

/** `Use the token x7…` has no sign between; only what is plainly random counts, and names of content do not. */
export function isSaid({ secret, text, start, end }: Candidate): boolean {
  if (isOrdinary(secret) || isHash(secret) || isUuid(secret) || isDigits(secret)) return false;
  if (/[([]/.test(text[end] ?? "") && /^[\w.]+$/.test(secret)) return false;
  if (/(?:next|page|continuation|sync)[-_ ]?(?:page[-_ ]?)?token\W{0,6}$/i.test(nameBefore({ text, start })))
    return false;
  return looksRandom(secret, 16) && strangeness(secret) >= 0.5;
}

/** A sentence in quotes is none; a value that has a space in it is odd on at least one side of it. */
export function isWholeWithSpaces(inside: string): boolean {
  const words = inside.split(/\s+/);
  return (inside.length <= 120 && words.length <= mostWords && words.some(isStrongPart)) || isPassphrase(inside);
}

/** One word of a value in quotes that no sentence has. */
export const isStrongPart = (word: string): boolean =>
  !/^#?[0-9a-f]+$/i.test(word) &&
  /\d/.test(word) &&
  /[A-Za-z]/.test(word) &&
  looksRandom(word, 6) &&
  !isOrdinary(word) &&
  !isHash(word);
