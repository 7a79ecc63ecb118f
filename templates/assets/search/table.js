// What is known of all sessions before any text is loaded (src/search/table.ts packs it).
import { isOverview, usualAgent } from "./facets.js";

/** "2026-02-17" in the archive's zone. */
function dayFormat(timeZone) {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return (time) => (time === 0 ? "" : format.format(time));
}

/** Of one archive, or of several that are added when they are needed. */
export function emptyTable() {
  const byId = new Map();
  return { sessions: [], regions: [], verbs: {}, byId, part: (id) => byId.get(id) };
}

export const unpack = (packed, timeZone) => addArchive(emptyTable(), packed, timeZone);

/**
 * `archive` says which of a portal's archives these sessions are of: its name, the way to its pages, what stands before
 * its ids, and the number of its first shard.
 */
export function addArchive(table, packed, timeZone, { name, root = "", prefix = "", shards = 0 } = {}) {
  const dayOf = dayFormat(timeZone);
  const numbers = packed.regions.map(([kind, tool]) => regionNumber(table.regions, kind, tool));
  for (const row of packed.sessions) {
    const [
      key,
      title,
      minutes,
      project,
      role,
      prompts,
      failures,
      models,
      branches,
      shard,
      parts,
      story,
      machines = [],
      agent,
    ] = row;
    // A page over several sessions has its folder as its key.
    const page = key.includes("/") ? `${root}${key}/index.html` : `${root}sessions/${key}/index.html`;
    const session = {
      ...{ number: table.sessions.length, key, title, page, shard: shards + shard, prompts, failures },
      ...(name === undefined ? {} : { archive: name }),
      time: minutes * 60_000,
      day: dayOf(minutes * 60_000),
      project: packed.projects[project],
      role: packed.roles[role],
      models: models.map((each) => packed.models[each]),
      branches: branches.map((each) => packed.branches[each]),
      story: packed.stories[story],
      machines: machines.map((each) => packed.machines[each]),
      agents: isOverview({ role: packed.roles[role] }) ? [] : [packed.agents?.[agent] ?? usualAgent],
    };
    session.parts = parts.map(([id, elsewhere, ...counts]) => {
      const part = { id, session, page: elsewhere === 0 ? page : root + elsewhere, regions: [], ends: [] };
      let end = 0;
      for (let at = 0; at < counts.length; at += 2) {
        end += counts[at + 1];
        part.regions.push(numbers[counts[at]]);
        part.ends.push(end);
      }
      table.byId.set(prefix + id, part);
      return part;
    });
    table.sessions.push(session);
  }
  for (const [tool, verb] of Object.entries(packed.verbs))
    if (!Object.hasOwn(table.verbs, tool)) table.verbs[tool] = verb;
  return table;
}

/** Each archive has numbers of its own; here the same kind and tool have one. */
function regionNumber(regions, kind, tool) {
  const known = regions.findIndex((each) => each.kind === kind && each.tool === tool);
  return known === -1 ? regions.push({ kind, tool }) - 1 : known;
}

/** How many of these positions (ascending) are in each region of a part. */
export function countRegions(part, positions) {
  const counts = new Map();
  let region = 0;
  for (const position of positions) {
    while (region < part.ends.length - 1 && position >= part.ends[region]) region++;
    const number = part.regions[region];
    if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts;
}

export function regionAt(part, position) {
  const index = part.ends.findIndex((end) => position < end);
  return part.regions[index === -1 ? part.regions.length - 1 : index];
}
