/** A built index, searched in Node with the client's own code. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { FoundPlace } from "../../templates/assets/search/reader.js";

// The client is plain JavaScript for browsers; what tests need of it is typed here.
export interface Hit {
  readonly session: { readonly key: string; readonly title: string };
  readonly score: number;
  readonly matches: number;
  readonly clauses: readonly (readonly { readonly part: unknown; readonly at: readonly number[] }[])[];
  readonly numbers: ReadonlySet<number> | undefined;
  readonly isListed?: boolean;
}

export type Place = FoundPlace;

export interface Found {
  readonly keys: readonly string[];
  readonly results: readonly Hit[];
  readonly counts: Readonly<Record<string, ReadonlyMap<string, number>>>;
  readonly near: readonly { readonly asked: string; readonly found: string }[];
  readonly missing: readonly string[];
  readonly lost: number;
  readonly places: (hit: Hit) => Promise<readonly Place[]>;
}

const client = (name: string) => import(`../../templates/assets/search/${name}.js`);

export async function openSearch(site: string) {
  const names = ["query", "engine", "evaluate", "table", "facets", "state", "excerpt", "transport"];
  const [
    { parseQuery },
    { Engine },
    { evaluate },
    { unpack },
    { choose, everything },
    { readState },
    { places, listedPlaces },
    { piecesIn },
  ] = await Promise.all(names.map(client));
  const pieces: Map<string, Uint8Array> = piecesIn(await readFile(join(site, "pagefind/boot.js")));
  const boot = JSON.parse(gunzipSync(pieces.get("boot") as Uint8Array).toString());
  const backend = (await globalOf(join(site, "assets/search-engine.js"), "annalsEngine")) as () => unknown;
  const table = unpack(boot.table, boot.timeZone);
  const chunk = (shard: { folder: string }, path: string) =>
    readFile(join(site, "pagefind", shard.folder, `${path}.pf_${path.split("/", 1)[0]}`));
  const engine = await new Engine(boot, pieces, backend(), chunk).open();

  return async (query: string, facets = ""): Promise<Found> => {
    const clauses = parseQuery(query);
    const isList = clauses.length === 0;
    const found = isList
      ? { hits: everything(table), near: [], missing: [], lost: 0 }
      : await evaluate(engine, table, clauses);
    const { results, counts } = choose(table, found.hits, readState(facets), isList);
    return {
      keys: results.map((hit: Hit) => hit.session.key),
      results,
      counts: counts(),
      ...{ near: found.near, missing: found.missing, lost: found.lost },
      places: async (hit) => {
        const parts = [...new Set(hit.clauses.flat().map(({ part }) => part))];
        const all = await Promise.all(
          parts.map(async (part) => {
            if (hit.isListed) return listedPlaces(table, part, await engine.fragment(part), hit.numbers) as Place[];
            const at = hit.clauses.map((clause) => clause.find((each) => each.part === part)?.at ?? []);
            return places(table, part, await engine.fragment(part), at, clauses, hit.numbers) as Place[];
          }),
        );
        return all.flat();
      },
    };
  };
}

export const marked = (place: Place | undefined): string =>
  place
    ?.text()
    .map(({ text, isMark }) => (isMark ? `[${text}]` : text))
    .join("") ?? "";

async function globalOf(file: string, name: string): Promise<unknown> {
  const scope: Record<string, unknown> = {};
  new Function("globalThis", await readFile(file, "utf8"))(scope);
  return scope[name];
}
