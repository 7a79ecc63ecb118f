/** How much of an index a question loads until its first result can be read. */
import { openSearch } from "../../src/site/search.ts";

export async function bytesOf(
  site: string,
  words: string,
): Promise<{ readonly bytes: number; readonly sessions: number; readonly keys: readonly string[] }> {
  let bytes = 0;
  const search = await openSearch(site, (size) => {
    bytes += size;
  });
  const { sessions, results } = await search.ask({ words, facets: {}, limit: 1 });
  return { bytes, sessions, keys: results.map(({ session }) => session.key) };
}
