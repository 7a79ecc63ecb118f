/** The task list after a change: what changed in sight, the whole list folded. */

import { tasksId } from "../../src/address/anchor.ts";
import { type ListName, listOf } from "../../src/conversation/tasks.ts";
import type { Step, Task, TaskSnapshot } from "../../src/model/session.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import type { Chunk, Work } from "./chunk.ts";
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
const news: Readonly<Record<Task["status"], string>> = {
  completed: "just done",
  in_progress: "started",
  pending: "new",
  deleted: "deleted",
  unknown: "changed",
};

/** The last snapshot of each list. */
export type TaskLists = Readonly<Partial<Record<ListName, TaskSnapshot>>>;

export const noTasks: TaskLists = {};

export function withTasks(lists: TaskLists, step: Step): TaskLists {
  return step.kind === "tasks" ? { ...lists, [listOf(step.snapshot.origin)]: step.snapshot } : lists;
}

/** `lists` are those that stood until now: they tell a new task from a changed one. */
export function tasksCard(snapshot: TaskSnapshot, view: PageView, lists: TaskLists, calls: Work | undefined): Chunk[] {
  const before = lists[listOf(snapshot.origin)];
  const id = view.anchors.take(tasksId(snapshot));
  // A list written anew numbers its tasks by place: only its words tell which is which.
  const key = (task: Task) => (snapshot.origin === "task-tools" ? task.id : task.subject);
  const known = new Map((before?.tasks ?? []).map((task) => [key(task), task]));
  const isChanged = (task: Task) =>
    snapshot.origin === "task-tools"
      ? snapshot.changed.includes(task.id)
      : known.get(task.subject)?.status !== task.status;
  const isFirst = !snapshot.tasks.some((task) => known.has(key(task)));
  const shown = isFirst ? snapshot.tasks : snapshot.tasks.filter(isChanged);
  const { done, all } = progress(snapshot.tasks);
  const summary = isFirst ? `${known.size > 0 ? "new list, " : ""}created ${shown.length}` : `${shown.length} changed`;
  const strangers = new Set(snapshot.unknown);
  const news = (task: Task) =>
    strangers.delete(task.id) ? "updated, never created" : change(task, known.get(key(task)));
  const rows = shown.map((task) => taskRow(task, isChanged(task) ? news(task) : undefined));
  const rest =
    isFirst || shown.length === snapshot.tasks.length
      ? ""
      : html`<details><summary>All ${count(snapshot.tasks.length, "task")}${caret}</summary><ul>${snapshot.tasks.map((task) => taskRow(task))}</ul></details>`;
  const unknown = [...strangers].map(
    (task) =>
      html`<li class="odd"><i></i><span class="vh">Unknown task: </span><span>Task ${task}, which nobody had created</span><em>updated</em></li>`,
  );
  const head = html`<section class="card tasks" id="${id}" role="group" aria-label="Tasks, ${done} of ${all} done"><a class="hash" href="#${id}" aria-label="Link to these tasks">#</a><header><span class="kind">${glyph("decide")}Tasks</span>${bar(done, all)}<span class="n">${done} of ${all}</span><span class="end facts">${summary}</span></header><ul>${rows}${unknown}</ul>${rest}`;
  if (calls === undefined) return [html`${head}</section>\n`];
  // The calls that led to it say the same once more.
  const words = html`<details class="calls"><summary>${calls.sum}${caret}</summary>`;
  return [html`${head}${words}`, calls, html`</details></section>\n`];
}

/** The list as it stood at the end, for the header. */
export function finalTasks(tasks: readonly Task[]): SafeHtml {
  if (tasks.length === 0) return html``;
  const { done, all } = progress(tasks);
  return html`<details class="card tasks final"><summary><span class="kind">${glyph("decide")}Tasks</span>${bar(done, all)}<span class="n">${done} of ${all} done at the end</span>${caret}</summary><ul>${tasks.map((task) => taskRow(task))}</ul></details>`;
}

function progress(tasks: readonly Task[]): { readonly done: number; readonly all: number } {
  const kept = tasks.filter((task) => task.status !== "deleted");
  return { done: kept.filter((task) => task.status === "completed").length, all: kept.length };
}

function bar(done: number, all: number): SafeHtml {
  const width = all === 0 ? 0 : Math.round((done / all) * 100);
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="6"/><rect width="${width}" height="6"/></svg>`;
}

function change(task: Task, before: Task | undefined): string {
  if (before === undefined) return task.status === "pending" ? "new" : news[task.status];
  if (before.status !== task.status) return task.status === "pending" ? "put back" : news[task.status];
  if (before.subject !== task.subject) return "renamed";
  if (before.owner !== task.owner && task.owner !== undefined) return `given to ${task.owner}`;
  return "changed";
}

function taskRow(task: Task, changed?: string): SafeHtml {
  const mark = changed === "new" ? "new" : classes[task.status];
  const blocked =
    task.blockedBy !== undefined && task.blockedBy.length > 0
      ? html` <small>after ${task.blockedBy.map((id) => `#${id}`).join(", ")}</small>`
      : "";
  const owner = task.owner === undefined ? "" : html` <small>${task.owner}</small>`;
  const description =
    task.description === undefined || changed === undefined ? "" : html`<small class="why">${task.description}</small>`;
  return html`<li${mark === "" ? "" : html` class="${mark}"`}><i></i><span class="vh">${words[task.status]}: </span><span>${task.subject}${owner}${blocked}${description}</span>${changed === undefined ? "" : html`<em>${changed}</em>`}</li>`;
}
