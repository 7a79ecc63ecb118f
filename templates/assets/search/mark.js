// Marks the words that led here from a search (`?hl=` holds them, one a line) in what the address points at.
const words = (new URLSearchParams(location.search).get("hl") ?? "").split("\n").filter((word) => word.trim() !== "");
function patternOf(list) {
  const escaped = list.map((word) =>
    word
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replace(/\s+/g, "\\s+"),
  );
  return new RegExp(escaped.sort((one, two) => two.length - one.length).join("|") || "$^", "giu");
}
const whole = patternOf(words);
// Coloured code is in many elements: where no word is whole in one, its pieces are looked for.
const pieces = patternOf(words.flatMap((word) => word.match(/[\p{L}\p{N}\p{M}_]{3,}/gu) ?? []));

function markIn(target, pattern) {
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
  const first = target.querySelector("mark.hl");
  if (first) document.dispatchEvent(new Event("annals:marked"));
  return first;
}

async function mark() {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id && (await annals.find(id));
  // Several elements may come from one entry: then the words are beside the one that has its id.
  const around = target?.closest(".turn") ?? target;
  return target && (markIn(target, whole) ?? markIn(target, pieces) ?? markIn(around, whole));
}

async function show() {
  const first = await mark();
  if (first) annals.show(first, "center");
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
