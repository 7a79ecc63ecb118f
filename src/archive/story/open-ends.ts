/** What a story leaves open as its logs end: failures, what was not allowed, tasks, plans without an answer, commits that nobody pushed. */
import type { SessionDigest } from "../../model/digest.ts";
import type { OpenEnd, PlanVersion, TaskTable } from "../../model/story.ts";

export function openEnds(
  digests: readonly SessionDigest[],
  tasks: TaskTable,
  versions: readonly PlanVersion[],
): readonly OpenEnd[] {
  return [
    ...failures(digests),
    ...refusals(digests),
    ...openTasks(digests, tasks),
    ...openPlans(versions),
    ...commits(digests),
  ];
}

/** Looking for something that is not there is no open end. A run of tests is mended by any later one that went well. */
function failures(digests: readonly SessionDigest[]): readonly OpenEnd[] {
  return digests.flatMap((digest, index) => {
    const isTestedLater = digests.slice(index + 1).some(({ tests }) => tests.length > 0);
    const open = digest.failures.filter(
      ({ verb, mended, tests }) => mended === undefined && verb !== "look" && !(tests !== undefined && isTestedLater),
    );
    return lastTries(open).map(
      (failure) => ({ kind: "failure", session: digest.session, at: failure, failure }) as const,
    );
  });
}

/** The same thing tried in vain several times is one open end: the last of them. */
const lastTries = <Tried extends { readonly summary: string }>(tries: readonly Tried[]): readonly Tried[] =>
  tries.filter((each, at) => !tries.some((later, place) => place > at && later.summary === each.summary));

/** What a person did not allow is decided; what a rule forbade was to be done, and was not. */
function refusals(digests: readonly SessionDigest[]): readonly OpenEnd[] {
  return digests.flatMap((digest) => {
    const open = digest.rejections.filter(
      ({ by, verb, doneLater, agent, isLeftBehind }) =>
        by === "rule" && verb !== "look" && doneLater !== "same" && agent === undefined && !isLeftBehind,
    );
    return lastTries(open).map(
      (rejection) => ({ kind: "refusal", session: digest.session, at: rejection, rejection }) as const,
    );
  });
}

function openTasks(digests: readonly SessionDigest[], { rows }: TaskTable): readonly OpenEnd[] {
  const last = digests.findLast(({ snapshots }) => snapshots.some(({ agent }) => agent === undefined));
  const at = last?.snapshots.findLast(({ agent, isLeftBehind }) => agent === undefined && !isLeftBehind);
  if (last === undefined || at === undefined) return [];
  const inLast = new Set(at.tasks.map(({ subject }) => subject));
  return rows
    .filter(({ end, subject }) => (end === "pending" || end === "in_progress") && inLast.has(subject))
    .map((task) => ({ kind: "task", session: last.session, at, task }) as const);
}

function openPlans(versions: readonly PlanVersion[]): readonly OpenEnd[] {
  const last = versions.at(-1);
  return last === undefined || last.plan.status === "approved"
    ? []
    : [{ kind: "plan", session: last.session, at: last.plan, plan: last }];
}

function commits(digests: readonly SessionDigest[]): readonly OpenEnd[] {
  const all = digests.flatMap(({ git, session }) => git.map((each) => ({ ...each, session })));
  return all.flatMap((each, at): OpenEnd[] => {
    const { event } = each;
    if (event.kind !== "commit" || event.replaced !== undefined || each.isLeftBehind) return [];
    const later = all.slice(at + 1).map((other) => other.event);
    // A pull request is opened from what was pushed.
    if (later.some(({ kind, folder }) => (kind === "push" || kind === "pull-request") && folder === event.folder))
      return [];
    if (later.some((other) => other.kind === "commit" && other.isAmended && other.subject === event.subject)) return [];
    return [{ kind: "commit", session: each.session, at: each, event }];
  });
}
