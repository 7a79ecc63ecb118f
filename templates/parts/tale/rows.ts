/** What came of a prompt, a row each: the whole row is a link to its moment. */
import type { Moment } from "../../../src/model/digest.ts";
import type { SessionId } from "../../../src/model/session.ts";
import type { ChangedFile, Happening } from "../../../src/model/story.ts";
import { count, duration, excerpt, fileName, modelName } from "../../../src/text/format.ts";
import { html, join, type SafeHtml } from "../../../src/text/html.ts";
import { plainText } from "../../../src/text/plain-text.ts";
import { firstSentences } from "../../../src/text/sentences.ts";
import { part } from "../../theme.ts";
import { addedRemoved } from "../facts.ts";
import { planChip } from "../plan.ts";
import { eventWords, gitGlyph, gitWords } from "./git.ts";
import type { StoryView } from "./view.ts";

type Sign =
  | "agent"
  | "commit"
  | "decide"
  | "delegate"
  | "change"
  | "fail"
  | "ok"
  | "open"
  | "pr"
  | "reach"
  | "run"
  | "stop";

export const sign = (kind: Sign): SafeHtml => html`<span class="g k-${kind}" aria-hidden="true"></span>`;

/** A row that is a link as a whole. */
export const momentLink = (
  view: StoryView,
  session: SessionId,
  at: Moment,
  glyph: SafeHtml,
  words: SafeHtml,
): SafeHtml => html`<a href="${view.moment(session, at)}">${glyph}<span>${words}</span>${view.hour(at.time)}</a>`;

/** What came of a prompt in one row; it gets what happened, the session, and the story's page. */
export const storyRow = part("storyRow", (happening: Happening, session: SessionId, view: StoryView): SafeHtml => {
  const row = (glyph: SafeHtml, words: SafeHtml): SafeHtml =>
    html`<li>${momentLink(view, session, happening.at, glyph, words)}</li>`;
  switch (happening.kind) {
    case "agent":
      return row(sign("delegate"), agentWords(happening));
    case "question":
      return row(sign("decide"), questionWords(happening));
    case "plan": {
      const { plan, version, versions, isAgain } = happening.plan;
      const which = versions > 1 ? html`Plan, version ${version}${isAgain ? ", proposed again" : ""}` : html`Plan`;
      return html`<li class="ver">${momentLink(view, session, happening.at, sign("decide"), html`${which}: <b>${excerpt(plan.title, 120)}</b> ${planChip(plan)}`)}</li>`;
    }
    case "rejection":
      return row(sign("stop"), rejectionWords(happening));
    case "failure":
      return failureRow(happening, session, view);
    case "changes":
      return row(sign("change"), changeWords(happening.files));
    case "tests":
      return row(
        sign("ok"),
        html`<code>${excerpt(happening.run.summary, 100)}</code> <b>${happening.run.tests.passed} of ${happening.run.tests.passed + happening.run.tests.failed} passed</b>`,
      );
    case "git":
      return row(gitGlyph(happening.event), gitWords(happening.event));
    case "event":
      return row(
        sign(happening.event.event === "api-error" ? "fail" : "stop"),
        html`${eventWords(happening.event)}${happening.times === undefined ? "" : `, ${happening.times} times`}`,
      );
  }
});

type Of<Kind extends Happening["kind"]> = Extract<Happening, { kind: Kind }>;

function agentWords({ agent }: Of<"agent">): SafeHtml {
  const facts = [
    agent.description === undefined ? undefined : html`“${agent.description}”`,
    agent.models[0] === undefined ? undefined : html`${modelName(agent.models[0])}`,
    agent.calls === 0
      ? undefined
      : html`${count(agent.calls, "call")}${agent.failures > 0 ? `, ${agent.failures} failed` : ""}`,
  ].filter((fact) => fact !== undefined);
  const words = agent.words === undefined ? "" : excerpt(plainText(firstSentences(agent.words.text, 2, 260)), 260);
  return html`<b>${agent.type ?? "Agent"}</b>${facts.length === 0 ? "" : html`, ${join(facts, ", ")}`}${words === "" ? "" : html`: “${words}”`}`;
}

function questionWords({ question: { question, chosen, own, isAnswered } }: Of<"question">): SafeHtml {
  const answers = [
    ...chosen.map((label) => html`${label}`),
    ...(own === undefined ? [] : [html`“${excerpt(own.text, 400)}”`]),
  ];
  const answer =
    isAnswered && answers.length > 0
      ? html`<b>${join(answers, ", ")}</b>`
      : html`<span class="chip">not answered</span>`;
  return html`${excerpt(question.text, 300)} ${answer}`;
}

const refusedBy = { person: "rejected", rule: "permission denied", hook: "blocked by a hook" } as const;

function rejectionWords({ rejection: { tool, summary, by, feedback } }: Of<"rejection">): SafeHtml {
  const words = feedback === undefined ? "" : html`: “${excerpt(feedback.text, 400)}”`;
  return html`${tool} <code>${excerpt(summary, 120)}</code> <b>${refusedBy[by]}</b>${words}`;
}

/** A failed call, and what mended it; it gets the failure, the session, and the story's page. */
export const failureRow = part(
  "failureRow",
  (happening: Of<"failure">, session: SessionId, view: StoryView): SafeHtml => {
    const { failure } = happening;
    const { mended, tests } = failure;
    const result =
      tests === undefined || tests.failed === 0
        ? failure.words
        : `${tests.failed} of ${tests.passed + tests.failed} failed`;
    const error = failure.error === undefined ? "" : html`: ${excerpt(failure.error, 160)}`;
    const failed = momentLink(
      view,
      session,
      failure,
      sign("fail"),
      html`${failure.tool === "Bash" ? "" : html`${failure.tool} `}<code>${excerpt(failure.summary, 120)}</code> <b>${result}</b>${error}`,
    );
    if (mended === undefined) return html`<li>${failed}</li>`;
    const passed = mended.tests;
    const after = mended.afterMs === undefined ? "later" : `${duration(mended.afterMs)} later`;
    const words =
      passed === undefined || passed.passed === 0
        ? html`<b>Went well</b> ${after}`
        : html`<b>${passed.passed} of ${passed.passed + passed.failed} passed</b> ${after}`;
    return html`<li class="mended">${failed}${momentLink(view, session, mended, sign("ok"), words)}</li>`;
  },
);

const mostFiles = 8;

function changeWords(files: readonly ChangedFile[]): SafeHtml {
  const shown = files
    .slice(0, mostFiles)
    .map((file) => html`<code>${fileName(file.path)}</code>${file.created ? " new," : ""} ${addedRemoved(file)}`);
  const rest = files.slice(mostFiles);
  const sum = rest.reduce((all, file) => ({ added: all.added + file.added, removed: all.removed + file.removed }), {
    added: 0,
    removed: 0,
  });
  return html`${join(shown, ", ")}${rest.length === 0 ? "" : html` and ${count(rest.length, "more file")} ${addedRemoved(sum)}`}`;
}

/** Rows of a beat, as many as there is room for. Failures, decisions and commits stay; a row counts the others. */
export function storyRows(came: readonly Happening[], session: SessionId, view: StoryView): SafeHtml {
  if (came.length === 0) return html``;
  const { rows } = view.room;
  const keep = new Set(came.length <= rows ? came : [...came].sort((a, b) => rank(a) - rank(b)).slice(0, rows));
  const left = came.filter((each) => !keep.has(each));
  const more =
    left.length === 0 || left[0] === undefined
      ? ""
      : html`<li>${momentLink(view, session, left[0].at, sign("open"), html`and ${count(left.length, "more row")}, in the session itself`)}</li>`;
  return html`<ul>${came.filter((each) => keep.has(each)).map((each) => storyRow(each, session, view))}${more}</ul>`;
}

/** What goes last where there is little room. */
const order: readonly Happening["kind"][] = [
  "plan",
  "git",
  "question",
  "rejection",
  "changes",
  "failure",
  "event",
  "agent",
  "tests",
];
const rank = (happening: Happening): number =>
  happening.kind === "failure" && happening.failure.mended === undefined ? 2.5 : order.indexOf(happening.kind);
