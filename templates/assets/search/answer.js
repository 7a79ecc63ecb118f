// What a question finds, before any of it is drawn: the search page, `annals search` and `annals mcp` share it.
import { evaluate } from "./evaluate.js";
import { listedPlaces, places } from "./excerpt.js";
import { everything } from "./facets.js";

/** Places shown of a session before the rest is asked for. */
export const shownPlaces = 3;

/** Facets change what is shown of the same words, so what those found can be kept: this says whether it is the same. */
export const questionKey = (clauses, state) => JSON.stringify([clauses, clauses.length === 0 ? state.archive : []]);

/** Without words every session is a hit: those of a portal are then loaded, of the archives that were chosen. */
export async function findAll(engine, table, clauses, state) {
  if (clauses.length > 0) return evaluate(engine, table, clauses);
  await engine.openArchives(state.archive);
  return { hits: everything(table), near: [], missing: [], lost: engine.lost };
}

/** The best parts first, and no more of them than the places need: each costs its whole text. */
function bestParts(result) {
  if (result.isListed) {
    return result.session.parts.filter((part) => part.regions.some((number) => result.numbers.has(number)));
  }
  const scores = new Map();
  for (const clause of result.clauses) {
    for (const { part, score, at, regions } of clause) {
      const isAllowed =
        result.numbers === undefined || [...regions.keys()].some((number) => result.numbers.has(number));
      if (at.length > 0 && isAllowed) scores.set(part, (scores.get(part) ?? 0) + score);
    }
  }
  return [...scores].sort((one, two) => two[1] - one[1]).map(([part]) => part);
}

/** The places of a session that was found, the best first; texts are loaded as far as they are needed. */
export class FoundPlaces {
  constructor(result, { table, clauses, fragment }) {
    this.result = result;
    this.table = table;
    this.clauses = clauses;
    this.fragment = fragment;
    this.parts = result.matches === 0 && !result.isListed ? [] : bestParts(result);
    this.list = [];
  }

  /** Whether some texts have not been looked at. */
  get hasMore() {
    return this.parts.length > 0;
  }

  async load(wanted) {
    const { result, table, clauses } = this;
    while (this.parts.length > 0 && this.list.length < wanted) {
      const part = this.parts.shift();
      const text = await this.fragment(part);
      const found = result.clauses.map((clause) => clause.find((each) => each.part === part)?.at ?? []);
      this.list.push(
        ...(result.isListed
          ? listedPlaces(table, part, text, result.numbers)
          : places(table, part, text, found, clauses, result.numbers)),
      );
    }
    return this.list;
  }
}

/** Of a file in the list of its project: the address below that stands with its title (src/search/overview.ts). */
export const filePage = ({ page, about }) => `${page.slice(0, page.lastIndexOf("/") + 1)}${about[0]}/index.html`;
