/**
 * Addresses of stories. A story is called after a session of it: its first one, when the story was first shown. Which
 * that was is remembered among the addresses that a site gave, so that it stays when an earlier session joins the chain.
 */
import { type Given, short } from "./addresses.ts";

/** `keys` are those of the chain's sessions, in order. */
export function storyKey(keys: readonly string[], given: ReadonlySet<string>): string {
  return keys.find((key) => given.has(addressOf(key))) ?? keys[0] ?? "";
}

export const givenStories = (given: readonly Given[]): ReadonlySet<string> =>
  new Set(given.flatMap(({ address, path }) => (path === mark ? [address] : [])));

/** What a site with these stories has to remember, beside what it remembered before. */
export function givenWithStories(
  stories: readonly { readonly key: string }[],
  before: readonly Given[],
): readonly Given[] {
  const known = new Set(before.map(({ address }) => address));
  const now = stories.map(({ key }) => ({ address: addressOf(key), path: mark, session: short(key) }));
  return [...before, ...now.filter(({ address }) => !known.has(address))];
}

const addressOf = (key: string): string => short(`stories/${key}`);
/** Stands where a project's address has its path: no path has this one. */
const mark = short("stories/");
