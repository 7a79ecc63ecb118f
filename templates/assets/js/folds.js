// A link into a fold opens the fold; the third reading level opens all.

function unfold(target) {
  for (let element = target; element; element = element.parentElement) {
    if (element.tagName === "DETAILS") element.open = true;
    const version =
      element.matches(".ver") && annals.one(`:scope > .seg input[value="${element.dataset.v}"]`, element.parentElement);
    if (version) version.checked = true;
  }
}

// Turns have their true height only once they come near, so what is far away moves while one goes there: the way is
// corrected until it stays, or until the reader takes over.
let going;
annals.show = (target, block = "start") => {
  unfold(target);
  going?.abort();
  const control = new AbortController();
  going = control;
  const { signal } = control;
  const stop = () => control.abort();
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"])
    addEventListener(type, stop, { passive: true, signal });
  const isNear = Math.abs(target.getBoundingClientRect().top) < 2 * innerHeight;
  const isSmooth = isNear && getComputedStyle(document.documentElement).scrollBehavior === "smooth";
  target.scrollIntoView({ block });
  let before;
  let calm = 0;
  const correct = (frames) => {
    if (signal.aborted) return;
    target.scrollIntoView({ block, behavior: "instant" });
    const place = Math.round(scrollY + target.getBoundingClientRect().top);
    calm = place === before ? calm + 1 : 0;
    before = place;
    if (calm > 3 || frames === 0) stop();
    else requestAnimationFrame(() => correct(frames - 1));
  };
  if (!isSmooth) correct(90);
  else addEventListener("scrollend", () => correct(90), { once: true, signal });
};

async function reveal() {
  if (location.hash.length < 2) return;
  const target = await annals.find(decodeURIComponent(location.hash.slice(1))).catch(() => null);
  if (!target) return;
  const own = annals.one(":scope > details", target);
  if (own) own.open = true;
  annals.show(target);
}
addEventListener("hashchange", reveal);
reveal();

annals.fold = (from, open) => {
  for (const fold of annals.all("details", from)) fold.open = open;
};
let before = "work";
for (const radio of annals.all("input[name=level]")) {
  radio.addEventListener("change", () => {
    const session = annals.one(".session");
    const was = annals.all("details[data-was]", session);
    if (radio.value === "all") {
      for (const fold of annals.all("details", session)) if (!fold.open) fold.dataset.was = "";
      annals.fold(session, true);
    } else if (before === "all") {
      for (const fold of was) {
        fold.open = false;
        delete fold.dataset.was;
      }
    }
    before = radio.value;
  });
}
// `annals serve`: what is new is open like all else.
document.addEventListener("annals:changed", () => {
  if (!annals.one("input[name=level][value=all]:checked")) return;
  for (const fold of annals.all(".session details:not([open], [data-was])")) {
    fold.dataset.was = "";
    fold.open = true;
  }
});
