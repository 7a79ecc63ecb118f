// Parts that were too large for the page are scripts beside it: that also works from file://, where nothing can be
// fetched. A part is our own markup, escaped when it was built.
const waiting = new Map();
const loaded = new Map();
/** Where an id is that the page does not have: a table of its own, loaded when a link asks for it. */
let places;

window.annalsPart = (name, slots) => {
  loaded.set(name, slots);
  for (const done of waiting.get(name) || []) done(slots);
  waiting.delete(name);
};

function load(name, source) {
  if (loaded.has(name)) return Promise.resolve(loaded.get(name));
  return new Promise((done, failed) => {
    const others = waiting.get(name);
    if (others) return others.push(done);
    waiting.set(name, [done]);
    const script = document.createElement("script");
    script.src = source;
    script.onerror = () => failed(new Error(`${source} is missing`));
    document.head.append(script);
  });
}

/** Puts a part in the place of its link; gives what was put there. */
annals.openPart = async (link) => {
  const [name, slot, place] = link.dataset.part.split(":");
  const slots = await load(name, link.dataset.src || `${name}.js`);
  if (!link.isConnected) return;
  const shown = document.createRange().createContextualFragment(slots[slot]);
  // A cut text is replaced whole, whatever part of it was shown, unless the part is just what was left out.
  const box = link.closest(".cut-box, pre");
  if (!link.matches(".cut") || place === "middle") link.replaceWith(shown);
  else if (!box || link.closest(".cap")) link.replaceWith(shown);
  else if (box.matches("pre")) (annals.one("code", box) || box).replaceChildren(shown);
  else box.replaceChildren(shown);
  document.dispatchEvent(new Event("annals:more"));
};

// `annals serve`: what was loaded is not what stands there now.
document.addEventListener("annals:changed", () => {
  loaded.clear();
  places = undefined;
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-part]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  annals.openPart(link).catch(() => {
    location.href = link.href;
  });
});

// Opening a fold opens the part in it; opening all folds at once does not, as that could be a hundred megabytes.
document.addEventListener(
  "toggle",
  (event) => {
    const fold = event.target;
    if (fold.tagName !== "DETAILS" || !fold.open || "was" in fold.dataset) return;
    const link = annals.one(":scope > .part, :scope > :not(details) > .part", fold);
    if (link) annals.openPart(link).catch(() => {});
  },
  true,
);

window.annalsPlaces = (table) => {
  places = table;
};
annals.find = async (id) => {
  const here = document.getElementById(id);
  if (here || !annals.one("[data-places]")) return here;
  if (!places) {
    await new Promise((done) => {
      const script = document.createElement("script");
      script.src = "places.js";
      script.onload = script.onerror = done;
      document.head.append(script);
    });
  }
  const place = places?.[id];
  if (!place) return null;
  if (place.includes("/")) {
    location.replace(`${place}#${id}`);
    return null;
  }
  const link = annals.one(`[data-part="${CSS.escape(place)}"]`);
  if (link) await annals.openPart(link).catch(() => {});
  return document.getElementById(id);
};
