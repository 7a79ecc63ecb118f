/** JSON as its author wrote it: where each value stands, so that one can be put in or taken out and the rest stays as it is. */

export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** Of an object or a list, in order; keys only of an object. */
  readonly members?: readonly { readonly key?: string; readonly start: number; readonly value: JsonNode }[];
  readonly isList?: true;
}

/** Only for what `JSON.parse` takes. */
export function jsonNodes(text: string): JsonNode {
  let at = 0;
  const blank = (): void => {
    while (/[\s\ufeff]/.test(text[at] ?? "")) at++;
  };
  const word = (): JsonNode => {
    const start = at;
    if (text[at] === '"') {
      for (at++; text[at] !== '"'; at++) if (text[at] === "\\") at++;
      at++;
    } else while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at++;
    return { start, end: at };
  };
  const value = (): JsonNode => {
    blank();
    const opener = text[at];
    if (opener !== "{" && opener !== "[") return word();
    const start = at++;
    const members: { key?: string; start: number; value: JsonNode }[] = [];
    for (blank(); text[at] !== "}" && text[at] !== "]"; blank()) {
      if (text[at] === ",") at++;
      blank();
      const from = at;
      if (opener === "[") members.push({ start: from, value: value() });
      else {
        const { start: first, end } = word();
        blank();
        at++;
        members.push({ key: JSON.parse(text.slice(first, end)), start: from, value: value() });
      }
    }
    at++;
    return { start, end: at, members, ...(opener === "[" ? { isList: true as const } : {}) };
  };
  return value();
}

export const memberOf = ({ members = [] }: JsonNode, key: string): JsonNode | undefined =>
  members.findLast((member) => member.key === key)?.value;

/** At the end of an object or a list. An empty one stays on its line. */
export function withMember(text: string, into: JsonNode, key: string | undefined, value: unknown): string {
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
  const last = into.members?.at(-1);
  const indent = last === undefined ? undefined : indentBefore(text, last.start);
  if (last === undefined || indent === undefined) {
    const at = last?.value.end ?? into.start + 1;
    return splice(text, at, at, `${last === undefined ? "" : ", "}${name}${JSON.stringify(value)}`);
  }
  const unit = indent.includes("\t") ? "\t" : (indentBefore(text, jsonNodes(text).members?.[0]?.start ?? 0) ?? "  ");
  const lines = JSON.stringify(value, null, unit === "" ? "  " : unit).split("\n");
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  return splice(text, last.value.end, last.value.end, `,${end}${indent}${name}${lines.join(`${end}${indent}`)}`);
}

/** What stands before a value on its line; `undefined` where that is not only blanks. */
function indentBefore(text: string, at: number): string | undefined {
  return /\n([ \t]*)$/.exec(text.slice(0, at))?.[1];
}

/** The last one goes with all blanks around it, or alone: `[ ]` may have been there before it. */
export function withoutMember(text: string, from: JsonNode, index: number): readonly string[] {
  const members = from.members ?? [];
  const [before, own, next] = [members[index - 1], members[index], members[index + 1]];
  if (own === undefined) return [text];
  if (before !== undefined) return [splice(text, before.value.end, own.value.end, "")];
  if (next !== undefined) return [splice(text, own.start, next.start, "")];
  return [splice(text, from.start + 1, from.end - 1, ""), splice(text, own.start, own.value.end, "")];
}

const splice = (text: string, from: number, to: number, put: string): string =>
  text.slice(0, from) + put + text.slice(to);
