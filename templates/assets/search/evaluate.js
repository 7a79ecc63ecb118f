// Clauses against all shards, with the results of one index: the same counts, and scores that compare.
import { furthest, shortest } from "./engine.js";
import { isWhole } from "./nearness.js";
import { flat } from "./query.js";
import { countRegions } from "./table.js";

/** As in Pagefind's ranking. */
const rarity = (pages, having) => Math.log(1 + (pages - having + 0.5) / (having + 0.5));

/**
 * A shard that lacks a word answers with the longest beginning of it that it has, so that ten shards would find ten
 * times too much. Only words that begin with it count; where there are none at all, the nearest beginning does.
 */
function matching(answers, keyword) {
  const all = answers.filter(({ results }) => results.length > 0);
  const real = all.filter(({ word: found }) => found.startsWith(keyword));
  if (real.length > 0) return { fitting: real };
  let near = "";
  for (const { word: found } of all) if (found.length > near.length) near = found;
  const isNear = near.length >= shortest && near.length >= keyword.length - furthest;
  return isNear ? { fitting: all.filter(({ word: found }) => found === near), near } : { fitting: [] };
}

/**
 * One word: where it stands in each part. `whole` leaves out longer words that begin with it; of titles that cannot be
 * told, so they count only where they are asked for.
 */
async function word(engine, term, whole = false, hasTitles = !whole) {
  const keyword = engine.stemsOf(term)[0] ?? "";
  const { fitting, near } = matching(await engine.lookUp(term, false), keyword);
  const parts = new Map();
  if (keyword === "" || (whole && near !== undefined)) return { parts, near };
  for (const { results, pages } of fitting) {
    // Pagefind knows how rare a word is in its shard; what counts is how rare it is in all of them.
    const there = rarity(pages, results.length);
    for (const hit of results) {
      const at = [];
      for (const place of hit.l) if (!whole || isWhole(place)) at.push(place.l);
      const inTitle = hasTitles && hit.mf !== undefined;
      if (at.length > 0 || inTitle) parts.set(hit.p, { at, inTitle, score: hit.s / there });
    }
  }
  const everywhere = rarity(engine.pages, parts.size);
  for (const part of parts.values()) part.score *= everywhere;
  return { parts, near };
}

/** Words one after the other. Pagefind scores all phrases the same, so the more often the better. */
async function phrase(engine, words) {
  const parts = new Map();
  for (const answer of await engine.lookUp(words.join(" "), true)) {
    for (const hit of answer.results) {
      const at = [...new Set(hit.l.map(({ l }) => l))].sort((one, two) => one - two);
      if (at.length === 0) continue;
      const often = hit.l.reduce((sum, { w }) => sum + w / 24, 0) / words.length;
      parts.set(hit.p, { at, inTitle: false, score: (2.2 * often) / (often + 1.2) });
    }
  }
  const everywhere = rarity(engine.pages, parts.size);
  for (const part of parts.values()) part.score *= everywhere * words.length;
  return { parts };
}

/** A name of several parts, where they all stand at one position: `lib/util` in `src/lib/util.ts`. */
async function compound(engine, parts) {
  const last = parts.length - 1;
  const found = await Promise.all(parts.map((part, number) => word(engine, part, number < last)));
  const together = new Map();
  if (found.some(({ near }) => near !== undefined)) return together;
  for (const [id, first] of found[0].parts) {
    const others = found.slice(1).map(({ parts: each }) => each.get(id));
    if (others.some((other) => other === undefined)) continue;
    const sets = others.map((other) => new Set(other.at));
    const at = first.at.filter((position) => sets.every((set) => set.has(position)));
    if (at.length === 0) continue;
    // Less than the whole word would: their order is not known.
    const score = 0.5 * others.reduce((sum, other) => sum + other.score, first.score);
    together.set(id, { at: [...new Set(at)], inTitle: false, score });
  }
  return together;
}

/** The name itself, with or without its signs. */
async function name(engine, table, whole) {
  const { parts } = await word(engine, whole, true, true);
  for (const [id, hit] of parts) {
    if (!hit.inTitle) continue;
    hit.inTitle = flat(table.part(id)?.session.title ?? "").includes(whole);
    if (!hit.inTitle && hit.at.length === 0) parts.delete(id);
  }
  return parts;
}

async function answer(engine, table, clause) {
  if (clause.kind === "phrase") return phrase(engine, clause.words);
  if (clause.parts.length === 0) return word(engine, clause.whole, clause.isWhole);
  // Only the name itself: "week.ts" is "weekt" in the index, where a final s is an ending, and `weekTitle` begins so.
  const [parts, together] = await Promise.all([name(engine, table, clause.whole), compound(engine, clause.parts)]);
  if (parts.size + together.size === 0) return word(engine, clause.whole, clause.isWhole);
  for (const [id, hit] of together) {
    const other = parts.get(id);
    if (other === undefined) parts.set(id, hit);
    else {
      other.at = [...new Set([...other.at, ...hit.at])].sort((one, two) => one - two);
      other.score = Math.max(other.score, hit.score);
    }
  }
  return { parts };
}

/** Sessions that meet every clause, each with where it does, by clause. */
export async function evaluate(engine, table, clauses) {
  const answers = await Promise.all(clauses.map((clause) => answer(engine, table, clause)));
  const sessions = new Map();
  for (const [number, { parts }] of answers.entries()) {
    for (const [id, { at, inTitle, score }] of parts) {
      const part = table.part(id);
      if (part === undefined) continue;
      const found = sessions.get(part.session) ?? clauses.map(() => []);
      sessions.set(part.session, found);
      // A page without text has its session's title instead (src/search/pagefind-index/page-indexer.ts): nothing to lead to.
      const isBare = part.regions.length === 0;
      const places = isBare ? [] : at;
      found[number].push({ part, at: places, inTitle: inTitle || isBare, score, regions: countRegions(part, places) });
    }
  }
  const hits = [];
  for (const [session, found] of sessions) {
    if (found.every((each) => each.length > 0)) hits.push({ session, clauses: found });
  }
  const near = answers.flatMap((each, number) =>
    each.near === undefined ? [] : [{ asked: clauses[number].text, found: each.near }],
  );
  const missing = clauses.filter((_, number) => answers[number].parts.size === 0).map(({ text }) => text);
  return { hits, near, missing, lost: engine.lost };
}
