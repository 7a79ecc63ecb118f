/** What a snapshot of a task list changed, as people say it. */

import type { Step, Task, TaskSnapshot } from "../model/session.ts";
import { type ListName, listOf } from "./tasks.ts";

/** The last snapshot of each list. */
export type TaskLists = Readonly<Partial<Record<ListName, TaskSnapshot>>>;

export const noTasks: TaskLists = {};

export function withTasks(lists: TaskLists, step: Step): TaskLists {
  return step.kind === "tasks" ? { ...lists, [listOf(step.snapshot.origin)]: step.snapshot } : lists;
}

export interface TaskChange {
  readonly task: Task;
  /** "started", "renamed"; absent for one that only stands in the list. */
  readonly change?: string;
}

export interface TaskChanges {
  /** The whole list is new: what it shows is all of it. */
  readonly isNew: boolean;
  /** Another list stood there before it. */
  readonly isReplacing: boolean;
  readonly changed: readonly TaskChange[];
  /** Ids that were updated without a task of that id. */
  readonly strangers: readonly string[];
}

const news: Readonly<Record<Task["status"], string>> = {
  completed: "just done",
  in_progress: "started",
  pending: "new",
  deleted: "deleted",
  unknown: "changed",
};

/** `lists` are those that stood until now: they tell a new task from a changed one. */
export function taskChanges(snapshot: TaskSnapshot, lists: TaskLists): TaskChanges {
  const before = lists[listOf(snapshot.origin)];
  const isTools = snapshot.origin === "task-tools";
  // A list written anew numbers its tasks by place: only its words tell which is which.
  const key = (task: Task): string => (isTools ? task.id : task.subject);
  const known = new Map((before?.tasks ?? []).map((task) => [key(task), task]));
  const isChanged = (task: Task): boolean =>
    isTools ? snapshot.changed.includes(task.id) : known.get(task.subject)?.status !== task.status;
  const isNew = !snapshot.tasks.some((task) => known.has(key(task)));
  const strangers = new Set(snapshot.unknown);
  const words = (task: Task): string =>
    strangers.delete(task.id) ? "updated, never created" : change(task, known.get(key(task)));
  const shown = isNew ? snapshot.tasks : snapshot.tasks.filter(isChanged);
  const changed = shown.map((task) => (isChanged(task) ? { task, change: words(task) } : { task }));
  return { isNew, isReplacing: isNew && known.size > 0, changed, strangers: [...strangers] };
}

function change(task: Task, before: Task | undefined): string {
  if (before === undefined) return task.status === "pending" ? "new" : news[task.status];
  if (before.status !== task.status) return task.status === "pending" ? "put back" : news[task.status];
  if (before.subject !== task.subject) return "renamed";
  if (before.owner !== task.owner && task.owner !== undefined) return `given to ${task.owner}`;
  return "changed";
}

/** Deleted tasks do not count. */
export function taskProgress(tasks: readonly Task[]): { readonly done: number; readonly all: number } {
  const kept = tasks.filter((task) => task.status !== "deleted");
  return { done: kept.filter((task) => task.status === "completed").length, all: kept.length };
}
