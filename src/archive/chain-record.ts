/** A chain as lists and pages show it. */
import type { ChainRecord, SessionRecord } from "../model/archive.ts";
import type { Chain, SessionId } from "../model/session.ts";
import { storyKey } from "./link/story-addresses.ts";

/** Of the sessions that are in the archive; one alone is no chain. `given` are addresses of stories in the site before. */
export function chainRecord(
  chain: Chain,
  byId: ReadonlyMap<SessionId, SessionRecord>,
  given: ReadonlySet<string>,
): ChainRecord | undefined {
  const [first, ...rest] = chain.links.filter((link) => byId.has(link.session));
  if (first === undefined || rest.length === 0) return undefined;
  const members = [first, ...rest].flatMap((link) => byId.get(link.session) ?? []);
  const titled = members.find((member) => member.role === "implementation") ?? members[0];
  const key = storyKey(
    members.map((member) => member.key),
    given,
  );
  return Object.freeze({ ...chain, key, links: [first, ...rest] as const, title: titled?.title ?? "" });
}
