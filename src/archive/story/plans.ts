/** The way of each plan through a story: its versions, and which of them was accepted. */
import type { DigestText, PlanDigest } from "../../model/digest.ts";
import type { SessionId } from "../../model/session.ts";
import type { PlanVersion } from "../../model/story.ts";

interface Proposed {
  readonly session: SessionId;
  readonly plan: PlanDigest;
  readonly isEdited?: true;
}

/** `proposed` are in order. A plan that stands as a prompt is the one before, where that has its text. */
export function planVersions(proposed: readonly Proposed[]): readonly PlanVersion[] {
  const ways: Proposed[][] = [];
  let isOpen = false;
  for (const each of proposed) {
    const { plan } = each;
    if (plan.isLeftBehind || (plan.isPrompt && sameAs(plan, ways.flat()) !== undefined)) continue;
    if (plan.isPrompt && isCarriedOutAs(each, ways)) continue;
    if (!isOpen) ways.push([]);
    ways.at(-1)?.push(each);
    isOpen = plan.status !== "approved";
  }
  return ways.flatMap((way, index) => way.map((_, at) => versionOf(way, at, index + 1)));
}

/**
 * A prompt with other words than those that were proposed. A proposal without any kept them in a file: here they are.
 * To others somebody added something before they were carried out: that is one more version.
 */
function isCarriedOutAs(prompt: Proposed, ways: readonly Proposed[][]): boolean {
  const { plan, session } = prompt;
  const isMeant = (each: Proposed): boolean =>
    !each.plan.isPrompt &&
    (each.plan.implementedIn === session ||
      each.session === plan.plannedIn ||
      (each.session === session && each.plan.entry === plan.proposedAs));
  const way = ways.findLast((each) => each.some(isMeant));
  const at = way?.findLastIndex(isMeant) ?? -1;
  const meant = way?.[at];
  if (way === undefined || meant === undefined) return false;
  if (isBlank(meant.plan)) way[at] = { ...meant, plan: { ...meant.plan, title: plan.title, markdown: plan.markdown } };
  else way.push({ ...prompt, isEdited: true });
  return true;
}

function versionOf(way: readonly Proposed[], at: number, number: number): PlanVersion {
  const { session, plan, isEdited } = way[at] as Proposed;
  const before = way[at - 1]?.plan;
  return {
    session,
    ...{ number, version: at + 1, versions: way.length, plan },
    ...(before === undefined || isBlank(before) ? {} : { before }),
    ...(before !== undefined && isSameText(before, plan) ? { isAgain: true as const } : {}),
    ...(isEdited ? { isEdited } : {}),
  };
}

function sameAs<Known extends { readonly plan: PlanDigest }>(
  plan: PlanDigest,
  among: readonly Known[],
): Known | undefined {
  return (
    among.findLast((each) => each.plan.entry === plan.entry) ?? among.findLast((each) => isSameText(each.plan, plan))
  );
}

/** The plan that a prompt repeats. */
export const repeatedBy = (plan: PlanDigest, versions: readonly PlanVersion[]): PlanVersion | undefined =>
  sameAs(plan, versions);

/** Accepted, and not with words that were changed before it was carried out. */
export const isAsAccepted = (of: PlanVersion, versions: readonly PlanVersion[]): boolean =>
  of.plan.status === "approved" &&
  !versions.some((other) => other.isEdited && other.number === of.number && other.version > of.version);

const isBlank = ({ markdown }: PlanDigest): boolean => markdown.text.trim() === "";

/** Where both were cut their lengths tell. A plan without words is like no other one: its words are in a file. */
export const isSameText = (one: PlanDigest, two: PlanDigest): boolean =>
  !isBlank(one) &&
  one.markdown.text.trim() === two.markdown.text.trim() &&
  wholeLength(one.markdown) === wholeLength(two.markdown);

const wholeLength = ({ text, length }: DigestText): number => length ?? text.trim().length;
