/** Values that only their name gives away: `deploy_token: …`, `PASSWORD=…`, `--api-key …`, `{"secret": "…"}`. */
import type { Candidate, Hit, Rule } from "../rule.ts";
import {
  isOrdinary,
  isPassword,
  isSaid,
  isSecretValue,
  isStrong,
  isStrongPart,
  isStrongPassword,
  isWholeWithSpaces,
  nameBefore,
  typed,
} from "./judge.ts";
import { bareEnd, quotedEnd, trimmed } from "./value.ts";

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

/** A name of at most 60 characters, what stands between, and 1,024 in quotes; without quotes to white space. */
const toValue = { before: 120, after: 1300 };

const labelledRule = (rule: Pick<Rule, "id" | "label" | "anchors" | "rank"> & Partial<Rule>): Rule =>
  ({ family: "secret", ...rule }) as Rule;

export const labelled: readonly Rule[] = [
  labelledRule({
    id: "labelled-secret",
    guard: "labelled",
    label: "secret",
    anchors: secretWords,
    find: valueAfter(assigned(secretWords), isSecretValue),
    reach: toValue,
    rank: 1,
  }),
  labelledRule({
    id: "labelled-password",
    guard: "assigned",
    label: "password",
    anchors: passwordWords,
    find: valueAfter(assigned(passwordWords), isPassword),
    reach: toValue,
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
    guard: "flag",
    label: "secret",
    anchors: ["token", "secret", "-key", "apikey", "password", "-auth", "passwd"],
    find: valueAfter(/(?<=(?:^|\s)--?[\w-]{0,40})[a-z-]{3,10}[ \n]["'`]?/iy, isFlagValue),
    reach: toValue,
    rank: 1,
  }),
  labelledRule({
    id: "said-secret",
    guard: "said",
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
