/** Private keys: PEM and PGP blocks, whole or cut, and the same in base64. */
import type { Hit, Rule } from "../rule.ts";

const dashes = "-----";
const longest = 24_000;

// A narrow terminal breaks the frame of a key as well; line numbers and the signs of a diff may follow the break.
const lineBreak = "(?:[ \\t]{0,4}\\r?\\n[ \\t+>|:→\\d]{0,12})?";
const loose = (text: string): string =>
  [...text].map((character) => (character === " " ? "[ ]?" : character)).join(lineBreak);
const beginning = new RegExp(
  `${loose("-----BEGIN")}(?:${lineBreak}[ A-Z0-9]){0,30}?${lineBreak}${loose("PRIVATE KEY")}`,
  "y",
);
const footer = new RegExp(`${loose("-----END")}(?:${lineBreak}[ A-Z0-9]){0,40}?${lineBreak}${loose("-----")}`);
// One line of a key, with whatever a diff, `cat -n` or a quoted string put before and after it.
const bodyLine =
  /^[^A-Za-z0-9+/=\n]{0,12}(?:\d{1,6}[^A-Za-z0-9+/=\n]{1,4})?(?:[A-Za-z-]{1,20}: [^\n]{1,80}|[A-Za-z0-9+/=]{0,80})[^A-Za-z0-9\n]{0,6}$/;

function block(text: string, at: number): readonly Hit[] {
  const start = startOf(text, at);
  if (start === undefined) return [];
  // Another key may begin before this one ends; looking no further keeps the search linear.
  const next = text.indexOf("-----BEGIN", start + dashes.length);
  const piece = text.slice(start, Math.min(start + longest, next === -1 ? text.length : next));
  const end = footer.exec(piece);
  if (end) return [{ start, end: start + end.index + end[0].length }];
  const cut = withoutEnd(piece);
  return cut > 90 ? [{ start, end: start + cut }] : [];
}

function startOf(text: string, at: number): number | undefined {
  let start = at;
  // Found by its words: the dashes before them may be on two lines.
  if (text[at] !== "-")
    start =
      at -
      60 +
      text
        .slice(Math.max(0, at - 60), at)
        .padStart(60)
        .search(/-[-\s+>|:→\d]{4,24}B/);
  if (start < 0 || (start > 0 && text[start - 1] === "-")) return undefined;
  beginning.lastIndex = start;
  return beginning.test(text) ? start : undefined;
}

/** The length of a key whose end the log does not have. */
function withoutEnd(piece: string): number {
  const lines = piece.split("\n");
  if (lines.length === 1) return /^-----[^-]+-----(?:\\{1,4}[nr]|[A-Za-z0-9+/=\s])*/.exec(piece)?.[0].length ?? 0;
  let length = (lines[0] ?? "").length;
  for (const line of lines.slice(1)) {
    if (!bodyLine.test(line)) break;
    length += line.length + 1;
  }
  return length;
}

const end = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const sign = "[A-Za-z0-9+/=]";
// What a diff, `cat -n` or a quoted string puts before a line and after it.
const margin = "[^A-Za-z0-9+/=\\n-]{0,12}(?:\\d{1,6}[^A-Za-z0-9+/=\\n-]{1,4})?[-+]?[ \\t]{0,8}";
const onlyMargin = new RegExp(`^${margin}["'\`]?$`);
const keyLine = new RegExp(`^${margin}["'\`]?(?<body>${sign}{1,80})(?:\\\\[nr]){0,2}[^A-Za-z0-9\\n]{0,6}$`);
const fullLine = 40;

/** The lines before the end of a key whose beginning the text does not have: `tail`, or an edit that writes the rest. */
function rest(text: string, at: number): readonly Hit[] {
  end.lastIndex = at;
  const found = end.exec(text);
  if (found === null) return [];
  let line = text.lastIndexOf("\n", at) + 1;
  if (!onlyMargin.test(text.slice(line, at))) return [];
  let start = at;
  let isKey = false;
  while (line > 0 && at - line < longest) {
    const before = text.lastIndexOf("\n", line - 2) + 1;
    const written = text.slice(before, line - 1).replace(/\r$/, "");
    if (written.includes("-----BEGIN")) return [];
    const body = written.length > 120 ? undefined : keyLine.exec(written)?.groups?.body;
    // Only the last lines are short: what is left of the key, and a checksum.
    if (body === undefined || (isKey && body.length < fullLine)) break;
    isKey ||= body.length >= fullLine;
    start = before + written.indexOf(body);
    line = before;
  }
  return isKey ? [{ start, end: at + found[0].length }] : [];
}

export const keys: readonly Rule[] = [
  {
    id: "private-key",
    guard: "dashes",
    label: "private key",
    family: "secret",
    anchors: ["-----B", "-----\n", "-----\r", "PRIVATE KEY"],
    find: block,
    reach: { before: 100, after: longest + 100 },
    rank: 4,
  },
  {
    id: "private-key-rest",
    label: "private key",
    family: "secret",
    anchors: ["-----END"],
    find: rest,
    reach: { before: longest + 200, after: 100 },
    rank: 4,
  },
  {
    id: "private-key-base64",
    label: "private key",
    family: "secret",
    // "-----BEGIN" in base64, as kubeconfig files have it.
    anchors: ["LS0tLS1CRUdJTi"],
    pattern: /(?<![A-Za-z0-9+/])(?<secret>LS0tLS1CRUdJTi[A-Za-z0-9+/]{60,20000}={0,2})/dy,
    check: ({ secret }) => Buffer.from(secret.slice(0, 120), "base64").toString("latin1").includes("PRIVATE KEY"),
    rank: 3,
  },
  {
    id: "putty-key",
    label: "private key",
    family: "secret",
    anchors: ["Private-Lines:"],
    pattern: /Private-Lines: \d{1,3}\r?\n(?<secret>(?:[A-Za-z0-9+/=]{1,80}\r?\n){1,100})/dy,
    rank: 3,
  },
];
