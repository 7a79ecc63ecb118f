/**
 * Markdown at the speed of reading: blocks and runs that are plain enough are printed while they are read, everything
 * else goes to marked, a block or one run at a time. The same bytes as marked alone: see README.md.
 */
import { codeBlock, type Levels, table, tableCell, tableRow } from "../markdown-parts.ts";
import { inline } from "./inline.ts";
import {
  closeFence,
  indentOf,
  isBlank,
  isHeading,
  isItem,
  isRule,
  isTableRule,
  isUnderline,
  openFence,
  surelyOver,
} from "./lines.ts";
import { type Body, list, type Printed } from "./lists.ts";

/** marked, for what is not plain. */
export interface Marked {
  readonly blocks: (text: string, levels: Levels) => string;
  readonly run: (text: string) => string;
  readonly item: (text: string, levels: Levels) => Body;
}

/** Definitions, which change what links are anywhere, and white space that only some patterns take for it. */
const definition = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t>]*)*\[/m;
const oddSpace = /[\0\v\f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;

/** Lines that are empty for some patterns and words for others. */
const hasHalfEmptyLine = (text: string): boolean =>
  (text.includes("\t") && /^ *\t[ \t]*$/m.test(text)) || /\n +$/.test(text);

export function plainMarkdown(written: string, levels: Levels, isTyped: boolean, marked: Marked): string {
  const text = written.includes("\r") ? written.replace(/\r\n?/g, "\n") : written;
  if (oddSpace.test(text) || hasHalfEmptyLine(text) || (text.includes("]:") && definition.test(text)))
    return marked.blocks(text, levels);
  return new Blocks(levels, isTyped, marked).print(text.split("\n"), 0);
}

const deepest = 8;

class Blocks {
  readonly #levels: Levels;
  readonly #marked: Marked;
  readonly #words: (text: string) => string;
  readonly #item: (text: string) => Body;

  constructor(levels: Levels, isTyped: boolean, marked: Marked) {
    this.#levels = levels;
    this.#marked = marked;
    this.#words = (text) => inline(text, isTyped) ?? marked.run(text);
    this.#item = (text) => marked.item(text, levels);
  }

  print(lines: readonly string[], depth: number): string {
    let markup = "";
    for (let at = 0; at < lines.length; ) {
      if (isBlank(lines[at] as string)) {
        at++;
        continue;
      }
      const block = this.#block(lines, at, depth);
      if (block === undefined) {
        const end = surelyOver(lines, at);
        // With the empty line behind it: to marked the last line is another matter.
        const piece = lines.slice(at, end).join("\n");
        markup += this.#marked.blocks(end < lines.length ? `${piece}\n` : piece, this.#levels);
        at = end;
      } else {
        markup += block.markup;
        at = block.end;
      }
    }
    return markup;
  }

  #block(lines: readonly string[], at: number, depth: number): Printed | undefined {
    const line = lines[at] as string;
    switch (line[0]) {
      case " ":
      case "\t":
      case "<":
        return undefined;
      case "`":
        return line.startsWith("```") ? fencedCode(lines, at) : this.#paragraph(lines, at);
      case "~":
        return line.startsWith("~~~") ? undefined : this.#paragraph(lines, at);
      case "#":
        return isHeading(line) ? this.#heading(line, at) : this.#paragraph(lines, at);
      case ">":
        return depth < deepest ? this.#quote(lines, at, depth) : undefined;
      case "|":
        return this.#table(lines, at);
      default:
        if (isRule(line)) return { markup: "<hr>\n", end: at + 1 };
        return isItem(line) ? list(lines, at, this.#item, this.#words) : this.#paragraph(lines, at);
    }
  }

  #heading(line: string, at: number): Printed | undefined {
    const found = /^(#{1,6}) +(\S.*)$/.exec(line);
    const words = found?.[2]?.trim();
    if (found === null || words === undefined || words.endsWith("#")) return undefined;
    const level = this.#levels.of((found[1] as string).length);
    return { markup: `<h${level}>${this.#words(words)}</h${level}>\n`, end: at + 1 };
  }

  #paragraph(lines: readonly string[], from: number): Printed | undefined {
    const end = paragraphEnd(lines, from);
    return end === -1 ? undefined : { markup: `<p>${this.#words(lines.slice(from, end).join("\n"))}</p>\n`, end };
  }

  /** Every line of it has its sign. */
  #quote(lines: readonly string[], from: number, depth: number): Printed | undefined {
    const own: string[] = [];
    let at = from;
    for (; at < lines.length && !isBlank(lines[at] as string); at++) {
      const line = lines[at] as string;
      if (!line.startsWith(">") || /^> *\t/.test(line)) return undefined;
      own.push(line.slice(line[1] === " " ? 2 : 1));
    }
    if (/^[ \t]+$/.test(own.at(-1) ?? "")) return undefined;
    return { markup: `<blockquote>\n${this.print(own, depth + 1)}</blockquote>\n`, end: at };
  }

  #table(lines: readonly string[], from: number): Printed | undefined {
    const rule = lines[from + 1];
    if (rule === undefined || !rule.startsWith("|") || !isTableRule(rule)) return undefined;
    const rights = rule
      .replace(/^\||\| *$/g, "")
      .split("|")
      .map((each) => /^ *-+: *$/.test(each));
    let head = "";
    let rows = "";
    let at = from;
    for (; at < lines.length && !isBlank(lines[at] as string); at++) {
      const line = lines[at] as string;
      if (!line.startsWith("|") || line.includes("\\")) return undefined;
      if (at === from + 1) continue;
      const cells = cellsOf(line);
      if (at === from && cells.length !== rights.length) return undefined;
      let row = "";
      for (let column = 0; column < rights.length; column++)
        row += tableCell(this.#words(cells[column] ?? ""), at === from, rights[column] === true);
      if (at === from) head = row;
      else rows += tableRow(row);
    }
    return { markup: table(head, rows), end: at };
  }
}

function cellsOf(line: string): readonly string[] {
  const cells = line.split("|").map((each) => each.trim());
  if (cells[0] === "") cells.shift();
  if (cells.length > 0 && cells.at(-1) === "") cells.pop();
  return cells;
}

function fencedCode(lines: readonly string[], at: number): Printed | undefined {
  const opened = openFence(lines[at] as string);
  const close = opened === null ? -1 : closeFence(lines, at + 1, opened[1] as string);
  if (opened === null || close === -1) return undefined;
  return { markup: codeBlock(lines.slice(at + 1, close).join("\n"), opened[2]), end: close + 1 };
}

/** The line behind a paragraph; -1 where a line makes more of it, or may. */
function paragraphEnd(lines: readonly string[], from: number): number {
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at] as string;
    if (isBlank(line)) return at;
    const spaces = indentOf(line);
    // Whatever is further right goes on with it.
    if (spaces === -1 || spaces > 3) continue;
    const start = spaces === 0 ? line : line.slice(spaces);
    switch (start[0]) {
      case "<":
      case "~":
        if (start[0] === "<" || start.startsWith("~~~")) return -1;
        break;
      case ">":
        return at;
      case "#":
        if (isHeading(start)) return at;
        break;
      case "`":
        if (/^`{3,}[^`]*$/.test(start)) return at + 1 < lines.length ? at : -1;
        break;
      case "-":
      case "*":
      case "+":
      case "_":
      case "=":
      case ":":
      case "|":
        if (isUnderline(start)) return -1;
        if (isRule(start) || /^[-*+][ \t]+[^ \t]/.test(start)) return at;
        break;
      case "1":
        if (/^1[.)][ \t]+[^ \t]/.test(start)) return at;
        break;
      default:
    }
  }
  return lines.length;
}
