// Keys, never with Ctrl, Meta or Alt, never in a field.
const top = 92;

function go(list, step) {
  const next = list.findIndex((each) => each.getBoundingClientRect().top > top);
  const end = next < 0 ? list.length : next;
  const isOnOne = Math.abs(list[end - 1]?.getBoundingClientRect().top - 76) < 18;
  const target = list[step > 0 ? next : end - (isOnOne ? 2 : 1)];
  if (!target) return;
  for (let fold = target.parentElement; fold; fold = fold.parentElement)
    if (fold.tagName === "DETAILS") fold.open = true;
  if (target.id) history.replaceState(null, "", `#${target.id}`);
  target.scrollIntoView();
  (annals.one(".no, summary, a", target) || target).focus({ preventScroll: true });
}

/** Without turns, j and k go through results or rows. */
function hop(step) {
  const list = annals.all(".hit li a, .srow-t a");
  const at = list.indexOf(document.activeElement);
  (list[Math.max(0, Math.min(list.length - 1, at + step))] || list[0])?.focus();
}

const field = "input:not([type=radio], [type=checkbox]), select, textarea";
const actions = {
  "/": (event) => {
    event.preventDefault();
    annals.one("input[type=search]")?.focus();
  },
  "?": () => annals.one("#display")?.togglePopover(),
  j: () => (annals.turn ? go(annals.turns(), 1) : hop(1)),
  k: () => (annals.turn ? go(annals.turns(), -1) : hop(-1)),
  e: () => annals.turn && annals.fold(annals.turn, !annals.all("details", annals.turn).some((fold) => fold.open)),
  d: () => go(annals.all(".card.plan, .card.question"), 1),
  x: () => go(annals.all(".work > li:has(> .failed), .event.bad"), 1),
  y: () => annals.turn && annals.copyLink(`#${annals.turn.id}`),
};
addEventListener("keydown", (event) => {
  if (event.target.closest?.(field)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (Object.hasOwn(actions, event.key)) actions[event.key](event);
});
