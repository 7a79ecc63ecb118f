// The texts of a code element, and ranges in them.

/** What is coloured each on its own: what stands before and after a cut, both sides of each hunk of a diff. */
export function textsOf(code) {
  if (code.parentElement.matches(".diff")) return hunksOf(code).flatMap(sidesOf);
  const texts = [[]];
  for (const node of textNodes(code)) {
    if (node.parentElement.closest("a.cut")) texts.push([]);
    // What is folded there goes on where the text before it ends.
    else if (!node.parentElement.closest(".cut > summary")) texts.at(-1).push(pieceOf(node));
  }
  return texts;
}

function hunksOf(code) {
  const hunks = [[]];
  for (const line of code.children) {
    if (line.tagName !== "B") hunks.at(-1).push(line);
    // "\ No newline at end of file" stands inside of a hunk.
    else if (!line.textContent.startsWith("\\")) hunks.push([]);
  }
  return hunks;
}

/** Context takes the new side's colours. */
function sidesOf(lines) {
  const side = (other, isOwn) =>
    lines
      .filter((line) => line.tagName !== other)
      .flatMap((line) => [
        ...textNodes(line).map((node) => pieceOf(node, isOwn(line))),
        { node: undefined, words: "\n", isColored: false },
      ]);
  const after = side("DEL", () => true);
  return lines.some((line) => line.tagName === "DEL")
    ? [after, side("INS", (line) => line.tagName === "DEL")]
    : [after];
}

function textNodes(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}

/** Marked words are in plain ink, and so is what stands for a secret. */
function pieceOf(node, isOwn = true) {
  return { node, words: node.data, isColored: isOwn && !node.parentElement.closest("mark, .redact") };
}

/** Gives, one after the other, the ranges of so many letters. */
export function placeIn(pieces) {
  let index = 0;
  let offset = 0;
  return (length) => {
    const ranges = [];
    for (let left = length; left > 0 && index < pieces.length; ) {
      const { node, words, isColored } = pieces[index];
      const end = Math.min(words.length, offset + left);
      if (isColored && words.slice(offset, end).trim() !== "")
        ranges.push(new StaticRange({ startContainer: node, startOffset: offset, endContainer: node, endOffset: end }));
      left -= end - offset;
      offset = end;
      if (offset === words.length) {
        index++;
        offset = 0;
      }
    }
    return ranges;
  };
}
