/** What HTTP requests and the commands that make them carry. */
import { isBlank, isName, isPhrase, isPlaceholder, looksRandom } from "../randomness.ts";
import type { Hit, Rule } from "../rule.ts";

/** Basic credentials are "user:password" in base64. */
function isBasic(secret: string): boolean {
  const inner = Buffer.from(secret, "base64").toString("latin1");
  return /^[\x20-\x7e]{0,100}:[\x20-\x7e]{2,200}$/.test(inner) && !/:(?:pass(?:word)?|secret)$/i.test(inner);
}

const cookieHeader = /(?:set-)?cookie["']{0,2}\s{0,2}[:=]\s{0,2}["']?/iy;
const cookieValue = /^\s{0,4}(?<name>[\w.$-]{1,80})=(?<value>[^;\s"'`,\\]{8,2048})/;
/** `HttpOnly`, `Path=/`: what else stands between the semicolons of such a header. */
const cookiePart = /^\s{0,4}[\w.$-]{1,80}\s{0,2}(?:=|$)/;
const attribute = /^(?:path|domain|expires|max-age|samesite|version|comment)$/i;
const dated = /^\s{0,4}expires=/i;

function cookies(text: string, at: number): readonly Hit[] {
  cookieHeader.lastIndex = at;
  const header = cookieHeader.exec(text);
  if (!header) return [];
  const from = at + header[0].length;
  // To the end of the line, or to the next header where lines were lost.
  const [line = ""] = text.slice(from, from + 4096).split(/\n|cookie["']{0,2}\s{0,2}:/i, 1);
  const hits: Hit[] = [];
  let start = from;
  let isDate = false;
  for (const part of line.split(/[;,]/)) {
    // `visit(cookie: u32): void … ?q=…` is no header: what follows is not of its kind. A date has a comma of its own.
    if (!isDate && !cookiePart.test(part)) break;
    isDate = dated.test(part);
    const match = cookieValue.exec(part);
    const { name = "", value = "" } = match?.groups ?? {};
    if (isCookie(name, value)) {
      const end = start + (match?.[0].length ?? 0);
      hits.push({ start: end - value.length, end });
    }
    start += part.length + 1;
  }
  return hits;
}

const isCookie = (name: string, value: string): boolean =>
  value !== "" &&
  !attribute.test(name) &&
  (looksRandom(value) || /(?:sess|auth|token|sid|jwt)/i.test(name)) &&
  !isBlank(value);

export const headers: readonly Rule[] = [
  {
    id: "authorization-header",
    guard: "assigned",
    label: "authorization header",
    family: "secret",
    anchors: ["authorization"],
    pattern:
      /(?<![A-Za-z:])authorization["'`\\]{0,4}\s{0,3}[:=,]\s{0,3}["'`\\]{0,4}(?<scheme>(?:bearer|token|basic|apikey|api-key|digest|key|negotiate|ssws|sso-key|genie-key|splunk|klaviyo-api-key|discogs|bot|oauth|aws4-hmac-sha256)[ =:]{1,2})?["']?(?<secret>[A-Za-z0-9_\-+/=.~:|]{8,4096})/diy,
    check: ({ secret, groups }) =>
      !isPlaceholder(secret) &&
      !isName(secret) &&
      (groups.scheme === undefined
        ? looksRandom(secret, 8) && !isPhrase(secret)
        : /\d|[A-Z].*[a-z]|[a-z].*[A-Z]/.test(secret)),
    rank: 2,
  },
  {
    id: "bearer-token",
    label: "bearer token",
    family: "secret",
    anchors: ["bearer"],
    pattern: /(?<![A-Za-z])bearer(?:[ :="'`\\]|%20|\+){1,6}(?<secret>[A-Za-z0-9_\-+/=.~:|%]{8,4096})/diy,
    check: ({ secret }) => !isPlaceholder(secret) && !isName(secret) && looksRandom(secret, 8),
    rank: 2,
  },
  {
    id: "basic-credentials",
    label: "basic credentials",
    family: "secret",
    anchors: ["basic "],
    pattern: /(?<![A-Za-z])basic {1,2}["']?(?<secret>[A-Za-z0-9+/_-]{8,1000}={0,2})/diy,
    check: ({ secret }) => isBasic(secret),
    rank: 2,
  },
  {
    id: "api-key-header",
    guard: "assigned",
    label: "API key",
    family: "secret",
    anchors: [
      "x-api-",
      "x-auth-",
      "x-access-",
      "x-vault-token",
      "x-goog-api-key",
      "x-amz-security-token",
      "private-token",
      "job-token",
      "deploy-token",
      "x-rapidapi-key",
      "x-shopify-access-token",
      "x-functions-key",
      "ocp-apim-subscription-key",
      "dd-api-key",
      "dd-application-key",
      "x-figma-token",
      "x-postmark-server-token",
    ],
    pattern: /[a-z-]{5,40}["'`\\]{0,4}\s{0,3}[:=,]\s{0,3}["'`\\]{0,4}(?<secret>[A-Za-z0-9_\-+/=.~:|]{8,2048})/diy,
    check: ({ secret }) => looksRandom(secret, 8),
    rank: 2,
  },
  {
    id: "cookie",
    guard: "assigned",
    label: "cookie",
    family: "secret",
    anchors: ["cookie"],
    find: cookies,
    reach: { before: 0, after: 4200 },
    rank: 2,
  },
  {
    id: "command-password",
    label: "password",
    family: "secret",
    anchors: [" -u ", "--user ", "--user=", ' -u"', " -u'", "--proxy-user "],
    pattern: /(?:\s-u|--(?:proxy-)?user)[ =]?["']?[^\s"':/=]{0,100}:(?<secret>[^\s"'`\\]{3,300})/dy,
    check: ({ secret, text, start }) =>
      isUserPassword(secret) && !/\b(?:docker|podman|chown)\b/.test(text.slice(Math.max(0, start - 120), start)),
    rank: 2,
  },
  {
    id: "command-password-flag",
    label: "password",
    family: "secret",
    anchors: ["sshpass", "mysql", "mysqldump", "mariadb", "docker login", "redis-cli", "az login"],
    pattern:
      /(?:sshpass|mysql(?:dump|admin)?|mariadb|docker login|redis-cli|az login)(?: [^\n|;&]{0,120}?)? -(?:p ?|a )["']?(?<secret>[^\s"'`\\$<-][^\s"'`\\]{3,100})/dy,
    check: ({ secret }) => isUserPassword(secret) && /[\d\W_]/.test(secret),
    rank: 2,
  },
  {
    id: "netrc-password",
    label: "password",
    family: "secret",
    anchors: ["machine "],
    pattern: /machine \S{1,100}\s{1,8}login \S{1,100}\s{1,8}password (?<secret>\S{4,300})/dy,
    // Where lines are joined the next entry begins in it.
    check: ({ secret }) => isUserPassword(secret) && !/machine|"""/.test(secret),
    rank: 2,
  },
];

function isUserPassword(secret: string): boolean {
  return (
    !isPlaceholder(secret) &&
    !/^(?:[$%@<{:"']|(?:pass(?:word|wd)?|secret|read|write|owner|full_control)$|\d{1,6}$)/i.test(secret)
  );
}
