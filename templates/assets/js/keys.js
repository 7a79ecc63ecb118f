// Keys, never with Ctrl, Meta or Alt, never in a field.
const top = 92;

/** From the one that has the focus, if it is in sight; else from what is at the top of the window. */
function nextOf(list, step) {
  const own = list.findIndex((each) => each.contains(document.activeElement));
  const box = list[own]?.getBoundingClientRect();
  if (box && box.top < innerHeight && box.bottom > 0) return list[own + step];
  const next = list.findIndex((each) => each.getBoundingClientRect().top > top);
  const end = next < 0 ? list.length : next;
  const isOnOne = Math.abs(list[end - 1]?.getBoundingClientRect().top - 76) < 18;
  return list[step > 0 ? next : end - (isOnOne ? 2 : 1)];
}

function go(list, step) {
  const target = nextOf(list, step);
  if (!target) return;
  if (target.id) history.replaceState(null, "", `#${target.id}`);
  annals.show(target);
  (annals.one(".no, summary, a", target) || target).focus({ preventScroll: true });
}

/** Without turns, j and k go through results or rows. */
function hop(step) {
  const list = annals.all(".hit li a, .srow-t a");
  const at = list.indexOf(document.activeElement);
  (list[Math.max(0, Math.min(list.length - 1, at + step))] || list[0])?.focus();
}

const here = () => document.activeElement?.closest(".turn[id]") || annals.turn;

const field = "input:not([type=radio], [type=checkbox]), select, textarea";
const actions = {
  "/": (event) => {
    const box = annals.one("input[type=search]");
    // An archive without search leaves the key to the browser.
    if (box) event.preventDefault();
    box?.focus();
  },
  "?": () => annals.one("#display")?.togglePopover(),
  j: () => (annals.turn ? go(annals.turns(), 1) : hop(1)),
  k: () => (annals.turn ? go(annals.turns(), -1) : hop(-1)),
  e: () => {
    const turn = here();
    if (turn) annals.fold(turn, !annals.all("details", turn).some((fold) => fold.open));
  },
  d: () => go(annals.all(".card.plan, .card.question"), 1),
  x: () => go(annals.all(".work > li:has(> .failed), .event.bad"), 1),
  y: () => {
    const place = document.activeElement?.closest('.turn [id^="s-"]') || here();
    if (place) annals.copyLink(`#${place.id}`);
  },
};

// The panel lists them, where there are any: a page without this script has none.
const panel = annals.one("#display");
if (panel) {
  const list = document.createElement("dl");
  list.className = "keys";
  const tell = (keys, words) => {
    const name = document.createElement("dt");
    for (const key of keys) name.append(Object.assign(document.createElement("kbd"), { textContent: key }));
    list.append(name, Object.assign(document.createElement("dd"), { textContent: words }));
  };
  if (annals.one("input[type=search]")) tell(["/"], "Search");
  tell(["j", "k"], "Next, previous prompt or result");
  tell(["e"], "Open or fold everything in this turn");
  tell(["d"], "Next decision: plan, question");
  tell(["x"], "Next failure");
  tell(["y"], "Copy link to this place");
  tell(["?"], "This panel");
  tell(["Esc"], "Leave a field or a panel");
  panel.append(Object.assign(document.createElement("h2"), { textContent: "Keyboard" }), list);
}

addEventListener("keydown", (event) => {
  if (event.target.closest?.(field)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (Object.hasOwn(actions, event.key)) actions[event.key](event);
});
