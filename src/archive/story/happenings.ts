/** What came of the prompts of a session, in order. Looks are left out; all changes of a prompt are one row. */
import { shortPath } from "../../address/short-path.ts";
import type { EditDigest, Moment, SessionDigest } from "../../model/digest.ts";
import type { ChangedFile, Happening, PlanVersion } from "../../model/story.ts";
import { append } from "../../system/append.ts";

/** By turn; -1 is what belongs to none. */
export function happenings(
  digest: SessionDigest,
  versions: readonly PlanVersion[],
  project: string,
): ReadonlyMap<number, readonly Happening[]> {
  const found = new Map<number, Happening[]>();
  const add = (happening: Happening): void => {
    if (!happening.at.isLeftBehind) append(found, happening.at.turn, happening);
  };
  for (const agent of digest.agents) add({ kind: "agent", at: agent, agent });
  for (const question of digest.questions)
    if (question.agent === undefined) add({ kind: "question", at: question, question });
  for (const plan of versions) if (plan.session === digest.session) add({ kind: "plan", at: plan.plan, plan });
  for (const rejection of digest.rejections)
    if (rejection.agent === undefined && rejection.tool !== "AskUserQuestion")
      add({ kind: "rejection", at: rejection, rejection });
  for (const failure of digest.failures) add({ kind: "failure", at: failure, failure });
  for (const run of digest.tests)
    if (!digest.failures.some(({ mended }) => mended?.order === run.order)) add({ kind: "tests", at: run, run });
  for (const each of digest.git) add({ kind: "git", at: each, event: each.event });
  // "Accept and clear context" stops the session that planned: nobody interrupted anything.
  const cleared = digest.plans.findLast((plan) => plan.contextCleared && !plan.isPrompt);
  for (const event of digest.events) {
    const isEnd = event.event === "interrupted" && cleared !== undefined && event.order > cleared.order;
    if (event.event !== "compaction" && !(isEnd && event.turn === cleared?.turn))
      add({ kind: "event", at: event, event });
  }
  const edits = new Map<string, EditDigest[]>();
  for (const edit of doneEdits(digest)) append(edits, `${edit.turn} ${commitsBefore(edit, digest)}`, edit);
  for (const list of edits.values()) {
    const [first] = list;
    if (first !== undefined) add({ kind: "changes", at: first, files: changedFiles(list, [digest.cwd, project]) });
  }
  for (const list of found.values()) list.sort((one, two) => one.at.order - two.at.order);
  return found;
}

/** What was changed after a commit is not in it. Agents are numbered after all that the session did itself: theirs go by time. */
function commitsBefore(edit: EditDigest, { git }: SessionDigest): number {
  return git.filter(({ turn, event, order, time = "" }) => {
    if (turn !== edit.turn || event.kind !== "commit") return false;
    return edit.agent === undefined ? order < edit.order : time < (edit.time ?? "");
  }).length;
}

/** Edits that changed a file: also those of agents, not those of plans and of what a rewind left behind. */
export const doneEdits = ({ edits }: SessionDigest): readonly EditDigest[] =>
  edits.filter(({ outcome, isPlanFile, isLeftBehind }) => outcome === "ok" && !isPlanFile && !isLeftBehind);

export function changedFiles(edits: readonly EditDigest[], roots: readonly (string | undefined)[]): ChangedFile[] {
  const found = new Map<string, { path: string; edits: number; added: number; removed: number; created?: true }>();
  for (const { file: source, added, removed, created } of edits) {
    const name = shortPath(source, roots);
    const file = found.get(name) ?? { path: name, edits: 0, added: 0, removed: 0, ...(created ? { created } : {}) };
    file.edits++;
    file.added += added;
    file.removed += removed;
    found.set(name, file);
  }
  return [...found.values()];
}

/** Before or at the same time. */
export const isBefore = (one: Moment, two: Moment): boolean => one.order <= two.order;
