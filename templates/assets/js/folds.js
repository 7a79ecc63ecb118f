// A link into a fold opens the fold; the third reading level opens all.
async function reveal() {
  if (location.hash.length < 2) return;
  const target = await annals.find(decodeURIComponent(location.hash.slice(1))).catch(() => null);
  if (!target) return;
  for (let element = target; element; element = element.parentElement) {
    if (element.tagName === "DETAILS") element.open = true;
    const version =
      element.matches(".ver") && annals.one(`:scope > .seg input[value="${element.dataset.v}"]`, element.parentElement);
    if (version) version.checked = true;
  }
  const own = annals.one(":scope > details", target);
  if (own) own.open = true;
  target.scrollIntoView();
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
