// Walking the results: arrows and j k move, Enter opens as any link, Escape goes back to the box and then leaves it.

export function walkResults(box, results) {
  const stops = () => [...results.querySelectorAll("a[href], button.more")];
  const move = (step) => {
    const all = stops();
    const at = all.indexOf(document.activeElement);
    const next = at === -1 && step > 0 ? 0 : at + step;
    if (next < 0) box.focus();
    else all[Math.min(next, all.length - 1)]?.focus();
  };
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const inBox = event.target === box;
      const inResults = results.contains(event.target);
      const isLetter = event.key === "j" || event.key === "k";
      if (isLetter && event.target.closest("input, select, textarea")) return;
      const isDown = event.key === "ArrowDown" || event.key === "j";
      const isUp = event.key === "ArrowUp" || event.key === "k";
      if ((isDown && (inBox || inResults || isLetter)) || (isUp && (inResults || isLetter))) move(isDown ? 1 : -1);
      else if (event.key === "Escape" && inResults) box.focus();
      else if (event.key === "Escape" && inBox) box.blur();
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
