/** The first sentences of a Markdown text, still as Markdown, for a place that has a line or two. */

/**
 * Headings, code, tables and lists are passed over. A list that a colon leads to belongs to its sentence: "Both
 * addressed" says nothing without it. Where there is nothing else, a list's first item or a line of code is said.
 */
export function firstSentences(markdown: string, most: number, longest = 420): string {
  const blocks = blocksOf(markdown.slice(0, 12_000));
  const found: string[] = [];
  let size = 0;
  for (const sentence of sentencesOf(blocks)) {
    // A few words alone say little: then the start of a long sentence follows.
    if (found.length === most || (size > longest / 3 && size + sentence.length > longest)) break;
    found.push(sentence);
    size += sentence.length;
  }
  const said = found.length > 0 ? joined(found) : inPlaceOfProse(blocks);
  return said.length <= longest ? said : `${cutAtWord(said, longest)}…`;
}

/** What ends without a stop gets one before the next. */
const joined = (found: readonly string[]): string =>
  found.map((each, at) => (at === found.length - 1 || hasEnd.test(each) ? each : `${each}.`)).join(" ");

const hasEnd = /[.!?…:：。！？]["”’)*`_]*$/;

interface TextBlock {
  readonly kind: "prose" | "list" | "label" | "code" | "other";
  readonly text: string;
}

/** Up to a full stop, a question or an exclamation mark before a space; not after "e.g." or a number of a list. */
const sentence = /[\s\S]+?(?:(?<!\b(?:e\.g|i\.e|etc|vs|cf|no|\d))[.!?](?:["”’)*`]*)(?=\s|$)|$)/gi;
const item = /^(?:[-*+]|\d{1,9}[.)])\s+/;
/** With the marks of bold words that may stand after it. */
const colon = /[:：]([*_`\s]*)$/;

function blocksOf(markdown: string): readonly TextBlock[] {
  const texts = markdown
    .replace(/<!--[\s\S]*?-->/g, "")
    // What was asked for may be quoted: a sentence for a changelog.
    .replace(/^> ?/gm, "")
    .replace(/^(?:```|~~~)[^\n]*\n?([\s\S]*?)(?:^(?:```|~~~)[^\n]*$|$(?![\s\S]))/gm, (_, code: string) => {
      const [line = ""] = code.trim().split("\n", 1);
      return `\n\n${codeMark}${line}\n\n`;
    })
    // A list may follow its sentence, and a sentence the items, without an empty line.
    .replace(/\n(?=(?:[-*+]|\d{1,9}[.)])\s)/g, "\n\n")
    .split(/\n{2,}/);
  return texts.flatMap((each) => {
    const text = each.trim();
    return text === "" ? [] : [{ kind: kindOf(text), text: text.replace(codeMark, "") }];
  });
}

/** No Markdown has it. */
const codeMark = "\u0000";

function kindOf(text: string): TextBlock["kind"] {
  if (text.startsWith(codeMark)) return "code";
  if (item.test(text)) return "list";
  // A line of bold words alone is a heading, too.
  if (/^#{1,6}\s|^\*\*[^*\n]{1,100}\*\*[:：]?$/.test(text)) return "label";
  return /^(?:\||-{3,}$|\*{3,}$)/.test(text) ? "other" : "prose";
}

function sentencesOf(blocks: readonly TextBlock[]): readonly string[] {
  return blocks.flatMap(({ kind, text }, at) => {
    if (kind !== "prose") return [];
    const all = [...text.replace(/\s+/g, " ").matchAll(sentence)].map(([words]) => words.trim());
    const own = all.filter((words) => words !== "");
    const last = own.at(-1);
    if (last === undefined || !colon.test(last)) return own;
    const lead = ledTo(last, blocks.slice(at + 1));
    return lead === undefined ? own.slice(0, -1) : [...own.slice(0, -1), lead];
  });
}

/** A sentence that ends with a colon, with the list that it leads to. Nothing where it leads to other sentences. */
function ledTo(lead: string, rest: readonly TextBlock[]): string | undefined {
  const next = rest.findIndex(({ kind }) => kind !== "label");
  if (rest[next]?.kind === "prose" && lead.length <= 120) return undefined;
  if (rest[next]?.kind !== "list") return lead.replace(colon, "$1 …");
  const end = rest.findIndex(({ kind }, at) => at > next && kind !== "list");
  const items = rest.slice(next, end === -1 ? undefined : end).map(({ text }) => itemWords(text));
  const more = items.length > mostItems ? "; …" : "";
  return `${lead} ${items.slice(0, mostItems).join("; ")}${more}`;
}

const mostItems = 4;
const longestItem = 120;

/** The first sentence of an item. */
function itemWords(text: string): string {
  const [words = ""] = text
    .replace(item, "")
    .replace(/^\[[ x]\]\s+/i, "")
    .split(/\n\s+(?=(?:[-*+]|\d{1,9}[.)])\s)/, 1);
  const [line = ""] = words.replace(/\s+/g, " ").match(sentence) ?? [];
  const bare = line.trim().replace(/[.;,:：]$/, "");
  return bare.length <= longestItem ? bare : `${cutAtWord(bare, longestItem)}…`;
}

function inPlaceOfProse(blocks: readonly TextBlock[]): string {
  const [first] = blocks.filter(({ kind }) => kind !== "code");
  if (first !== undefined)
    return first.text
      .replace(/^(?:#{1,6}|[-*+]|\d{1,9}[.)])\s+/, "")
      .replace(/\s+/g, " ")
      .replace(colon, "$1 …");
  const line = blocks[0]?.text.replace(/`/g, "").trim() ?? "";
  return line === "" ? "" : `\`${line.slice(0, 100)}\` …`;
}

function cutAtWord(text: string, longest: number): string {
  const cut = text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  const space = cut.lastIndexOf(" ");
  const kept = space > longest * 0.6 ? cut.slice(0, space) : cut;
  // Half of a code span or of bold words would be drawn with its marks.
  const open = (mark: string): boolean => (kept.split(mark).length - 1) % 2 === 1;
  if (open("`")) return kept.slice(0, kept.lastIndexOf("`")).trimEnd();
  return open("**") ? kept.slice(0, kept.lastIndexOf("**")).trimEnd() : kept;
}
