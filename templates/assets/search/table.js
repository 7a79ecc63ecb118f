// What is known of all sessions before any text is loaded (src/search/table.ts packs it).

/** "2026-02-17" in the archive's zone. */
function dayFormat(timeZone) {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return (time) => (time === 0 ? "" : format.format(time));
}

export function unpack(packed, timeZone) {
  const dayOf = dayFormat(timeZone);
  const regions = packed.regions.map(([kind, tool]) => ({ kind, tool }));
  const byId = new Map();
  const sessions = packed.sessions.map((row, number) => {
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
    const page = key.includes("/") ? `${key}/index.html` : `sessions/${key}/index.html`;
    const session = {
      ...{ number, key, title, page, shard, prompts, failures },
      time: minutes * 60_000,
      day: dayOf(minutes * 60_000),
      project: packed.projects[project],
      role: packed.roles[role],
      models: models.map((each) => packed.models[each]),
      branches: branches.map((each) => packed.branches[each]),
      story: packed.stories[story],
      machines: machines.map((each) => packed.machines[each]),
      // Nobody chooses among one.
      agents: packed.agents === undefined ? [] : [packed.agents[agent] ?? "Claude Code"],
    };
    session.parts = parts.map(([id, elsewhere, ...counts]) => {
      const part = { id, session, page: elsewhere === 0 ? page : elsewhere, regions: [], ends: [] };
      let end = 0;
      for (let at = 0; at < counts.length; at += 2) {
        end += counts[at + 1];
        part.regions.push(counts[at]);
        part.ends.push(end);
      }
      byId.set(id, part);
      return part;
    });
    return session;
  });
  return { sessions, regions, verbs: packed.verbs, part: (id) => byId.get(id) };
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
