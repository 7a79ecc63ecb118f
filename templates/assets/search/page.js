// The search page. Facets need the list of sessions, which comes with the page; texts are loaded when they are asked for.
import { findAll, questionKey } from "./answer.js";
import { count, element } from "./element.js";
import { chosenIn, drawFacets } from "./facet-view.js";
import { choose, everything, isOverview, kindNames } from "./facets.js";
import { walkResults } from "./keys.js";
import { openIndex } from "./open.js";
import { parseQuery } from "./query.js";
import { drawSession, fillNow, fillWhenSeen } from "./result-view.js";
import { chosenCount, isNarrowed, readState, writeState } from "./state.js";
import { loadPieces, loadScript, parsed, transport, unzipped } from "./transport.js";

const sessionsAtOnce = 10;
const pause = 120;
const soon = 60;
const patience = 250;
const unreadable = "The search index cannot be read here. The lists of sessions remain.";
const root = new URL("../", document.currentScript?.src ?? location.href);

const waited = (time) => new Promise((done) => setTimeout(done, time));

/** When what was drawn stands on the screen. A window in the background paints nothing, so this is not waited for long. */
const painted = () =>
  Promise.race([new Promise((done) => requestAnimationFrame(() => setTimeout(done))), waited(patience)]);

/** ", 2 stories", or nothing. */
function overviews(results, role, one, several) {
  const number = results.filter(({ session }) => session.role === role).length;
  return number === 0 ? [] : [", ", element("b", {}, count(number, one, several))];
}

class SearchPage {
  constructor(box) {
    this.box = box;
    this.form = box.form;
    this.facets = document.getElementById("facets");
    this.status = document.getElementById("res");
    this.order = document.getElementById("order");
    this.typed = document.getElementById("typed") ?? this.addTyped();
    this.results = document.getElementById("results");
    this.state = readState(location.search);
    this.turn = 0;
    this.hint = this.status.textContent;
  }

  addTyped() {
    const button = element("button", { type: "button", class: "btn", id: "typed" }, "Only what I typed");
    this.status.after(button);
    return button;
  }

  start() {
    walkResults(this.box, this.results);
    this.box.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.go({ ...this.state, q: this.box.value }, "replace"), pause);
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(this.timer);
      this.go({ ...this.state, q: this.box.value }, "push");
    });
    this.facets?.addEventListener("change", () => this.go(chosenIn(this.facets, this.state), "push"));
    this.facets?.addEventListener("submit", (event) => event.preventDefault());
    this.order?.addEventListener("change", () => this.go({ ...this.state, sort: this.order.value }, "push"));
    this.typed?.addEventListener("click", () => {
      const isOnly = this.typed.getAttribute("aria-pressed") === "true";
      this.go({ ...this.state, kind: isOnly ? [] : ["typed"] }, "push");
    });
    addEventListener("popstate", () => {
      this.state = readState(location.search);
      this.box.value = this.state.q;
      this.show();
    });
    // `annals serve`: the next question is asked of the index that stands there now.
    document.addEventListener("annals:changed", () => {
      this.opening = undefined;
      this.last = undefined;
    });
    // Who comes without a question wants to type one.
    if (this.state.q === "" && !isNarrowed(this.state)) this.box.focus({ preventScroll: true });
    this.show();
  }

  /** A new search becomes a step that "back" undoes; the letters of one word do not. */
  go(state, how) {
    const query = writeState(state);
    const isSame = query === writeState(this.state);
    this.state = state;
    if (!isSame) {
      try {
        history[how === "push" ? "pushState" : "replaceState"](
          null,
          "",
          query === "" ? location.pathname : `?${query}`,
        );
      } catch (error) {
        console.warn(error);
      }
    }
    this.show();
  }

  /** Everything that comes before the first word, once. */
  engine() {
    this.opening ??= (async () => {
      const [pieces] = await Promise.all([
        loadPieces(new URL("pagefind/boot.js", root).href),
        loadScript(new URL("assets/search-engine.js", root).href),
      ]);
      const boot = parsed(await unzipped(pieces.get("boot")));
      const { engine, table } = await openIndex(boot, pieces, globalThis.annalsEngine(), transport(root, boot.forms));
      this.table = table;
      return engine;
    })();
    return this.opening;
  }

  async show() {
    const { state } = this;
    const turn = ++this.turn;
    if (this.box.value !== state.q && document.activeElement !== this.box) this.box.value = state.q;
    if (this.order) this.order.value = state.sort;
    this.typed?.setAttribute("aria-pressed", String(state.kind.length === 1 && state.kind[0] === "typed"));
    const clauses = parseQuery(state.q);
    if (clauses.length === 0 && !isNarrowed(state)) return this.rest();
    try {
      const engine = await this.engine();
      const found = await this.found(engine, clauses, state);
      if (turn !== this.turn) return undefined;
      const isList = clauses.length === 0;
      const { results, counts } = choose(this.table, found.hits, state, isList);
      const list = await this.list(results, { ...this.view(engine), clauses });
      if (turn !== this.turn) return undefined;
      this.say(results, found, isList);
      this.results.replaceChildren(...list.nodes);
      // What was asked for comes first, what else it found and could be narrowed by after it.
      await list.isReadable;
      await painted();
      if (turn !== this.turn) return undefined;
      list.others.forEach(fillWhenSeen);
      if (this.facets) drawFacets(this.facets, engine.withArchives(counts(), isList), state, this.table);
    } catch (error) {
      console.error(error);
      if (turn === this.turn) this.status.textContent = unreadable;
    }
    return undefined;
  }

  found(engine, clauses, state) {
    const key = questionKey(clauses, state);
    if (this.last?.key !== key) this.last = { key, found: findAll(engine, this.table, clauses, state) };
    return this.last.found;
  }

  view(engine) {
    return {
      table: this.table,
      kinds: kindNames,
      fragment: (part) => engine.fragment(part),
      href: (page) => new URL(page.split("/").map(encodeURIComponent).join("/"), root).href,
    };
  }

  /** Nothing is asked yet: facets can be. */
  async rest() {
    const { state, turn } = this;
    this.results.replaceChildren();
    this.status.textContent = this.hint;
    this.nameAfter();
    let engine;
    try {
      engine = await this.engine();
    } catch (error) {
      console.error(error);
      if (turn === this.turn) this.status.textContent = unreadable;
    }
    if (turn !== this.turn || !engine || !this.facets) return;
    const counts = choose(this.table, everything(this.table), state, true).counts();
    drawFacets(this.facets, engine.withArchives(counts, true), state, this.table);
  }

  say(results, { near, missing, lost }, isList) {
    const matches = results.reduce((sum, result) => sum + result.matches, 0);
    const words = isList || matches === 0 ? [] : [element("b", {}, count(matches, "match", "matches")), " in "];
    const notes = [
      ...near.map(({ asked, found }) => `No session has “${asked}”; these have “${found}”.`),
      ...(results.length === 0 ? missing.map((text) => `No session has “${text}”.`) : []),
      ...(lost > 0 ? [`Part of the index is missing: ${count(lost, "session")} could not be searched.`] : []),
    ];
    this.status.replaceChildren(
      ...words,
      element("b", {}, count(results.filter(({ session }) => !isOverview(session)).length, "session")),
      ...overviews(results, "story", "story", "stories"),
      ...overviews(results, "files", "list of files", "lists of files"),
      ...(notes.length > 0 ? [element("span", { class: "notes" }, `. ${notes.join(" ")}`)] : []),
    );
    this.nameAfter();
  }

  /** The button that opens the facets, and the window, say what was asked. */
  nameAfter() {
    const button = document.querySelector('[popovertarget="facets"]');
    const chosen = chosenCount(this.state);
    if (button) button.textContent = chosen === 0 ? "Narrow" : `Narrow, ${chosen} chosen`;
    document.title = document.title.replace(/^(?:.* – )?(?=Search\b)/, this.state.q === "" ? "" : `${this.state.q} – `);
  }

  /** Comes when the first excerpt is there, or soon in any case: drawing the list without it would be drawing it twice. */
  async list(results, view) {
    const left = [...results];
    const next = () => left.splice(0, sessionsAtOnce).map((result) => drawSession(result, view));
    const button = element("button", { type: "button", class: "btn" });
    const foot = element("p", { class: "more-sessions" }, button);
    const label = () => {
      button.textContent = `Show ${Math.min(left.length, sessionsAtOnce)} more of ${count(left.length, "session")}`;
      foot.hidden = left.length === 0;
    };
    button.addEventListener("click", () => {
      const added = next();
      foot.before(...added);
      added.forEach(fillWhenSeen);
      added[0]?.querySelector("a")?.focus();
      label();
    });
    const sessions = next();
    label();
    const filled = sessions.length > 0 ? fillNow(sessions[0]) : undefined;
    await Promise.race([filled, waited(soon)]);
    const isReadable = Promise.race([filled, waited(patience)]);
    return { nodes: [...sessions, foot], others: sessions.slice(1), isReadable };
  }
}

const searchBox = globalThis.document?.querySelector("form.find.big input[name=q]");
if (searchBox && document.getElementById("results")) new SearchPage(searchBox).start();
