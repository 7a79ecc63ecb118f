// Where the reader is: marks the outline and the numbers on the strip, moves the strip's cursor.
const cursor = annals.one(".score .cursor");
let turns = [];
const marks = new Map();
/** Where each turn begins on the strip, in percent. */
let starts = [];

function survey() {
  turns = annals.turns();
  marks.clear();
  for (const link of annals.all(".outline a, .score .nos a")) {
    const hash = link.getAttribute("href");
    marks.set(hash, [...(marks.get(hash) || []), link]);
  }
  // A turn whose number found no room on the strip stands between its neighbours.
  let known = 0;
  starts = turns.map((turn) => {
    const text = annals.one(
      "text",
      (marks.get(`#${turn.id}`) || []).find((link) => link.closest(".nos")) || cursor || turn,
    );
    const start = text?.closest(".nos") ? parseFloat(text.getAttribute("x")) : NaN;
    if (!Number.isNaN(start)) known = start;
    return known;
  });
}

const line = 90;
let at = -1;
let frame = 0;
function place() {
  frame = 0;
  if (turns.length === 0) return;
  // Turns stand in order, so the one at the line is found by halving.
  let low = 0;
  let high = turns.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (turns[middle].getBoundingClientRect().top <= line) low = middle;
    else high = middle - 1;
  }
  // The last turns may be too short to come to the top.
  const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  if (isAtEnd) low = turns.length - 1;
  if (low !== at) {
    for (const link of annals.all(".outline [aria-current], .score [aria-current]"))
      link.removeAttribute("aria-current");
    for (const link of marks.get(`#${turns[low].id}`) || []) link.setAttribute("aria-current", "true");
    at = low;
    annals.turn = turns[low];
  }
  if (!cursor) return;
  const box = turns[low].getBoundingClientRect();
  const share = isAtEnd ? 1 : Math.min(1, Math.max(0, (line - box.top) / box.height));
  const from = starts[low];
  cursor.style.setProperty("--pos", `${from + share * ((starts[low + 1] ?? 100) - from)}%`);
  cursor.hidden = box.top > line && low === 0;
}
addEventListener(
  "scroll",
  () => {
    if (frame === 0) frame = requestAnimationFrame(place);
  },
  { passive: true },
);
// `annals serve`: turns were added.
document.addEventListener("annals:changed", () => {
  survey();
  at = -1;
  place();
});
survey();
place();
