/** What a line may begin. marked's own patterns are the measure; each of these says "perhaps" where they say yes. */

export const isBlank = (line: string): boolean => /^ *$/.test(line);
export const isItem = (line: string): boolean => /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/.test(line);
export const isRule = (line: string): boolean => /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/.test(line);
export const isHeading = (line: string): boolean => /^#{1,6}(?:\s|$)/.test(line);
/** Of a paragraph, which it makes a heading. */
const underline = /^(?:=+|-+)[ \t]*$/;
const tableRule = /^(?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?$/;

/** Whether it changes what the lines before it are. */
export const isUnderline = (line: string): boolean => underline.test(line) || tableRule.test(line);
export const isTableRule = (line: string): boolean => tableRule.test(line);

/** How many spaces it begins with; -1 where there is a tab among them. */
export function indentOf(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === 32) at++;
  return line.charCodeAt(at) === 9 ? -1 : at;
}

/** Three backticks or more at the margin, and what stands behind them. */
export const openFence = (line: string): RegExpExecArray | null => /^(`{3,})([^`\\]*)$/.exec(line);

/** The line that ends a fence of these backticks. */
export function closeFence(lines: readonly string[], from: number, ticks: string): number {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as string;
    const code = line.charCodeAt(0);
    if ((code === 96 || code === 32) && /^ {0,3}(`{3,}) *$/.exec(line)?.[1]?.startsWith(ticks)) return at;
  }
  return -1;
}

const anyFence = /^([ \t]*)(?:[-*+>][ \t]*|\d+[.)][ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;

/** The line at which what begins at `from` is surely over: at the margin, behind an empty line, outside of all code. */
export function surelyOver(lines: readonly string[], from: number): number {
  let fence: { readonly signs: string; readonly isAtMargin: boolean } | undefined;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as string;
    const [whole, indent = "", signs] = anyFence.exec(line) ?? [];
    if (whole !== undefined && signs !== undefined) {
      const isAtMargin = whole === signs;
      if (fence === undefined) fence = { signs, isAtMargin };
      else if (line.trim() === signs && signs.startsWith(fence.signs)) {
        // Behind an item at its margin a fence begins another code instead of ending the item's.
        if (isAtMargin !== fence.isAtMargin || (indent === "" && !isAtMargin)) return lines.length;
        fence = undefined;
      }
    }
    const next = lines[at + 1];
    if (fence === undefined && next !== undefined && isBlank(line) && /^\S/.test(next) && !isItem(next)) return at + 1;
  }
  return lines.length;
}
