// Marks the words that led here from a search (`?hl=` holds them, one a line) in what the address points at.
const words = (new URLSearchParams(location.search).get("hl") ?? "").split("\n").filter((word) => word.trim() !== "");
const escaped = words.map((word) =>
  word
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\s+/g, "\\s+"),
);
const pattern = new RegExp(escaped.sort((one, two) => two.length - one.length).join("|"), "giu");

function markIn(target) {
  const texts = document.createTreeWalker(target, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode() && found.length < 5000) found.push(texts.currentNode);
  for (const node of found) {
    if (node.parentElement.closest("mark.hl, script, style")) continue;
    for (const { 0: word, index } of [...node.data.matchAll(pattern)].reverse()) {
      const rest = node.splitText(index);
      rest.splitText(word.length);
      const mark = document.createElement("mark");
      mark.className = "hl";
      rest.replaceWith(mark);
      mark.append(rest);
    }
  }
  return target.querySelector("mark.hl");
}

async function mark() {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = (await window.annals?.find?.(id)) ?? document.getElementById(id);
  // Several elements may come from one entry: then the words are beside the one that has its id.
  return target && (markIn(target) ?? markIn(target.closest(".turn") ?? target));
}

async function show() {
  const first = await mark();
  if (!first) return;
  for (let fold = first.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const scroll = () => first.scrollIntoView({ block: "center" });
  scroll();
  // Turns are laid out when they come into view, and what is above may grow; whoever moves on is left alone.
  const again = setTimeout(scroll, 300);
  for (const name of ["wheel", "keydown", "pointerdown"])
    addEventListener(name, () => clearTimeout(again), { once: true });
}

if (words.length > 0) {
  let isShown = false;
  addEventListener("hashchange", show);
  // What is folded may be loaded only when it opens.
  document.addEventListener("annals:more", async () => {
    if (!isShown) await show();
    else await mark();
    isShown = document.querySelector("mark.hl") !== null;
  });
  setTimeout(show);
}
