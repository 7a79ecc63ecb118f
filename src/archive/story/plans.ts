/** The way of each plan through a story: its versions, and which of them was accepted. */
import type { PlanDigest } from "../../model/digest.ts";
import type { SessionId } from "../../model/session.ts";
import type { PlanVersion } from "../../model/story.ts";

interface Proposed {
  readonly session: SessionId;
  readonly plan: PlanDigest;
}

/** `proposed` are in order. A plan that stands as a prompt is the one before, where that has its text. */
export function planVersions(proposed: readonly Proposed[]): readonly PlanVersion[] {
  const ways: Proposed[][] = [];
  let isOpen = false;
  for (const each of proposed) {
    const { plan } = each;
    if (plan.isLeftBehind || (plan.isPrompt && isKnown(plan, ways.flat()))) continue;
    if (!isOpen) ways.push([]);
    ways.at(-1)?.push(each);
    isOpen = plan.status !== "approved";
  }
  return ways.flatMap((way, index) =>
    way.map(({ session, plan }, at) => {
      const before = way[at - 1]?.plan;
      const place = { number: index + 1, version: at + 1, versions: way.length };
      return { session, ...place, plan, ...(before === undefined ? {} : { before }) };
    }),
  );
}

const isKnown = (plan: PlanDigest, before: readonly Proposed[]): boolean => sameAs(plan, before) !== undefined;

function sameAs<Known extends { readonly plan: PlanDigest }>(
  plan: PlanDigest,
  among: readonly Known[],
): Known | undefined {
  return among.findLast(
    (each) => each.plan.entry === plan.entry || bare(plan.markdown.text).startsWith(bare(each.plan.markdown.text)),
  );
}

/** The plan that a prompt repeats. */
export const repeatedBy = (plan: PlanDigest, versions: readonly PlanVersion[]): PlanVersion | undefined =>
  sameAs(plan, versions);

/** The beginning tells: the prompt may go on after the plan, and both may be cut. */
const bare = (markdown: string): string => markdown.trim().slice(0, 20_000);
