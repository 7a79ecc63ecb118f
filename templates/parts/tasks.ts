/** The task list after a change: what changed in sight, the whole list folded. */

import { tasksId } from "../../src/address/anchor.ts";
import { type TaskChanges, type TaskLists, taskChanges, taskProgress } from "../../src/conversation/task-changes.ts";
import type { Task, TaskSnapshot } from "../../src/model/session.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { around, type Chunk, type Work } from "./chunk.ts";
import { caret, glyph } from "./glyph.ts";
import type { PageView } from "./page-view.ts";

const classes: Readonly<Record<Task["status"], string>> = {
  completed: "done",
  in_progress: "now",
  pending: "",
  deleted: "gone",
  unknown: "odd",
};
const words: Readonly<Record<Task["status"], string>> = {
  completed: "Done",
  in_progress: "In progress",
  pending: "Pending",
  deleted: "Deleted",
  unknown: "Unknown state",
};

/** `calls` are those that led to it. */
export function tasksChunks(snapshot: TaskSnapshot, view: PageView, lists: TaskLists, calls?: Work): Chunk[] {
  const id = view.anchors.take(tasksId(snapshot));
  const changes = taskChanges(snapshot, lists);
  if (calls === undefined) return [taskCard(snapshot, changes, id)];
  return around((list) => taskCard(snapshot, changes, id, taskCalls(calls.sum, list)), [calls]);
}

/** The task list after a change; it gets the snapshot, what changed, its id, and the calls that led to it. */
export const taskCard = part(
  "taskCard",
  (snapshot: TaskSnapshot, changes: TaskChanges, id: string, calls: SafeHtml = html``): SafeHtml => {
    const { tasks } = snapshot;
    const { isNew, isReplacing, changed, strangers } = changes;
    const { done, all } = taskProgress(tasks);
    const summary = isNew ? `${isReplacing ? "new list, " : ""}created ${changed.length}` : `${changed.length} changed`;
    const rest =
      isNew || changed.length === tasks.length
        ? ""
        : html`<details><summary>All ${count(tasks.length, "task")}${caret()}</summary><ul>${tasks.map((task) => taskRow(task))}</ul></details>`;
    const unknown = strangers.map(
      (task) =>
        html`<li class="odd"><i></i><span class="vh">Unknown task: </span><span>Task ${task}, which nobody had created</span><em>updated</em></li>`,
    );
    return html`<section class="card tasks" id="${id}" role="group" aria-label="Tasks, ${done} of ${all} done"><a class="hash" href="#${id}" aria-label="Link to these tasks">#</a><header><span class="kind">${glyph("decide")}Tasks</span>${taskBar(done, all)}<span class="n">${done} of ${all}</span><span class="end facts">${summary}</span></header><ul>${changed.map(({ task, change }) => taskRow(task, change))}${unknown}</ul>${rest}${calls}</section>\n`;
  },
);

/** The calls that changed a task list, folded: they say the same once more. It gets them in one phrase, and their list. */
export const taskCalls = part(
  "taskCalls",
  (sum: string, calls: SafeHtml): SafeHtml =>
    html`<details class="calls"><summary>${sum}${caret()}</summary>${calls}</details>`,
);

/** The list as it stood at the end, for the head of a session; it gets the tasks. */
export const finalTasks = part("finalTasks", (tasks: readonly Task[]): SafeHtml => {
  if (tasks.length === 0) return html``;
  const { done, all } = taskProgress(tasks);
  return html`<details class="card tasks final"><summary><span class="kind">${glyph("decide")}Tasks</span>${taskBar(done, all)}<span class="n">${done} of ${all} done at the end</span>${caret()}</summary><ul>${tasks.map((task) => taskRow(task))}</ul></details>`;
});

/** How much of a task list is done, as a bar; it gets how many are done, and how many there are. */
export const taskBar = part("taskBar", (done: number, all: number): SafeHtml => {
  const width = all === 0 ? 0 : Math.round((done / all) * 100);
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="6"/><rect width="${width}" height="6"/></svg>`;
});

/** One task; it gets the task, and what changed about it ("started"), where something did. */
export const taskRow = part("taskRow", (task: Task, change?: string): SafeHtml => {
  const mark = change === "new" ? "new" : classes[task.status];
  const blocked =
    task.blockedBy !== undefined && task.blockedBy.length > 0
      ? html` <small>after ${task.blockedBy.map((id) => `#${id}`).join(", ")}</small>`
      : "";
  const isNamed = task.owner === undefined || change?.endsWith(` ${task.owner}`);
  const owner = isNamed ? "" : html` <small>${task.owner}</small>`;
  const description =
    task.description === undefined || (change !== "new" && change !== "changed")
      ? ""
      : html`<small class="why">${task.description}</small>`;
  return html`<li${mark === "" ? "" : html` class="${mark}"`}><i></i><span class="vh">${words[task.status]}: </span><span>${task.subject}${owner}${blocked}${description}</span>${change === undefined ? "" : html`<em>${change}</em>`}</li>`;
});
