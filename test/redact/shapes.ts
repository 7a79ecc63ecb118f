/** The shapes of SECURITY.md section 3: how one secret can stand in a log. */

export interface Shape {
  readonly id: string;
  /** The share of secrets that must be gone. */
  readonly floor: number;
  readonly write: (secret: string, name: string) => string;
}

const inColumns = (text: string, width: number): string[] => text.match(new RegExp(`[^]{1,${width}}`, "g")) ?? [];
const lines = (secret: string, write: (line: string, index: number) => string): string =>
  secret.split("\n").map(write).join("\n");

export const shapes: readonly Shape[] = [
  { id: "labelled", floor: 0.98, write: (secret, name) => `${name}_token: ${secret}` },
  { id: "assignment", floor: 0.98, write: (secret, name) => `export ${name.toUpperCase()}_API_KEY="${secret}"` },
  { id: "header", floor: 0.98, write: (secret) => `> Authorization: Bearer ${secret}` },
  {
    id: "diff line",
    floor: 0.98,
    write: (secret, name) => lines(`${name}_secret = "${secret}"`, (line) => `+${line}`),
  },
  {
    id: "cat -n",
    floor: 0.98,
    write: (secret, name) =>
      lines(`${name}_secret: ${secret}`, (line, index) => `${String(index + 7).padStart(6)}\t${line}`),
  },
  {
    id: "URL",
    floor: 0.98,
    write: (secret, name) =>
      `https://api.test-host.org/v1/items?limit=20&${name}_token=${encodeURIComponent(secret)}&page=2`,
  },
  {
    id: "JSON in JSON",
    floor: 0.98,
    write: (secret, name) => JSON.stringify({ body: JSON.stringify({ user: 1, [`${name}_token`]: secret }) }),
  },
  {
    id: "JSON thrice",
    floor: 0.98,
    write: (secret, name) => JSON.stringify(JSON.stringify(JSON.stringify({ [`${name}_token`]: secret }))),
  },
  {
    id: "ANSI coloured",
    floor: 0.98,
    write: (secret, name) => `\x1b[36m${name}_token\x1b[0m: \x1b[1;32m${secret}\x1b[0m`,
  },
  {
    id: "ANSI inside",
    floor: 0.98,
    write: (secret, name) =>
      `${name}_token: ${secret.slice(0, 9)}\x1b[31m${secret.slice(9, 14)}\x1b[0m${secret.slice(14)}`,
  },
  { id: "wrapped", floor: 0.9, write: (secret, name) => inColumns(`${name}_token: ${secret}`, 20).join("\n") },
  { id: "wrapped value", floor: 0.9, write: (secret, name) => `${name}_token: ${inColumns(secret, 20).join("\n")}` },
  {
    id: "wrapped diff",
    floor: 0.9,
    write: (secret, name) =>
      inColumns(`${name}_token: ${secret.replaceAll("\n", "")}`, 40)
        .map((line) => `+${line}`)
        .join("\n"),
  },
  {
    id: "wrapped cat -n",
    floor: 0.9,
    write: (secret, name) =>
      inColumns(`${name}_token: ${secret.replaceAll("\n", "")}`, 40)
        .map((line, index) => `${String(index + 98).padStart(6)}→${line}`)
        .join("\n"),
  },
  { id: "bare in prose", floor: 0.9, write: (secret) => `I pasted ${secret} into the form and it was taken.` },
];

/** Whether enough of the secret is gone that nobody can use the rest. */
export function isGone(secret: string, after: string): boolean {
  const flat = (text: string): string =>
    text
      .replace(/\x1b\[[\d;]*m/g, "")
      .replace(/^(?:\+|\s*\d+(?:→|\t))/gm, "")
      .replace(/\s+/g, "");
  const decoded = [after, safelyDecoded(after), after.replaceAll("\\", "")].map(flat);
  const bare = flat(secret);
  // A quarter of the value, or eight characters of a short one, left anywhere counts as a miss.
  const size = Math.max(8, Math.ceil(bare.length / 4));
  for (let at = 0; at + size <= bare.length; at += 2) {
    const piece = bare.slice(at, at + size);
    if (decoded.some((text) => text.includes(piece))) return false;
  }
  return true;
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
