/** Public IP addresses. Private ranges, documentation ranges and public resolvers stay, and so do version numbers. */
import type { Hit } from "../rule.ts";

const digits = [..."0123456789"];
const hexDigits = [..."0123456789abcdef"];

/** A digit, a dot, a digit. */
export const ipv4Anchors = digits.flatMap((left) => digits.map((right) => `${left}.${right}`));
/** The end of the first group of a global IPv6 address. */
export const ipv6Anchors = hexDigits.flatMap((left) => hexDigits.map((right) => `${left}${right}:`));

const ipv4 = /(?<=(?<![\w.+-])(?<head>\d{1,3}))\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w+-]|\.\d)/y;
const ipv6 = /(?<=(?<![\w:.])(?<head>[23][0-9a-f]))[0-9a-f]{2}:(?:[0-9a-f]{0,4}:){1,6}[0-9a-f]{0,4}(?![\w:])/iy;

const resolvers = new Set([
  "8.8.8.8",
  "8.8.4.4",
  "1.1.1.1",
  "1.0.0.1",
  "9.9.9.9",
  "149.112.112.112",
  "208.67.222.222",
  "208.67.220.220",
  "4.4.4.4",
  "4.2.2.2",
  "1.2.3.4",
  "4.3.2.1",
  "5.6.7.8",
]);

function isPublic([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100 && b >= 64 && b < 128) return false;
  if (a === 169 && b === 254) return false;
  if (a === 172 && b >= 16 && b < 32) return false;
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99))) return false;
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false;
  return !(a === 203 && b === 0 && c === 113);
}

const versionBefore =
  /(?:\bv|version\W{0,6}|[A-Za-z)]\/|release\s|build\s|\bver\.?\s|sections?\W{1,3}|chapter\s|(?:update|upgrade|bump)[^\n]{1,30} (?:to|from) |oid\W{0,3}|§\s?|\d,\s?)$/i;
/** What also stands before versions, unless the words around it speak of machines. */
const mayBeVersion = /(?:@|[=<>~^]=?\s?)$/;
const addressBefore =
  /(?:\bip\b|ipv4|address|\baddr\b|host|server|:\/\/|ssh |scp |ping |from |client|remote|peer|dns|forwarded)[^\n]{0,24}$/i;

/** The address whose first dot follows the digit at `at`. */
export function ipv4At(text: string, at: number): Hit | undefined {
  // Most are decimals and versions of three numbers: another dot must come soon.
  const second = text.indexOf(".", at + 2);
  if (second === -1 || second > at + 5 || !/\d/.test(text[second + 1] ?? "")) return undefined;
  ipv4.lastIndex = at + 1;
  const match = ipv4.exec(text);
  if (!match) return undefined;
  return judge(text, match.index - (match.groups?.head?.length ?? 0), match.index + match[0].length);
}

function judge(text: string, start: number, end: number): Hit | undefined {
  const written = text.slice(start, end);
  const parts = written.split(".");
  if (parts.length !== 4 || parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith("0"))))
    return undefined;
  const numbers = parts.map(Number);
  if (!isPublic(numbers) || resolvers.has(written) || numbers.every((number) => number === numbers[0]))
    return undefined;
  // Without the backslashes that JSON in JSON in JSON has before its quotes.
  const before = text
    .slice(Math.max(0, start - 240), start)
    .replace(/\\+/g, "")
    .slice(-48);
  const isNamed = addressBefore.test(before) || /^:\d{2,5}\b/.test(text.slice(end, end + 7));
  if (versionBefore.test(before) || (mayBeVersion.test(before) && !isNamed)) return undefined;
  // Four small numbers are a version or a list more often than an address.
  if (!isNamed && numbers.every((number) => number < 32)) return undefined;
  return { start, end };
}

/** Where a URL may hold an address in another notation: browsers read all of them, and show the common one. */
export const numericHostAnchors = digits.map((digit) => `://${digit}`);

const numericHost =
  /:\/\/(?<host>(?:0x[0-9a-f]{1,8}|\d{1,11})(?:\.(?:0x[0-9a-f]{1,8}|\d{1,11})){0,3})(?=[/:?#\s"'`<>)\]}\\,;]|$)/iy;

/** `http://0x42.0x66.0x7.0x93/`, `http://1113982867/`, `http://0102.0146.07.0223/`. */
export function numericHostAt(text: string, at: number): Hit | undefined {
  numericHost.lastIndex = at;
  const host = numericHost.exec(text)?.groups?.host;
  // Four plain numbers are looked at as an address; a port or a version of two or three is none.
  if (host === undefined || (!/0x/i.test(host) && !/^(?:0\d|\d{8})/.test(host))) return undefined;
  const plain = URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : "";
  const numbers = plain.split(".").map(Number);
  if (numbers.length !== 4 || !isPublic(numbers) || resolvers.has(plain)) return undefined;
  return { start: at + 3, end: at + 3 + host.length };
}

/** The global IPv6 address whose first group ends at `at`. */
export function ipv6At(text: string, at: number): Hit | undefined {
  const first = text[at - 2];
  if (first !== "2" && first !== "3") return undefined;
  ipv6.lastIndex = at;
  const match = ipv6.exec(text);
  if (!match) return undefined;
  const start = match.index - (match.groups?.head?.length ?? 0);
  const end = match.index + match[0].length;
  const written = text.slice(start, end).toLowerCase();
  const groups = written.split(":");
  const short = written.includes("::");
  if (short ? written.indexOf("::") !== written.lastIndexOf("::") || groups.length > 8 : groups.length !== 8)
    return undefined;
  if (written.endsWith(":") && !short) return undefined;
  // Documentation, 6to4, the old test network, and the public resolvers of Google and Cloudflare; of 2001:0 to 2001:1ff
  // none is anybody's (Teredo, benchmarks, ORCHID).
  if (/^(?:2001:0?db8|2002:|3ffe:|2001:4860:4860:|2606:4700:4700:)/.test(written)) return undefined;
  return groups[0] === "2001" && Number.parseInt(groups[1] || "0", 16) < 0x200 ? undefined : { start, end };
}
