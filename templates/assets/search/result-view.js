// One session that was found, with the places in it.
import { FoundPlaces, filePage, shownPlaces } from "./answer.js";
import { count, element } from "./element.js";
import { wordsToMark } from "./excerpt.js";

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const roles = {
  ...{ planning: "Plan", implementation: "Implementation", "follow-up": "Follow-up" },
  ...{ story: "Story", files: "Files" },
};
const decisions = new Set(["plan", "question", "tasks"]);
const asCode = new Set(["command", "edit", "output", "file"]);

export function drawSession(result, view) {
  const { session } = result;
  const facts = [
    session.time === 0
      ? undefined
      : element("time", { datetime: new Date(session.time).toISOString() }, day.format(new Date(session.day))),
    session.archive,
    session.project,
    roles[session.role],
    session.role === "files" ? undefined : count(session.prompts, "prompt"),
  ];
  const list = element("ol", {});
  const article = element(
    "article",
    { class: "hit" },
    element(
      "header",
      {},
      element("h3", {}, element("a", { href: view.href(session.page) }, session.title)),
      element(
        "ul",
        { class: "facts" },
        facts.filter((fact) => fact).map((fact) => element("li", {}, fact)),
      ),
    ),
    list,
  );
  if (result.matches === 0 && !result.isListed) list.remove();
  else {
    list.append(...Array.from({ length: shownPlaces }, () => element("li", { "aria-hidden": "true" }, "…")));
    article.setAttribute("aria-busy", "true");
    waiting.set(article, () => fill(article, list, result, view));
  }
  return article;
}

const waiting = new WeakMap();

/** Excerpts cost bytes: those below the edge of the window wait until someone comes near. */
const watcher =
  globalThis.IntersectionObserver &&
  new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        waiting.get(target)?.();
      }
    },
    { rootMargin: "0px 0px 100px" },
  );

export const fillWhenSeen = (article) => watcher.observe(article);
export const fillNow = (article) => waiting.get(article)?.();

async function fill(article, list, result, view) {
  const found = new FoundPlaces(result, view);
  try {
    const shown = await found.load(1);
    const draw = (limit) => {
      list.replaceChildren(...shown.slice(0, limit).map((place) => element("li", {}, drawPlace(place, view))));
      article.querySelector(".more")?.remove();
      const left = shown.length - Math.min(limit, shown.length);
      if (left === 0 && !found.hasMore) return;
      const words = found.hasMore ? "More in this session" : `${left} more in this session`;
      const button = element("button", { type: "button", class: "more" }, words);
      button.addEventListener("click", async () => {
        await found.load(Number.POSITIVE_INFINITY);
        draw(Number.POSITIVE_INFINITY);
        list.children[limit]?.querySelector("a")?.focus();
      });
      article.append(button);
    };
    draw(shownPlaces);
  } catch (error) {
    console.warn(error);
    list.replaceWith(element("p", {}, "The text of this session’s index cannot be read; the session itself is there."));
  } finally {
    article.removeAttribute("aria-busy");
  }
}

function drawPlace(place, view) {
  const { kind, tool, about } = place;
  const isFailed = kind === "output" && about.some((each) => each.endsWith(" failed"));
  const verb = isFailed
    ? "fail"
    : decisions.has(kind)
      ? "decide"
      : Object.hasOwn(view.table.verbs, tool)
        ? view.table.verbs[tool]
        : undefined;
  const excerpt = place.text();
  const marks = excerpt.map(({ text, isMark }) => (isMark ? element("mark", {}, text) : text));
  const agent = about.find((each) => each.startsWith("in agent "));
  const call = kind === "output" ? about.find((each) => each !== agent) : undefined;
  const words = wordsToMark(excerpt, view.clauses);
  const hl = words.length === 0 ? "" : `?hl=${encodeURIComponent(words.join("\n"))}`;
  const href = kind === "file" ? filePage(place) : undefined;
  return element(
    "a",
    {
      href: href === undefined ? `${view.href(place.page)}${hl}#${encodeURIComponent(place.anchor)}` : view.href(href),
    },
    element(
      "span",
      { class: "where" },
      verb === undefined ? undefined : element("span", { class: `g k-${verb}`, "aria-hidden": "true" }),
      place.where,
      element("span", { class: "vh" }, ` ${view.kinds[kind] ?? ""}: `),
    ),
    element(
      "span",
      { class: kind === "typed" ? "what p" : "what" },
      agent === undefined ? undefined : element("em", {}, `${agent}: `),
      call === undefined ? undefined : [element("code", {}, call), " "],
      asCode.has(kind) ? element("code", {}, marks) : marks,
    ),
  );
}
