/** Tasks and the prompts that changed them: only changes are marked, the line runs while a task is open. */
import { roleWords } from "../../../src/model/archive.ts";
import type { TaskRow, TaskState, TaskTable } from "../../../src/model/story.ts";
import { count } from "../../../src/text/format.ts";
import { html, type SafeHtml } from "../../../src/text/html.ts";
import { part } from "../../theme.ts";
import { fittingCount } from "../../within-page.ts";
import { caret } from "../glyph.ts";
import type { StoryView } from "./view.ts";

const stateWords: Readonly<Record<TaskState, string>> = {
  pending: "pending",
  in_progress: "in progress",
  completed: "done",
  deleted: "struck",
  unknown: "unknown",
};
const stateMarks: Readonly<Record<TaskState, string>> = {
  pending: "p",
  in_progress: "w",
  completed: "d",
  deleted: "x",
  unknown: "p",
};

/** "6 of 8 done, 1 struck". */
export function taskCounts({ rows }: TaskTable): string {
  const done = rows.filter(({ end }) => end === "completed").length;
  const struck = rows.filter(({ end }) => end === "deleted").length;
  return `${done} of ${rows.length} done${struck === 0 ? "" : `, ${struck} struck`}`;
}

/** The tasks' way through a story; it gets the story's page. Nothing where there were no tasks. */
export const storyTasks = part("storyTasks", (view: StoryView): SafeHtml => {
  const { tasks } = view.story;
  if (tasks.rows.length === 0) return html``;
  const rows = tasks.rows.slice(0, fittingCount(view.room.tasks));
  const left = tasks.rows.length - rows.length;
  const notes = [
    ...(left === 0 ? [] : [`${count(left, "more task")} ${left === 1 ? "is" : "are"} in the sessions.`]),
    ...(tasks.left === 0
      ? []
      : [
          `${count(tasks.left, "change")} between the first and the last ones ${tasks.left === 1 ? "is" : "are"} left out.`,
        ]),
  ];
  return html`<section class="annal" id="tasks" aria-labelledby="tasks-h"><div class="label"><h2 id="tasks-h"><span class="node none" aria-hidden="true"></span>Tasks</h2><p>${taskCounts(tasks)}</p></div><div>${taskMatrix(tasks, rows, view)}
<p class="key" aria-hidden="true"><span class="m s-p"><i></i>pending</span><span class="m s-w"><i></i>in progress</span><span class="m s-d"><i></i>done</span><span class="m s-x"><i></i>struck</span></p>${notes.length === 0 ? "" : html`<p class="remark">${notes.join(" ")}</p>`}
${taskWords(rows, view)}</div></section>\n`;
});

/** Tasks by the prompts that changed them; it gets the tasks, the rows to show, and the story's page. */
export const taskMatrix = part(
  "taskMatrix",
  ({ columns }: TaskTable, rows: readonly TaskRow[], view: StoryView): SafeHtml => {
    const groups: { role: string; span: number }[] = [];
    columns.forEach((column) => {
      const role = view.archive.session(column.session)?.role ?? "single";
      if (column.isFirst || groups.length === 0) groups.push({ role: roleWords[role], span: 1 });
      else (groups.at(-1) as { span: number }).span++;
    });
    const heads = columns.map((column) => {
      const turn = view.story.parts
        .find(({ session }) => session.id === column.session)
        ?.beats.flatMap(({ turns }) => turns)[0];
      const words = column.isFirst ? ", first list" : turn === undefined ? "" : ", after a prompt";
      return html`<th scope="col"><a href="${view.moment(column.session, column)}">${column.time === undefined ? "–" : view.hour(column.time)}<span class="vh">${words}</span></a></th>`;
    });
    const body = rows.map((row) => {
      const mark = row.end === "deleted" ? html` class="is-x"` : row.end === "completed" ? "" : html` class="is-o"`;
      return html`<tr${mark}><th scope="row">${row.subject}<small>${endWords(row, view)}</small></th>${cells(row)}</tr>`;
    });
    return html`<table class="tmx"><caption class="vh">State of each task after each prompt that changed the list</caption><thead><tr><td></td>${groups.map(({ role, span }) => html`<th scope="colgroup" colspan="${span}">${role}</th>`)}</tr><tr><td></td>${heads}</tr></thead><tbody>${body}</tbody></table>`;
  },
);

function endWords({ end, ended }: TaskRow, view: StoryView): SafeHtml {
  if (end === "completed") return ended === undefined ? html`done` : html`done ${view.hour(ended)}`;
  if (end === "deleted") return ended === undefined ? html`struck` : html`struck ${view.hour(ended)}`;
  return html`${end === "in_progress" ? "begun, not done" : "not done"}`;
}

/** A mark where the state changed, and in the last column of a task that did not end. */
function cells({ states, end }: TaskRow): SafeHtml {
  const last = states.findLastIndex((state) => state !== null);
  const first = states.findIndex((state) => state !== null);
  return html`${states.map((state, at) => {
    if (state === null) return html`<td class="m"></td>`;
    const isOpen = at === last && end !== "completed" && end !== "deleted";
    const isMarked = states[at - 1] !== state || isOpen;
    const line = first === last ? "" : at === first ? " a" : at === last ? " z" : " b";
    return html`<td class="m${isMarked ? ` s-${stateMarks[state]}` : ""}${line}"><i aria-hidden="true"></i><span class="vh">${isOpen && states[at - 1] === state ? "still " : ""}${stateWords[state]}</span></td>`;
  })}`;
}

/** The same in words; it gets the rows to show, and the story's page. */
export const taskWords = part("taskWords", (rows: readonly TaskRow[], view: StoryView): SafeHtml => {
  const at = (iso: TaskRow["set"], none: string): SafeHtml => (iso === undefined ? html`${none}` : view.dayHour(iso));
  const lines = rows.map(
    (row) =>
      html`<tr><th scope="row">${row.subject}</th><td>${at(row.set, "–")}</td><td>${at(row.begun, "never marked")}</td><td>${at(row.ended, "–")}</td><td>${stateWords[row.end]}</td></tr>`,
  );
  return html`<details class="data"><summary>In words, with times${caret()}</summary><div class="scroll" tabindex="0" role="group" aria-label="Tasks in words"><table class="tbl small"><thead><tr><th scope="col">Task</th><th scope="col">Set</th><th scope="col">Begun</th><th scope="col">Ended</th><th scope="col">How</th></tr></thead><tbody>${lines}</tbody></table></div></details>`;
});
