/** Values that only their name gives away: `deploy_token: …`, `PASSWORD=…`, `--api-key …`, `{"secret": "…"}`. */
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
import type { Candidate, Hit, Rule } from "../rule.ts";
import { bareEnd, isLineEnd, quotedEnd, trimmed } from "./value.ts";

const secretWords = (
  "token|secret|api_key|api-key|apikey|api key|access_key|access-key|accesskey|access key|private_key" +
  "|private-key|privatekey|auth_key|auth-key|authkey|signing_key|signing-key|signingkey|encryption_key" +
  "|encryption-key|encryptionkey|account_key|account-key|accountkey|master_key|master-key|masterkey" +
  "|shared_key|sharedaccesskey|license_key|license-key|licensekey|client_id|client-id|clientid" +
  "|access_id|access-id|consumer_key|consumer-key|consumerkey|app_key|app-key|appkey|credential" +
  "|deploy_key|service_key|service-key|serverkey|server_key|jwt_key|ssh_key|webhook_key|integration_key" +
  "|instrumentationkey|auth|_key=|_key =|-key:|_key:|_sid|dsn"
).split("|");
/** A word of its own: `compass`, `bypass` and `PASSED` are none, and `PASS: TestX` tells how a test went. */
const passwordWords = 'passw|passphrase|pwd|passcode|_pass|-pass|pass=|pass:|pass"'.split("|");

// What may stand between a name and its value; `\\` because logs quote quotes.
const closing = "[\"'`\\\\\\])*]{0,8}";
const typed = ":\\s?(?:str|string|String|bytes|&(?:'static )?str)\\s?=";
const assignment = `(?<sign>\\s{0,4}(?:${typed}|=>|:=|={1,3}|:(?!:)|->|<-|\\|{1,2}|,|>)\\s{0,4}|(?<=name=[\\w.-]{1,60})::)`;
// `"`, `b'`, `@"`, `("`, `**`, `\"`.
const opening = "(?:\\(?[bfruLN@$]{0,2}[\"'`\\\\]{1,8}|\\*{1,2})?";
const name = "(?<rest>[\\w.-]{0,48}?)";

const anyOf = (words: readonly string[]): string =>
  `(?:${[...new Set(words.map((word) => word.replace(/[=: "]+$/, "")))]
    .map((word) => (word === "auth" || word.endsWith("pass") ? `${word}(?![a-z])` : word))
    .join("|")})`;

const assigned = (words: readonly string[]): RegExp =>
  new RegExp(`${anyOf(words)}${name}(?<closing>${closing})${assignment}${opening}`, "iy");

/** The name of the thing, to its left end: the anchor may stand in its middle. */
function nameBefore({ text, start }: Pick<Candidate, "text" | "start">): string {
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

const isOrdinary = (secret: string): boolean =>
  isName(secret) ||
  isWording(secret) ||
  isIdentifier(secret) ||
  isVersion(secret) ||
  isIntegrity(secret) ||
  isLogId(secret);

/** Only chance makes such a value, and it names no content. */
const isStrong = (secret: string): boolean =>
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

function isSecretValue(candidate: Candidate): boolean {
  const { secret } = candidate;
  // Twitter's and Discord's ids are long numbers; counts and times are shorter.
  if (isDigits(secret) ? !/^\d{15,24}$/.test(secret) : !looksRandom(secret, 8)) return false;
  return !isOrdinary(secret) && !isReference(secret, candidate) && isLabel(candidate);
}

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

function isPassword(candidate: Candidate): boolean {
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

const isStrongPassword = (secret: string): boolean =>
  looksRandom(secret, 8) && !isOrdinary(secret) && /\d/.test(secret) && /[A-Za-z]/.test(secret);

/** `NAME=` of shells and environment files, or `--name=`: no space, and no call behind it. */
const isShellAssignment = (before: string): boolean => /(?:^|[^A-Za-z0-9_.$])[A-Z][A-Z0-9_]{0,60}=$/.test(before);

/** `Use the token x7…` has no sign between; only what is plainly random counts, and names of content do not. */
function isSaid({ secret, text, start, end }: Candidate): boolean {
  if (isOrdinary(secret) || isHash(secret) || isUuid(secret) || isDigits(secret)) return false;
  if (/[([]/.test(text[end] ?? "") && /^[\w.]+$/.test(secret)) return false;
  if (/(?:next|page|continuation|sync)[-_ ]?(?:page[-_ ]?)?token\W{0,6}$/i.test(nameBefore({ text, start })))
    return false;
  return looksRandom(secret, 16) && strangeness(secret) >= 0.5;
}

/** `AWS::IAM::AccessKey` is a type; `https://x-access-token:…@host` is for the rules of URLs, which know its end. */
function isElsewhere(text: string, at: number): boolean {
  // "oauth:", "reauth"; but "basicAuth", "npm_auth".
  if (
    /^auth/.test(text.slice(at, at + 4)) &&
    /[a-z]/i.test(text[at - 1] ?? "") &&
    !/^auth\w*(?:token|key)/i.test(text.slice(at, at + 40))
  )
    return true;
  let from = at;
  while (from > 0 && from > at - 60 && /[\w.-]/.test(text[from - 1] as string)) from--;
  return /(?:::|:\/\/)$/.test(text.slice(Math.max(0, from - 3), from));
}

const someValue = /(?<=["'`])[^"'`\n]{6}|[^\s"'`\\]{6}/y;
const mostWords = 4;

/** The values behind the name whose middle stands at `at`. */
function valueAfter(
  pattern: RegExp,
  check: (candidate: Candidate) => boolean,
): (text: string, at: number) => readonly Hit[] {
  return (text, at) => {
    pattern.lastIndex = at;
    // Most names have no value behind them, or a short one: told without the cost of a match.
    if (!pattern.test(text)) return [];
    const start = pattern.lastIndex;
    someValue.lastIndex = start;
    if (!someValue.test(text)) return [];
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return [];
    const { sign = "", closing: closed = "" } = match.groups ?? {};
    const quoted = /["'`]/.test(text[start - 1] ?? "");
    // `def login(user, passwd):` and `len(password) == 0` compare and declare; they assign nothing.
    if (!quoted && (sign.includes("==") || (closed.includes(")") && sign.includes(":")))) return [];
    // `"pass" | "fail"` and `token|void` are alternatives; a table has spaces and no quotes.
    if (/^\s*\|\s*$/.test(sign) && (quoted || !sign.includes(" "))) return [];
    if (sign === ":" && /[-+?=]/.test(text[start] ?? "") && isExpansion(text, at))
      return defaultOf(text, start + 1, check);
    for (const end of endsOf(text, start, quoted)) {
      const secret = text.slice(start, end);
      if (secret.length < 6 || (/\n/.test(sign) && !quoted && !isStrong(secret))) continue;
      if (check({ secret, text, start, end, groups: match.groups ?? {} }))
        return isElsewhere(text, at) ? [] : [{ start, end }];
    }
    return [];
  };
}

/** `${NAME:-value}` of shells and Compose. */
const isExpansion = (text: string, at: number): boolean => /\$\{\w{0,60}$/.test(text.slice(Math.max(0, at - 64), at));

function defaultOf(text: string, start: number, check: (candidate: Candidate) => boolean): readonly Hit[] {
  const close = text.indexOf("}", start);
  const secret = close === -1 || close > start + 200 ? "" : text.slice(start, close);
  if (secret.length < 6 || /[\s$]/.test(secret) || isOrdinary(secret)) return [];
  return check({ secret, text, start, end: close, groups: {} }) ? [{ start, end: close }] : [];
}

/** Where the value may end, the longest first. */
function endsOf(text: string, start: number, quoted: boolean): readonly number[] {
  const isLine = isLineOf(text, start);
  const bare = bareEnd(text, start, isLine);
  if (!quoted) return [trimmed(text, start, bare, isLine)];
  const whole = quotedEnd(text, start);
  if (whole === undefined) return [unclosedEnd(text, start)];
  const inside = text.slice(start, whole);
  if (!/\s/.test(inside)) return [whole];
  if (isWholeWithSpaces(inside)) return [whole];
  const first = unclosedEnd(text, start);
  return isStrongPart(text.slice(start, first)) ? [first] : [];
}

/** A sentence in quotes is none; a value that has a space in it is odd on at least one side of it. */
function isWholeWithSpaces(inside: string): boolean {
  const words = inside.split(/\s+/);
  return (inside.length <= 120 && words.length <= mostWords && words.some(isStrongPart)) || isPassphrase(inside);
}

function isFlagValue(candidate: Candidate): boolean {
  const before = nameBefore(candidate);
  if (candidate.secret.startsWith("-") || /(?:recv|public|host)-\w+[ \n]["']?$/i.test(before)) return false;
  return isSecretValue(candidate) || (/passw(?:or)?d[ \n]["']?$/i.test(before) && isStrongPassword(candidate.secret));
}

/** Dockerfiles: `ENV API_KEY value`. */
function isSpaceValue(candidate: Candidate): boolean {
  const { name: label = "TOKEN" } = candidate.groups;
  return isLabelledBy(label, candidate.secret);
}

/** One word of a value in quotes that no sentence has. */
const isStrongPart = (word: string): boolean =>
  !/^#?[0-9a-f]+$/i.test(word) &&
  /\d/.test(word) &&
  /[A-Za-z]/.test(word) &&
  looksRandom(word, 6) &&
  !isOrdinary(word) &&
  !isHash(word);

const unclosed = /[^\s"'`\\<>]{6,1024}/y;
function unclosedEnd(text: string, start: number): number {
  unclosed.lastIndex = start;
  return unclosed.test(text) ? unclosed.lastIndex : start;
}

const lineStart =
  /(?:^|\n)[ \t+>-]{0,8}(?:\d{1,6}[\t→:|][ \t]{0,8})?(?:(?:export|set|ENV|ARG|- )\s?)?[A-Z][A-Z0-9_]{1,60}=$/;
/** A line of an environment file: all behind its first "=" is the value. */
const isLineOf = (text: string, start: number): boolean =>
  text[start - 1] === "=" && lineStart.test(nameBefore({ text, start }));

const labelledRule = (rule: Pick<Rule, "id" | "label" | "anchors" | "rank"> & Partial<Rule>): Rule =>
  ({ family: "secret", ...rule }) as Rule;

export const labelled: readonly Rule[] = [
  labelledRule({
    id: "labelled-secret",
    label: "secret",
    anchors: secretWords,
    find: valueAfter(assigned(secretWords), isSecretValue),
    rank: 1,
  }),
  labelledRule({
    id: "labelled-password",
    label: "password",
    anchors: passwordWords,
    find: valueAfter(assigned(passwordWords), isPassword),
    rank: 1,
  }),
  labelledRule({
    // Docker, csh and fish part a name and its value with a space.
    id: "space-assignment",
    label: "secret",
    anchors: ["ENV ", "setenv ", "set -x", "set -gx", "set -Ux", ":_authToken "],
    pattern:
      /(?:(?<=(?:^|\n)[ \t+>\d→:|-]{0,16})(?:ENV|setenv|set -[gU]?x) {1,4}(?<name>[A-Z][A-Z0-9_]{2,60})|:_authToken) {1,4}["']?(?<secret>[^\s"'`]{6,1024})/dy,
    check: (candidate) => isSpaceValue(candidate),
    rank: 1,
  }),
  labelledRule({
    // A list of arguments has a line for each.
    id: "command-flag",
    label: "secret",
    anchors: ["token", "secret", "-key", "apikey", "password", "-auth", "passwd"],
    find: valueAfter(/(?<=(?:^|\s)--?[\w-]{0,40})[a-z-]{3,10}[ \n]["'`]?/iy, isFlagValue),
    rank: 1,
  }),
  labelledRule({
    id: "said-secret",
    label: "secret",
    anchors: ["token", "secret", "password", "passphrase", " key ", "credential", "api key"],
    pattern:
      /(?<![\w/.-])[a-z ]{3,10}s?[ :]{1,2}(?:(?:is|was|of|to|called|value|named|it's|equals|=|:|here:) ){0,2}["'`(*]{0,3}(?<secret>[A-Za-z0-9_\-+/=.~]{16,512})/diy,
    check: isSaid,
    rank: 1,
  }),
];

const secretKey =
  /(?:^|[^a-z])(?:token|secret|api[-_ ]?key|access[-_]?key|private[-_]?key|auth|credential)s?$|(?:Token|Secret|ApiKey|AccessKey|PrivateKey|Credential)$/i;
const passwordKey = /(?:password|passwd|passphrase|pwd)$/i;

const [plainName, secretName, passwordName] = [0, 1, 2];
/** Fields have few names, and each comes a million times. */
const kindOfName = new Map<string, number>();
const mostNames = 10_000;

function nameKind(key: string): number {
  let kind = kindOfName.get(key);
  if (kind === undefined) {
    kind = passwordKey.test(key) ? passwordName : secretKey.test(key) ? secretName : plainName;
    if (kindOfName.size >= mostNames) kindOfName.clear();
    kindOfName.set(key, kind);
  }
  return kind;
}

/** Whether a field's name makes its whole value a secret: an object has no text around the value. */
export function isLabelledBy(key: string, secret: string): boolean {
  const kind = nameKind(key);
  if (kind === plainName || secret.length > 1024) return false;
  if (/\s/.test(secret) && !isWholeWithSpaces(secret)) return false;
  const text = `"${key}": "${secret}"`;
  const start = key.length + 5;
  const candidate = { secret, text, start, end: start + secret.length, groups: {} };
  return kind === passwordName ? isPassword(candidate) : isSecretValue(candidate);
}
