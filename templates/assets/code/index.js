// Colours code when it comes into sight, by ranges of the CSS Custom Highlight API: no element is added. Loaded once
// there is such code (js/code.js).
import { piecesOf } from "./colors.js";
import { idle } from "./idle.js";
import { placeIn, textsOf } from "./texts.js";

const groups = {
  comment: ["comment"],
  keyword: ["keyword", "atrule", "tag"],
  string: ["string", "regex", "template-string", "attr-value"],
  number: ["number", "boolean", "constant", "class-name", "builtin"],
};
const highlights = new Map();
for (const [name, types] of Object.entries(groups)) {
  const highlight = new Highlight();
  CSS.highlights.set(`code-${name}`, highlight);
  for (const type of types) highlights.set(type, highlight);
}

/** So many ranges are kept; what was coloured first is plain then, until it is seen again. */
const mostRanges = 60_000;
/** For each code that is coloured what it held then, and its ranges, the oldest first. */
const done = new Map();
let count = 0;

function forget(code) {
  const ranges = done.get(code)?.ranges ?? [];
  for (const [highlight, range] of ranges) highlight.delete(range);
  count -= ranges.length;
  done.delete(code);
}

function color(code) {
  const own = { held: [...code.childNodes], ranges: [] };
  done.set(code, own);
  for (const pieces of textsOf(code)) {
    const place = placeIn(pieces);
    const text = pieces.map(({ words }) => words).join("");
    for (const segments of piecesOf(text, code.dataset.lang))
      idle(() => {
        // It may have been forgotten in the meantime.
        if (done.get(code) === own) for (const each of segments()) add(own.ranges, each.color, place(each.text.length));
      });
  }
  idle(() => {
    for (const [oldest] of done) {
      if (count <= mostRanges || oldest === code) break;
      forget(oldest);
      seen.observe(oldest);
    }
  });
}

function add(ranges, type, found) {
  const highlight = highlights.get(type);
  if (!highlight) return;
  for (const range of found) {
    highlight.add(range);
    ranges.push([highlight, range]);
    count++;
  }
}

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      if (!done.has(target)) color(target);
    }
  },
  { rootMargin: "200px" },
);

function look() {
  for (const [code, { held }] of done) {
    const isSame = code.childNodes.length === held.length && held.every((node) => node.parentNode === code);
    if (!code.isConnected || !isSame) forget(code);
  }
  for (const code of annals.all("code[data-lang]")) if (!done.has(code)) seen.observe(code);
}
document.addEventListener("annals:more", look);
document.addEventListener("annals:changed", look);
// Words of a search are marked: the texts that ranges were in are others now.
document.addEventListener("annals:marked", () => {
  for (const code of annals.all("code[data-lang]:has(mark.hl)")) forget(code);
  look();
});
look();
