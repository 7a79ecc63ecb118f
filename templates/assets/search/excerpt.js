// The places in a part's text that a search found, with some words around each.
import { flat } from "./query.js";
import { regionAt } from "./table.js";

const before = 60;
const after = 150;
const hiddenTitle = "+";
const endsUnspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆，。、；：？！「」『』（）]$/u;
const startsUnspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆，。、；：？！「」『』（）]/u;

/** What counts more as the reason for a hit, where all else is equal. */
const kindOrder = [
  "typed",
  "story",
  "file",
  "plan",
  "question",
  "said",
  "tasks",
  "commit",
  "thinking",
  "command",
  "edit",
  "output",
];

/** As Pagefind splits it. */
const wordsOf = (fragment) => fragment.content.split(/[^\S\uFEFF]+/);

/**
 * `found` has the positions by clause. Gives places, the best first: those that meet most clauses, then by kind and by
 * how much they hold.
 */
export function places(table, part, fragment, found, clauses, numbers) {
  const words = wordsOf(fragment);
  const anchors = [...fragment.anchors].sort((one, two) => one.location - two.location);
  const sections = new Map();
  const visible = found.map((positions) => shown(words, anchors, positions));
  for (const [clause, positions] of visible.entries()) {
    let next = 0;
    for (const position of positions) {
      const region = regionAt(part, position);
      if (numbers !== undefined && !numbers.has(region)) continue;
      while (next < anchors.length && anchors[next].location <= position) next++;
      const number = next - 1;
      const place = sections.get(number) ?? { number, region, at: new Map() };
      sections.set(number, place);
      place.at.set(position, (place.at.get(position) ?? new Set()).add(clause));
    }
  }
  const all = [...sections.values()].map(({ number, region, at }) => {
    const { kind, tool } = table.regions[region];
    const met = new Set([...at.values()].flatMap((each) => [...each])).size;
    const isNamed = [...at].some(([position, which]) =>
      [...which].some((clause) => has(words[position], clauses[clause])),
    );
    const range = [anchors[number]?.location ?? 0, anchors[number + 1]?.location ?? words.length];
    const [where, ...about] = (anchors[number]?.title ?? "").split(" · ");
    // Of many places few are drawn.
    const text = () => excerpt(words, range, [...at.keys()], clauses);
    return {
      ...{ page: part.page, anchor: anchors[number]?.id ?? "", where, about },
      ...{ kind, tool, met, isNamed, hits: at.size, text },
    };
  });
  return all.sort(
    (one, two) =>
      two.met - one.met ||
      two.isNamed - one.isNamed ||
      kindOrder.indexOf(one.kind) - kindOrder.indexOf(two.kind) ||
      two.hits - one.hits,
  );
}

/** Without words: every section of the chosen kinds and tools, from its beginning. */
export function listedPlaces(table, part, fragment, numbers) {
  const words = wordsOf(fragment);
  const anchors = [...fragment.anchors].sort((one, two) => one.location - two.location);
  return anchors.flatMap(({ id, title, location }, number) => {
    const end = anchors[number + 1]?.location ?? words.length;
    const region = regionAt(part, location);
    if (title === hiddenTitle || location >= end || !numbers.has(region)) return [];
    const { kind, tool } = table.regions[region];
    const [where, ...about] = title.split(" · ");
    const text = () => excerpt(words, [location, end], [], [], location);
    return [{ page: part.page, anchor: id, where, about, kind, tool, text }];
  });
}

/** A name of several parts as it was typed: `src/week.ts` before `week.test.ts`, which has the same parts. */
const has = (word, { parts, text }) =>
  parts === undefined || parts.length === 0 || word.toLowerCase().includes(text.toLowerCase());

/** Hidden words are ends of names: what is shown is the names. */
function shown(words, anchors, positions) {
  const result = new Set();
  for (const position of positions) {
    const at = anchors.findLastIndex((anchor) => anchor.location <= position);
    if (anchors[at]?.title !== hiddenTitle) {
      result.add(position);
      continue;
    }
    // The region's sections stand before its hidden words, back to those of the region before.
    const start = anchors.slice(0, at).findLastIndex((anchor) => anchor.title === hiddenTitle) + 1;
    const end = words[position].toLowerCase();
    for (let each = anchors[start].location; each < anchors[at].location; each++) {
      const word = words[each].toLowerCase();
      if (word.length > end.length && flat(word).includes(end)) result.add(each);
    }
  }
  return [...result].sort((one, two) => one - two);
}

/** A row of `{text, isMark}`. */
function excerpt(words, [start, end], positions, clauses, centre = densest(positions)) {
  const marked = new Set(positions);
  const size = (at) => words[at].length + 1;
  let from = centre;
  for (let room = before; from > start && room > size(from - 1); from--) room -= size(from - 1);
  let to = centre;
  for (let room = after; to < end && (room > 0 || to === centre); to++) room -= size(to);
  const pieces = from > start ? [{ text: "… ", isMark: false }] : [];
  for (let at = from; at < to; at++) {
    const space = at > from && !(endsUnspaced.test(words[at - 1]) && startsUnspaced.test(words[at])) ? " " : "";
    if (space !== "") pieces.push({ text: space, isMark: false });
    pieces.push(...(marked.has(at) ? markedWord(words[at], clauses) : [{ text: words[at], isMark: false }]));
  }
  if (to < end) pieces.push({ text: " …", isMark: false });
  return joined(pieces);
}

/** The position with most others close behind it. */
function densest(positions) {
  let best = positions[0];
  let most = 0;
  let last = 0;
  for (const [first, position] of positions.entries()) {
    while (last < positions.length && positions[last] - position < 20) last++;
    if (last - first > most) {
      most = last - first;
      best = position;
    }
  }
  return best;
}

/** Of `user.getUserName(id),` only what was asked for; the whole word where that is spelt otherwise. */
function markedWord(word, clauses) {
  const lower = word.toLowerCase();
  for (const { text } of clauses) {
    const at = lower.indexOf(text.toLowerCase());
    if (at !== -1 && lower.length === word.length) return around(word, at, at + text.length);
  }
  const from = word.search(/[\p{L}\p{N}_]/u);
  return from === -1
    ? [{ text: word, isMark: true }]
    : around(word, from, word.replace(/[^\p{L}\p{N}\p{M}_]+$/u, "").length);
}

function around(word, from, to) {
  const pieces = [
    { text: word.slice(0, from), isMark: false },
    { text: word.slice(from, to), isMark: true },
    { text: word.slice(to), isMark: false },
  ];
  return pieces.filter(({ text }) => text !== "");
}

/** Neighbours of one kind become one; marks with only a space between them too. */
function joined(pieces) {
  const result = [];
  for (const [at, piece] of pieces.entries()) {
    const isBridge = piece.text === " " && pieces[at - 1]?.isMark && pieces[at + 1]?.isMark;
    const isMark = piece.isMark || isBridge === true;
    const last = result.at(-1);
    if (last !== undefined && last.isMark === isMark) last.text += piece.text;
    else result.push({ text: piece.text, isMark });
  }
  return result;
}

/** Words to mark where a place leads: as typed, and as found where that is spelt otherwise. */
export function wordsToMark(text, clauses) {
  const asked = clauses.map((clause) => clause.text.trim()).filter((each) => each !== "");
  const lower = asked.map((each) => each.toLowerCase());
  const found = text.filter(({ isMark }) => isMark).map((each) => each.text);
  const other = found.filter((word) => !lower.some((each) => word.toLowerCase().includes(each)));
  return [...new Set([...asked, ...other])].slice(0, 12);
}
