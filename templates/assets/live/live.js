// `annals serve` only: a page that changed is brought up to date where it stands. What the reader has opened stays open,
// what is being read stays where it is, and a call without a result says "running" while its log is being written.

const own = document.currentScript;
const here = decodeURIComponent(location.pathname).slice(1);
/** A command may run for ten minutes before Claude Code stops it, and write nothing meanwhile. */
const longestCall = 600_000;

/** The page as the server sent it last, and for each of its nodes the one that the reader sees. */
let source = document.body.cloneNode(true);
const shown = new WeakMap();
let written = Number(own?.dataset.written ?? 0);

/** Two trees of the same form. */
function pair(one, other, set) {
  set(one, other);
  let [a, b] = [one.firstChild, other.firstChild];
  for (; a && b; a = a.nextSibling, b = b.nextSibling) pair(a, b, set);
}
pair(source, document.body, (node, live) => shown.set(node, live));

/** A list has no id of its own, but what it begins with has. */
function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  return node.id || `${node.nodeName}.${node.classList[0] ?? ""} ${node.querySelector("[id]")?.id ?? ""}`;
}

/** What stands for a node among the children of its parent: code lies in a box with a button once it was pointed at. */
function placeOf(node, parent) {
  for (let each = node; each; each = each.parentNode) if (each.parentNode === parent) return each;
  return undefined;
}

function patchAttributes(was, now, live) {
  for (const name of new Set([...was.getAttributeNames(), ...now.getAttributeNames()])) {
    const [before, after] = [was.getAttribute(name), now.getAttribute(name)];
    if (before === after) continue;
    // What the reader has opened or closed is the reader's.
    if (name === "open" && live.open !== (before !== null)) continue;
    if (after === null) live.removeAttribute(name);
    else live.setAttribute(name, after);
  }
}

function patch(was, now) {
  const live = shown.get(was);
  if (live === undefined || now.nodeName === "NOSCRIPT") return;
  shown.set(now, live);
  if (now.nodeType !== Node.ELEMENT_NODE) {
    if (live.data !== undefined && was.data !== now.data) live.data = now.data;
    return;
  }
  patchAttributes(was, now, live);
  patchChildren([...was.childNodes], [...now.childNodes], live);
}

function patchChildren(old, fresh, live) {
  const isKept = (a, b) => a !== undefined && b !== undefined && a.isEqualNode(b);
  const keep = (a, b) => pair(b, a, (node, before) => shown.has(before) && shown.set(node, shown.get(before)));
  let from = 0;
  while (isKept(old[from], fresh[from])) keep(old[from], fresh[from++]);
  let end = 0;
  const last = (list) => (list.length - end > from ? list[list.length - 1 - end] : undefined);
  while (isKept(last(old), last(fresh))) {
    keep(last(old), last(fresh));
    end++;
  }
  if (from + end === old.length && from + end === fresh.length) return;
  // Words marked for a search have cut the text in pieces.
  for (const mark of live.querySelectorAll(":scope > mark.hl")) mark.replaceWith(...mark.childNodes);
  live.normalize();
  const middle = old.slice(from, old.length - end);
  if (middle.some((node) => node.nodeType === Node.TEXT_NODE && shown.get(node)?.parentNode !== live)) {
    const nodes = fresh.map((node) => made(node));
    live.replaceChildren(...nodes);
    return;
  }
  const partners = matched(middle, fresh.slice(from, fresh.length - end));
  const kept = new Set(partners.values());
  for (const node of middle) if (!kept.has(node)) placeOf(shown.get(node), live)?.remove();
  let next = end > 0 ? placeOf(shown.get(old[old.length - end]), live) : undefined;
  for (const node of fresh.slice(from, fresh.length - end).reverse()) {
    const partner = partners.get(node);
    if (partner === undefined) next = live.insertBefore(made(node), next ?? null);
    else {
      patch(partner, node);
      next = placeOf(shown.get(node), live) ?? next;
    }
  }
}

function made(node) {
  const copy = document.importNode(node, true);
  pair(node, copy, (each, live) => shown.set(each, live));
  return copy;
}

/** Which of the old nodes each new one continues, in order. */
function matched(old, fresh) {
  const keys = old.map(keyOf);
  const partners = new Map();
  let from = 0;
  for (const node of fresh) {
    const at = keys.indexOf(keyOf(node), from);
    if (at === -1) continue;
    partners.set(node, old[at]);
    from = at + 1;
  }
  return partners;
}

/** Who has scrolled to the end wants to see what comes, until they open something there. */
let isFollowing = false;
const isAtEnd = () => scrollY > 0 && innerHeight + scrollY > document.documentElement.scrollHeight - 80;
let isOurs = false;
addEventListener(
  "scroll",
  () => {
    if (!isOurs) isFollowing = isAtEnd();
  },
  { passive: true },
);
for (const type of ["pointerdown", "toggle"]) {
  document.addEventListener(
    type,
    ({ target }) => {
      if (!isOurs && target.closest?.("main")) isFollowing = false;
    },
    true,
  );
}

/** What stands at the top of the window, and what holds it, each with its place. */
function anchors() {
  const found = [];
  for (const y of [100, 200, 400]) {
    for (let each = document.elementFromPoint(innerWidth / 2, y); each; each = each.parentElement)
      if (each.closest("main") && !each.matches("main")) found.push([each, each.getBoundingClientRect().top]);
  }
  return found;
}

function inPlace(change) {
  const root = document.documentElement;
  const before = anchors();
  isOurs = true;
  // The browser's own correction would come on top.
  root.style.overflowAnchor = "none";
  change();
  const [still, top] = before.find(([each]) => each.isConnected && each.checkVisibility()) ?? [];
  const behavior = "instant";
  if (isFollowing) scrollTo({ top: root.scrollHeight, behavior });
  else if (still) scrollBy({ top: still.getBoundingClientRect().top - top, behavior });
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      root.style.overflowAnchor = "";
      isOurs = false;
    }),
  );
}

/** Rules made for one page alone go by their hash: another rule needs another page. */
const rulesOf = (page) => [...page.querySelectorAll("head style")].map((each) => each.textContent).join("\n");

function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  if (rulesOf(page) !== rulesOf(document)) return location.reload();
  const last = page.querySelector("script[data-written]")?.dataset.written;
  if (last !== undefined) written = Number(last);
  if (!page.body.isEqualNode(source)) {
    inPlace(() => patch(source, page.body));
    source = page.body;
    document.title = page.title;
    document.dispatchEvent(new Event("annals:changed"));
  }
  return markRunning();
}

const steps = ".say, .thinking, .card, .event, .compact";

/** Nothing was said or done after it: only calls made beside it may stand there. */
function isLast(call) {
  const scope = call.parentElement.closest(".agent-b") ?? call.closest(".turn");
  return ![...scope.querySelectorAll(steps)].some(
    (each) =>
      (each.parentElement.closest(".agent-b") ?? scope) === scope &&
      call.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING &&
      !call.contains(each),
  );
}

let timer;
const said = new WeakMap();
/** Static pages can only say that a result is not there. */
function markRunning() {
  clearTimeout(timer);
  const left = written + longestCall - Date.now();
  const turn = [...document.querySelectorAll(".turn")].at(-1);
  for (const call of document.querySelectorAll("details[data-result=none]")) {
    const outer = call.parentElement.closest("details[data-result]");
    const isRunning =
      left > 0 && turn?.contains(call) === true && isLast(call) && (!outer || outer.dataset.running !== undefined);
    const words = call.querySelector(":scope > summary .state")?.firstChild;
    // As the server has it; the node stays, so that what comes next finds it.
    if (words && words.data !== "running") said.set(words, words.data);
    if (words) words.data = isRunning ? "running" : said.get(words);
    if (isRunning) call.dataset.running = "";
    else delete call.dataset.running;
  }
  if (left > 0) timer = setTimeout(markRunning, left + 1000);
}

let isBusy = false;
let isWanted = false;
const fetched = () => fetch(location.pathname, { cache: "no-store" });

async function refresh() {
  isWanted = true;
  if (isBusy) return;
  isBusy = true;
  while (isWanted) {
    isWanted = false;
    try {
      let response = await fetched();
      // Between the old site and the new one there is a moment with none.
      for (let tries = 0; !response.ok && tries < 3; tries++) {
        await new Promise((done) => setTimeout(done, 300));
        response = await fetched();
      }
      if (response.ok) show(await response.text());
    } catch (error) {
      console.warn(error);
    }
  }
  isBusy = false;
}

markRunning();
const events = new EventSource("/-live/events");
let isFirst = true;
// A machine that slept has missed what was told meanwhile.
events.onopen = () => {
  if (!isFirst) refresh();
  isFirst = false;
};
events.onmessage = ({ data }) => {
  if (JSON.parse(data).some((path) => here.startsWith(path))) refresh();
};
