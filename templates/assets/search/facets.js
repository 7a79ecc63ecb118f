// Which sessions pass the chosen facets, in what order, and how many each further choice would leave.

export const kindNames = {
  typed: "What I typed",
  story: "Stories",
  file: "Files",
  said: "What it said",
  thinking: "Thinking",
  command: "Commands",
  output: "Tool output",
  edit: "Edits",
  plan: "Plans",
  question: "Questions",
  tasks: "Tasks",
  commit: "Commits",
};

export const isKind = (value) => Object.hasOwn(kindNames, value);

/** Not a session, but a page over several: a story, or the files of a project. */
export const isOverview = ({ role }) => role === "story" || role === "files";

/** The one that tables do not name. */
export const usualAgent = "Claude Code";

/** Facets of whole sessions; `kind` and `tool` are of the places in them. */
export const sessionFacets = {
  archive: (session) => (session.archive === undefined ? [] : [session.archive]),
  project: (session) => [session.project],
  model: (session) => session.models,
  branch: (session) => session.branches,
  story: (session) => (session.story === undefined ? [] : [session.story]),
  machine: (session) => session.machines,
  agent: (session) => session.agents,
  month: (session) => (session.day === "" ? [] : [session.day.slice(0, 7)]),
  failures: (session) => (session.failures > 0 ? ["yes"] : []),
};

export const facetNames = [
  ...["archive", "project", "kind", "tool", "model", "branch", "story", "machine", "agent", "month", "failures"],
];

const isChosen = (chosen, values) => chosen.length === 0 || values.some((value) => chosen.includes(value));

function passes(session, state, except) {
  for (const [name, values] of Object.entries(sessionFacets)) {
    if (name !== except && !isChosen(state[name], values(session))) return false;
  }
  const { day } = session;
  return (state.from === "" || day >= state.from) && (state.to === "" || (day !== "" && day <= state.to));
}

/** Numbers of the regions that the chosen kinds and tools leave; undefined for all. */
function allowed(table, kinds, tools) {
  if (kinds.length === 0 && tools.length === 0) return undefined;
  const numbers = new Set();
  for (const [number, { kind, tool }] of table.regions.entries()) {
    if ((kinds.length === 0 || kinds.includes(kind)) && (tools.length === 0 || tools.includes(tool)))
      numbers.add(number);
  }
  return numbers;
}

function countIn(regions, numbers) {
  let count = 0;
  for (const [number, times] of regions) if (numbers === undefined || numbers.has(number)) count += times;
  return count;
}

const overviewShare = 0.5;

/** How well a session meets all clauses in these regions, or undefined where it does not. */
function weigh(hit, numbers) {
  let score = 0;
  let matches = 0;
  for (const places of hit.clauses) {
    let best = 0;
    let rest = 0;
    for (const { at, inTitle, score: whole, regions } of places) {
      const count = countIn(regions, numbers);
      if (count === 0 && !(inTitle && numbers === undefined)) continue;
      matches += count;
      const share = count === 0 ? whole : whole * Math.sqrt(count / at.length);
      rest += share;
      best = Math.max(best, share);
    }
    if (rest === 0) return undefined;
    // A long session has many parts; that alone does not make it the better answer.
    score += best + 0.1 * Math.log1p(rest - best);
  }
  // What a page over several sessions says, a session says in full.
  return { score: isOverview(hit.session) ? score * overviewShare : score, matches };
}

/** Without words every session is a hit, in all the regions it has. */
export function everything(table) {
  return table.sessions.map((session) => ({
    session,
    clauses: [
      session.parts.map((part) => ({
        ...{ part, at: [], inTitle: true, score: 1 },
        regions: new Map(part.regions.map((number) => [number, 0])),
      })),
    ],
  }));
}

/** A choice of kinds or tools asks for their places, one of projects or months for sessions. */
function listed(hit, numbers) {
  if (numbers === undefined && isOverview(hit.session)) return undefined;
  const has = hit.session.parts.some((part) =>
    part.regions.some((number) => numbers === undefined || numbers.has(number)),
  );
  return has || numbers === undefined ? { score: 0, matches: 0, isListed: numbers !== undefined } : undefined;
}

const orders = {
  best: (one, two) => two.score - one.score || two.session.time - one.session.time,
  newest: (one, two) => two.session.time - one.session.time || two.score - one.score,
  oldest: (one, two) => one.session.time - two.session.time || two.score - one.score,
};

export function choose(table, hits, state, isList) {
  const value = isList ? listed : weigh;
  const numbers = allowed(table, state.kind, state.tool);
  const results = [];
  for (const hit of hits) {
    if (!passes(hit.session, state)) continue;
    const weight = value(hit, numbers);
    if (weight !== undefined) results.push({ ...hit, ...weight, numbers });
  }
  const order = isList && state.sort === "best" ? "newest" : state.sort;
  results.sort((one, two) => orders[order](one, two) || (one.session.key < two.session.key ? -1 : 1));
  return { results, counts: () => counts(table, hits, state, value) };
}

/** Beside each value: how many sessions there would be with it, whatever else of its own facet is chosen. */
function counts(table, hits, state, value) {
  const all = Object.fromEntries(facetNames.map((name) => [name, new Map()]));
  const add = (name, key) => all[name].set(key, (all[name].get(key) ?? 0) + 1);
  const numbers = allowed(table, state.kind, state.tool);
  const byKind = regionSets(table, "kind", (kind) => allowed(table, [kind], state.tool));
  const byTool = regionSets(table, "tool", (tool) => allowed(table, state.kind, [tool]));
  for (const hit of hits) {
    if (passes(hit.session, state)) {
      for (const [kind, set] of byKind) if (value(hit, set) !== undefined) add("kind", kind);
      for (const [tool, set] of byTool) if (value(hit, set) !== undefined) add("tool", tool);
    }
    if (value(hit, numbers) === undefined) continue;
    for (const [name, values] of Object.entries(sessionFacets)) {
      if (passes(hit.session, state, name)) for (const each of values(hit.session)) add(name, each);
    }
  }
  return all;
}

function regionSets(table, name, numbersOf) {
  const values = new Set(table.regions.map((region) => region[name]).filter((each) => each !== ""));
  return [...values].map((each) => [each, numbersOf(each)]);
}
