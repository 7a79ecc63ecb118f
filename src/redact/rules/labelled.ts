/** Values that only their name gives away: `deploy_token: …`, `PASSWORD=…`, `--api-key …`, `{"secret": "…"}`. */
import {
  isDigits,
  isHash,
  isIntegrity,
  isLogId,
  isName,
  isPhrase,
  isPlaceholder,
  isUuid,
  looksRandom,
  strangeness,
} from "../randomness.ts";
import type { Candidate, Rule } from "../rule.ts";

const secretWords = (
  "token|secret|api_key|api-key|apikey|api key|access_key|access-key|accesskey|access key|private_key" +
  "|private-key|privatekey|auth_key|auth-key|authkey|signing_key|signing-key|signingkey|encryption_key" +
  "|encryption-key|encryptionkey|account_key|account-key|accountkey|master_key|master-key|masterkey" +
  "|shared_key|sharedaccesskey|license_key|license-key|licensekey|client_id|client-id|clientid" +
  "|access_id|access-id|consumer_key|consumer-key|consumerkey|app_key|app-key|appkey|credential" +
  "|deploy_key|service_key|service-key|serverkey|server_key|jwt_key|ssh_key|webhook_key|integration_key" +
  "|instrumentationkey|auth|_key=|_key =|-key:|_key:|_sid|dsn"
).split("|");
const passwordWords = "passw|passphrase|pwd|passcode|_pass=|_pass:|_pass =|-pass |_pass|pass=|pass: ".split("|");

// What may stand between a name and its value; `\\` because logs quote quotes.
const closing = "[\"'`\\\\\\])*]{0,8}";
const assignment = "\\s{0,4}(?:=>|:=|={1,3}|:{1,2}|->|<-|\\|{1,2}|,|>)\\s{0,4}";
const opening = "(?:[a-zA-Z]{0,2}[\"'`\\\\(]{1,8}|\\*{1,2})?";
const value = "(?<secret>(?<=[\"'`])[^\\s\"'`\\\\<>]{6,1024}|[^\\s\"'`\\\\<>,;&(){}\\[\\]|]{6,1024})";
const name = "[\\w.-]{0,48}?";

const anyOf = (words: readonly string[]): string =>
  `(?:${words.map((word) => (word === "auth" ? "auth(?![a-z])" : word.replace(/[=: "]+$/, ""))).join("|")})`;

const assigned = (words: readonly string[]): RegExp =>
  new RegExp(`${anyOf(words)}${name}${closing}${assignment}${opening}${value}`, "diy");

/** The name of the thing, to its left end: the anchor may stand in its middle. */
function nameBefore({ text, start }: Candidate): string {
  return text.slice(Math.max(0, start - 90), start);
}

const namesContent =
  /(?:(?:cache|restore|primary|foreign|sort|partition|row|object|idempotency|dedupe|map|s3|storage)[-_ ]?key|hash|sha|digest|checksum|fingerprint|commit|etag|integrity|revision|public|page|cursor|count|usage|limit|budget|max_|total|type|expir|ttl|length|size|name|url|uri|path|file|env|field|kind|index|_at|version)["'`\\\])]{0,6}\s{0,4}(?:=>|:=|={1,3}|:{1,2}|,|\||>)\s{0,4}["'`\\(]{0,8}$/i;

// After a comma a value is one of a list, unless name and value are the two arguments of a call.
const afterComma = /,\s{0,4}["'`\\(]{0,8}$/;
const argument = /\(\s{0,4}["'`\\]{1,4}[\w.-]{1,60}["'`\\]{1,4},\s{0,4}["'`\\]{1,4}$/;

const isLabel = (before: string): boolean =>
  !namesContent.test(before) && (!afterComma.test(before) || argument.test(before));

const isOrdinary = (secret: string): boolean =>
  isName(secret) || isPhrase(secret) || isIntegrity(secret) || isLogId(secret);

/** Values that name a variable, a file, a call instead of being the thing. */
function isReference(secret: string, candidate: Candidate): boolean {
  // Base64 may begin with a slash; a path of that length has words in it.
  if (/^\/[A-Za-z0-9+/]{31,}={0,2}$/.test(secret) && !isPhrase(secret) && strangeness(secret) >= 0.4) return false;
  const next = candidate.text[candidate.end] ?? "";
  const quoted = /["'`]/.test(candidate.text[candidate.start - 1] ?? "");
  if ((!quoted && (next === "(" || next === "[")) || /^[,;:)\]}.&|]|\/\*/.test(secret)) return true;
  if (
    /^(?:[$%@&#!*]|\.{0,2}\/|~\/|[A-Z]:\\|https?:|process\.|os\.|env\.|import\.|self\.|this\.|req\.|ctx\.|config\.|settings\.|secrets\.|github\.|args\.|params\.|data\.|ref\+|op:\/\/|vault:|file:|arn:)/.test(
      secret,
    )
  ) {
    // "$" and the like also begin passwords, which have more of their kind and no name after it.
    return (
      !quoted || /^(?:\$[({A-Za-z_]|%[A-Za-z_]|[.~/]|[A-Z]:\\|https?:|[a-z]+\.|op:|vault:|file:|arn:|ref)/.test(secret)
    );
  }
  return /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(secret) && strangeness(secret) < 0.4;
}

function isSecretValue(candidate: Candidate): boolean {
  const { secret } = candidate;
  // Twitter's and Discord's ids are long numbers; counts and times are shorter.
  if (isDigits(secret) ? !/^\d{15,24}$/.test(secret) : !looksRandom(secret, 8)) return false;
  return !isReference(secret, candidate) && !isOrdinary(secret) && isLabel(nameBefore(candidate));
}

const notPasswords =
  /^(?:postgres|mysql|redis|mongo|root|guest|string|str|null|none|nil|undefined|true|false|required|optional|hidden|text|input|password|passwd|hashed?|plain|bcrypt|admin|user|value|varchar.*|char.*|byte.*|bool.*|int.*|option.*|field.*|change|reset|forgot|confirm|current|new|old|invalid|incorrect|wrong|empty|missing|wants?|and|the|for|with|from)$/i;

function isPassword(candidate: Candidate): boolean {
  const { secret } = candidate;
  if (
    secret.length < 6 ||
    isPlaceholder(secret) ||
    isReference(secret, candidate) ||
    notPasswords.test(secret) ||
    /^[\^~v]?\d+(?:\.\d+)+/.test(secret)
  )
    return false;
  if (/pass(?:word|wd|phrase)?|required|invalid|string|secret|hidden|input|field|must|should|valid|hash/i.test(secret))
    return false;
  if (!isLabel(nameBefore(candidate))) return false;
  const before = candidate.text[candidate.start - 1] ?? "";
  if (/["'`]/.test(before))
    return /[\d\W_]/.test(secret) ? !isName(secret) : secret === secret.toLowerCase() && secret.length >= 8;
  // Bare words follow "password:" in prose and code; a value has digits or signs, or stands in an environment file.
  if (/(?:^|[^A-Za-z])[A-Z][A-Z0-9_]{0,40}=$/.test(nameBefore(candidate))) return !/[().]/.test(secret);
  return (
    /\d/.test(secret) &&
    /[A-Za-z\W]/.test(secret) &&
    !/^[\d.,:%-]+$/.test(secret) &&
    !isName(secret) &&
    !/[()[\]]/.test(secret)
  );
}

/** `Use the token x7…` has no sign between; only what is plainly random counts, and names of content do not. */
function isSaid({ secret }: Candidate): boolean {
  if (isOrdinary(secret) || isHash(secret) || isUuid(secret) || isDigits(secret)) return false;
  return looksRandom(secret, 16) && strangeness(secret) >= 0.5;
}

const labelledRule = (rule: Pick<Rule, "id" | "label" | "anchors" | "pattern" | "check" | "rank">): Rule =>
  ({ family: "secret", ...rule }) as Rule;

export const labelled: readonly Rule[] = [
  labelledRule({
    id: "labelled-secret",
    label: "secret",
    anchors: secretWords,
    pattern: assigned(secretWords),
    check: isSecretValue,
    rank: 1,
  }),
  labelledRule({
    id: "labelled-password",
    label: "password",
    anchors: passwordWords,
    pattern: assigned(passwordWords),
    check: isPassword,
    rank: 1,
  }),
  labelledRule({
    // A list of arguments has a line for each.
    id: "command-flag",
    label: "secret",
    anchors: ["token", "secret", "-key", "apikey", "password", "-auth", "passwd"],
    pattern: /(?<=(?:^|\s)--?[\w-]{0,40})[a-z-]{3,10}[ \n]["']?(?<secret>[^\s"'`\\<>,;&(){}[\]|]{8,1024})/diy,
    check: (candidate) =>
      !candidate.secret.startsWith("-") &&
      !/(?:recv|public|host)-\w+[ \n]["']?$/i.test(nameBefore(candidate)) &&
      isSecretValue(candidate),
    rank: 1,
  }),
  labelledRule({
    id: "said-secret",
    label: "secret",
    anchors: ["token", "secret", "password", "passphrase", " key ", "credential", "api key"],
    pattern:
      /[a-z ]{3,10}s?[ :]{1,2}(?:(?:is|was|of|to|called|value|named|it's|equals|=|:|here:) ){0,2}["'`(*]{0,3}(?<secret>[A-Za-z0-9_\-+/=.~]{16,512})/diy,
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
  if (kind === plainName || secret.length > 1024 || /\s/.test(secret)) return false;
  const text = `"${key}": "${secret}"`;
  const start = key.length + 5;
  const candidate = { secret, text, start, end: start + secret.length, groups: {} };
  return kind === passwordName ? isPassword(candidate) : isSecretValue(candidate);
}
