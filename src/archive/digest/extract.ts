/** Decisions and commits of one session, for lists over the whole archive. */
import { agentPath, sessionPath } from "../../address/paths.ts";
import type { SessionRecord } from "../../model/archive.ts";
import type { Place } from "../../model/collections.ts";
import type { DecisionRecord, Fate, SessionExtract } from "../../model/decisions.ts";
import type { Moment, PlanDigest, QuestionDigest, SessionDigest } from "../../model/digest.ts";
import { excerpt } from "../../text/format.ts";
import { plainText } from "../../text/plain-text.ts";
import { given } from "../../tools/given.ts";
import { isSameText } from "../story/plans.ts";

/** A line or two each: the place has all of it. */
const longestTitle = 300;
const longestWords = 600;

export function sessionExtract(digest: SessionDigest, record: SessionRecord): SessionExtract {
  const place = ({ anchor, time, agent }: Moment): Place => {
    const own = agent === undefined ? undefined : record.agents.find(({ id }) => id === agent);
    return {
      session: record.id,
      ...(agent === undefined ? {} : { agent }),
      path: own === undefined ? sessionPath(record) : agentPath(record, own),
      anchor,
      ...(time === undefined ? {} : { time }),
    };
  };
  const { project } = record;
  const words = (text: string | undefined): { readonly words?: string } =>
    text === undefined || text.trim() === "" ? {} : { words: excerpt(text, longestWords) };
  const plans = digest.plans
    .filter((plan) => isOwn(plan, digest))
    .map((plan): DecisionRecord => {
      const fate = planFate(plan, digest);
      const where = plan.implementedIn ?? (fate === "implemented" ? record.id : undefined);
      return {
        ...place(plan),
        ...{ kind: "plan", project, title: excerpt(plan.title, longestTitle), fate },
        ...words(plan.feedback?.text),
        ...(where === undefined ? {} : { implementedIn: where }),
        ...(plan.isPrompt ? { isFromElsewhere: true as const } : {}),
      };
    });
  const questions = digest.questions.map(
    (each): DecisionRecord => ({
      ...place(each),
      ...{
        kind: "question",
        project,
        title: excerpt(plainText(each.question.text), longestTitle),
        chosen: each.chosen,
      },
      fate: questionFate(each),
      ...words(each.own?.text),
    }),
  );
  // A rule or a hook decides nothing anew.
  const rejections = digest.rejections
    .filter(({ by, tool }) => by === "person" && tool !== "AskUserQuestion" && tool !== "ExitPlanMode")
    .map(
      (each): DecisionRecord => ({
        ...place(each),
        ...{
          kind: "rejection",
          project,
          title: excerpt(`${each.tool} ${each.summary}`, longestTitle),
          fate:
            each.doneLater === "same" ? "allowed-later" : each.doneLater === "otherwise" ? "done-otherwise" : "refused",
        },
        ...words(each.feedback?.text),
      }),
    );
  const order = new Map(
    [...digest.plans, ...digest.questions, ...digest.rejections].map((each) => [each.anchor, each.order]),
  );
  return {
    decisions: [...plans, ...questions, ...rejections].sort(
      (a, b) => (order.get(a.anchor) ?? 0) - (order.get(b.anchor) ?? 0),
    ),
    commits: digest.git.map(({ event, ...at }) => ({
      ...place(at),
      project,
      event,
      ...given({ web: event.folder === undefined ? digest.web : event.web }),
    })),
  };
}

/** A plan that is a prompt was proposed before: here, or in a session that says so itself. */
const isOwn = (plan: PlanDigest, { plans }: SessionDigest): boolean =>
  !plan.isPrompt ||
  (plan.plannedIn === undefined &&
    plan.proposedAs === undefined &&
    !plans.some((other) => !other.isPrompt && other.entry === plan.entry));

function planFate(plan: PlanDigest, { plans, edits }: SessionDigest): Fate {
  if (plan.isLeftBehind) return "undone";
  if (plan.status === "pending") return "unanswered";
  if (plan.status === "rejected") {
    const later = plans.find(({ order, isLeftBehind }) => order > plan.order && !isLeftBehind);
    return later === undefined ? "rejected" : isSameText(plan, later) ? "proposed-again" : "changed";
  }
  if (plan.implementedIn !== undefined) return "implemented";
  return edits.some(
    (edit) => edit.outcome === "ok" && !edit.isPlanFile && (edit.order > plan.order || edit.turn > plan.turn),
  )
    ? "implemented"
    : "never-done";
}

const questionFate = ({ isLeftBehind, isAnswered }: QuestionDigest): Fate =>
  isLeftBehind ? "undone" : isAnswered ? "answered" : "unanswered";
