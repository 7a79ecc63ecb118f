/** Terminal output as text: colours become classes, overwritten lines their last version, every other escape goes. */
import { type Color, createAnsiSequenceParser, createColorPalette, type ParseToken } from "ansi-sequence-parser";
import { html, join, type SafeHtml, safeUrl } from "./html.ts";

const esc = "\x1b";

// CSI, OSC, other strings (DCS, SOS, PM, APC), charset choice, two-character escapes, a lone escape. No part can run
// past the next escape, so the whole is linear.
const sequence =
  /\x1b(?:\[([0-?]*)([ -/]*)([@-~])|\]([^\x07\x1b\x9c\n]*)(?:\x07|\x1b\\|\x9c)|[PX^_][^\x07\x1b\x9c]*(?:\x1b\\|\x9c)|[ -/]+[0-~]|[0-OQ-WYZ\\`-~])|\x1b/g;

const colorsAndLinks = /\x1b(?:\[[\d;]*m|\]8;[^\x07]*\x07)/g;

/** Markup for the content of `pre.out`. */
export function ansi(text: string): SafeHtml {
  if (!/[\x1b\r\b]/.test(text)) return html`${text}`;
  const parser = createAnsiSequenceParser();
  let link: string | undefined;
  const parts: SafeHtml[] = [];
  // Only colours and links are left after `settle`; links cut the text, the parser keeps colours across the cuts.
  const [first = "", ...rest] = settle(text).split(`${esc}]8;`);
  const print = (stretch: string) => {
    const spans = styled(parser.parse(stretch));
    if (spans.length > 0) parts.push(link === undefined ? join(spans) : anchor(link, spans));
  };
  print(first);
  for (const stretch of rest) {
    const end = stretch.indexOf("\x07");
    const target = stretch.slice(stretch.indexOf(";") + 1, end);
    link = /^(?:https?|mailto):/i.test(target) ? safeUrl(target) : undefined;
    print(stretch.slice(end + 1));
  }
  return join(parts);
}

/** Without colours, links and cursor movements, which are not carried out: what was written over stays. */
export function withoutEscapes(text: string): string {
  return text.includes(esc) ? text.replace(sequence, "") : text;
}

/**
 * Text with the cursor's wanderings done: the last version of each overwritten line, backspaces applied. What is left
 * of escapes is `ESC[…m`, one attribute each, and `ESC]8;…BEL`. Cut long output after this step, not before.
 */
export function settle(text: string): string {
  return (text.includes(esc) ? text.replace(sequence, keep) : text)
    .split("\n")
    .map((line) => (/[\r\b]/.test(line) ? lastVersion(line) : line))
    .join("\n");
}

/**
 * All that was printed as a plain file shows it: no colours, links behind their words, and what was written over, by a
 * progress bar or a typist, on lines of its own.
 */
export function asPrinted(text: string): string {
  if (!/[\x1b\r\b]/.test(text)) return text;
  return text
    .replace(sequence, keep)
    .replace(/\x1b\[[\d;]*m/g, "")
    .replace(/\x1b\]8;[^;\x07]*;((?:https?|mailto):[^\x07]*)\x07([^\x1b]*)/gi, (_, target: string, words: string) =>
      words.includes(target) ? words : `${words} (${target})`,
    )
    .replace(colorsAndLinks, "")
    .replace(/([^\n\b])\x08\1/g, "$1")
    .replace(/(^|\n)[\r\b]+|[\r\b]+\n/g, (_, start?: string) => start ?? "\n")
    .replace(/\r+|\x08[\x08 ]*/g, "\n");
}

function keep(written: string, parameters?: string, intermediate?: string, final?: string, osc?: string): string {
  if (written === esc) return "\u241b";
  if (osc?.startsWith("8;")) return `${esc}]${osc.replace(/[\x00-\x1f]/g, "")}\x07`;
  if (final === undefined || parameters === undefined || intermediate !== "") return "";
  if (final === "m") return colors(parameters);
  if (final === "C") return " ".repeat(Math.min(80, Number.parseInt(parameters, 10) || 1));
  // Back to the first column, and erasing the line, are how progress bars start over.
  const startsOver = (final === "G" && /^[01]?$/.test(parameters)) || (final === "K" && parameters === "2");
  return startsOver ? "\r" : "";
}

/** One sequence per attribute: the parser applies all resets of a sequence first, and reads `ESC[m` as nothing. */
function colors(parameters: string): string {
  if (!/^[\d;:]*$/.test(parameters)) return "";
  const codes = parameters
    .replace(/:[\d:]*/g, (parts) => (parts.length > 3 ? parts.replace(/:+/g, ";") : ""))
    .split(";");
  let kept = "";
  for (let index = 0; index < codes.length; index++) {
    const code = Number(codes[index]);
    const length = code !== 38 && code !== 48 ? 1 : codes[index + 1] === "5" ? 3 : 5;
    kept += `${esc}[${length === 1 ? code : codes.slice(index, index + length).join(";")}m`;
    index += length - 1;
  }
  return kept;
}

function lastVersion(line: string): string {
  const versions = line.split("\r");
  let shown = versions.length - 1;
  while (shown > 0 && versions[shown]?.replace(colorsAndLinks, "") === "") shown--;
  // Colours set in what was overwritten still hold.
  const outside = (version: string) => version.match(colorsAndLinks)?.join("") ?? "";
  const text = versions[shown] ?? "";
  const before = versions.slice(0, shown).map(outside).join("");
  const after = versions
    .slice(shown + 1)
    .map(outside)
    .join("");
  return before + (text.includes("\b") ? withoutBackspaces(text) : text) + after;
}

function withoutBackspaces(text: string): string {
  const letters: { readonly before: string; readonly letter: string }[] = [];
  let before = "";
  for (const [part] of text.matchAll(/\x1b(?:\[[\d;]*m|\]8;[^\x07]*\x07)|[\s\S]/gu)) {
    if (part === "\b") before = (letters.pop()?.before ?? "") + before;
    else if (part.length > 2) before += part;
    else {
      letters.push({ before, letter: part });
      before = "";
    }
  }
  return letters.map((each) => each.before + each.letter).join("") + before;
}

function styled(tokens: readonly ParseToken[]): SafeHtml[] {
  const spans: { text: string; readonly classes: string }[] = [];
  for (const token of tokens) {
    const classes = classesOf(token);
    const last = spans.at(-1);
    if (last?.classes === classes) last.text += token.value;
    else spans.push({ text: token.value, classes });
  }
  return spans.map(({ text, classes }) =>
    classes === "" || text.trim() === "" ? html`${text}` : html`<span class="${classes}">${text}</span>`,
  );
}

function anchor(href: string, spans: readonly SafeHtml[]): SafeHtml {
  return html`<a href="${href}" rel="noreferrer noopener">${spans}</a>`;
}

function classesOf({ foreground, background, decorations }: ParseToken): string {
  const color = nearest(foreground);
  // A coloured label (PASS, FAIL): the design has one in green and one in red.
  const filled = decorations.has("reverse") ? color : background?.type === "named" ? nearest(background) : undefined;
  if (filled === "a32") return "a7g";
  if (filled === "a31") return "a7r";
  const dim = decorations.has("dim") ? "a2" : undefined;
  return [color ?? dim, decorations.has("bold") ? "a1" : undefined].filter((each) => each !== undefined).join(" ");
}

const named: ReadonlyMap<string, string> = new Map([
  ...["red", "green", "yellow", "blue", "magenta", "cyan"].map((name, at): [string, string] => [name, `a${31 + at}`]),
  ["brightBlack", "a2"],
]);
const palette = createColorPalette();

function nearest(color: Color | null): string | undefined {
  if (color === null) return undefined;
  if (color.type === "named") return named.get(color.name) ?? named.get(color.name.replace("bright", "").toLowerCase());
  const hex = palette.value(color) ?? "";
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) || 0);
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread < 48) return most > 64 && most < 176 ? "a2" : undefined;
  const sector =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  const hue = ((sector * 60 + 360) % 360) / 360;
  if (hue < 20 / 360 || hue >= 345 / 360) return "a31";
  if (hue < 70 / 360) return "a33";
  if (hue < 165 / 360) return "a32";
  if (hue < 200 / 360) return "a36";
  return hue < 260 / 360 ? "a34" : "a35";
}
