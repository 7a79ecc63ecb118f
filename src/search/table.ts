/** What the search page knows of all sessions before it loads any text: facets, dates, and which words are of which kind. */
import type { SearchFields } from "./document.ts";

/** One session, by names; kept with its shard. */
export interface Row extends SearchFields {
  readonly parts: readonly PartRow[];
}

export interface PartRow {
  /** Pagefind's name for the part's text. */
  readonly id: string;
  readonly page: string;
  readonly words: number;
  readonly regions: readonly { readonly kind: string; readonly tool: string; readonly at: number }[];
}

/** The same for all sessions, by number: a third of the size. Read by templates/assets/search/table.js. */
export interface Table {
  readonly projects: readonly string[];
  readonly models: readonly string[];
  readonly branches: readonly string[];
  readonly roles: readonly string[];
  readonly stories: readonly string[];
  /** Absent in an archive of one machine. */
  readonly machines?: readonly string[];
  /** Absent in an archive of Claude Code's sessions only. */
  readonly agents?: readonly string[];
  /** Kind and tool of each region number. */
  readonly regions: readonly (readonly [kind: string, tool: string])[];
  readonly verbs: Readonly<Record<string, string>>;
  readonly sessions: readonly PackedRow[];
}

/** With the machines that it ran on, in an archive of several, and the agent, where that is not Claude Code. */
export type PackedRow =
  | PackedSession
  | readonly [...PackedSession, machines: readonly number[]]
  | readonly [...PackedSession, machines: readonly number[], agent: number];

type PackedSession = readonly [
  key: string,
  title: string,
  minutes: number,
  project: number,
  role: number,
  prompts: number,
  failures: number,
  models: readonly number[],
  branches: readonly number[],
  shard: number,
  /** Name, page where it is not the session's own (else 0), then region, words, region, words … */
  parts: readonly (readonly [id: string, page: string | 0, ...regions: number[]])[],
  /** -1 for a session that is part of none. */
  story: number,
];

/** Takes shards one by one: all their rows at a time would need more memory than the index. */
export class TableMaker {
  readonly #projects = numbers();
  readonly #models = numbers();
  readonly #branches = numbers();
  readonly #roles = numbers();
  readonly #stories = numbers();
  readonly #machines = numbers();
  readonly #agents = numbers();
  readonly #regions = numbers();
  readonly #verbs: Record<string, string> = {};
  readonly #sessions: PackedRow[] = [];
  #shards = 0;

  add(rows: readonly Row[], verbs: Readonly<Record<string, string>>): void {
    const shard = this.#shards++;
    Object.assign(this.#verbs, verbs);
    for (const row of rows) {
      const packed: PackedSession = [
        row.key,
        row.title,
        row.time === undefined ? 0 : Math.floor(Date.parse(row.time) / 60_000),
        this.#projects.of(row.project),
        this.#roles.of(row.role),
        row.prompts,
        row.failures,
        row.models.map(this.#models.of),
        row.branches.map(this.#branches.of),
        shard,
        row.parts.map((part) => [
          part.id,
          part.page === row.page ? 0 : part.page,
          ...part.regions.flatMap(({ kind, tool, at }, index) => [
            this.#regions.of(`${kind}\n${tool}`),
            (part.regions[index + 1]?.at ?? part.words) - at,
          ]),
        ]),
        row.story === undefined ? -1 : this.#stories.of(row.story),
      ];
      const { machines, agent } = row;
      const ran = (machines ?? []).map(this.#machines.of);
      if (agent !== undefined) this.#sessions.push([...packed, ran, this.#agents.of(agent)]);
      else this.#sessions.push(machines === undefined ? packed : [...packed, ran]);
    }
  }

  get table(): Table {
    return {
      projects: this.#projects.all,
      models: this.#models.all,
      branches: this.#branches.all,
      roles: this.#roles.all,
      stories: this.#stories.all,
      ...(this.#machines.all.length === 0 ? {} : { machines: this.#machines.all }),
      ...(this.#agents.all.length === 0 ? {} : { agents: this.#agents.all }),
      regions: this.#regions.all.map((each) => [each.split("\n", 1)[0] ?? "", each.slice(each.indexOf("\n") + 1)]),
      verbs: this.#verbs,
      sessions: this.#sessions,
    };
  }
}

function numbers(): { readonly all: string[]; readonly of: (name: string) => number } {
  const known = new Map<string, number>();
  const all: string[] = [];
  return {
    all,
    of: (name) => {
      const found = known.get(name);
      if (found !== undefined) return found;
      known.set(name, all.length);
      return all.push(name) - 1;
    },
  };
}
