/** Running task lists, and a snapshot after every change at its place. Changes in a row make one snapshot. */

import { record, words } from "../log/fields.ts";
import type { Step, Task, TaskSnapshot, ToolCall } from "../model/session.ts";
import { isBeside } from "./steps.ts";
import type { TurnDraft } from "./turn-draft.ts";

type Origin = TaskSnapshot["origin"];

/** A session may write to-dos first and make tasks later: two lists, whose ids have nothing to do with each other. */
export type ListName = "todos" | "tasks";

export const listOf = (origin: Origin): ListName => (origin === "task-tools" ? "tasks" : "todos");

export type Lists = Readonly<Partial<Record<ListName, readonly Task[]>>>;

/** Puts the snapshots into the turns and gives them in order. */
export function addTasks(turns: readonly TurnDraft[], before: Lists = {}): readonly TaskSnapshot[] {
  const lists = new TaskLists(before);
  for (const turn of turns) {
    for (const version of turn.otherVersions ?? []) addTasks(version, lists.current);
    const steps: Step[] = [];
    if (turn.todos !== undefined && turn.todos.length > 0) lists.replace(turn, turn.todos, "user-todos", steps);
    for (const step of turn.steps) {
      if (!isQuiet(step)) lists.flush(steps);
      steps.push(step);
      if (step.kind === "call") lists.apply(step, step.call, steps);
      lists.extend(step, steps);
    }
    lists.flush(steps);
    turn.steps.length = 0;
    for (const step of steps) turn.steps.push(step);
  }
  return lists.snapshots;
}

/** Each list as its last snapshot has it. */
export function finalLists(snapshots: readonly TaskSnapshot[]): Lists {
  const lists: Partial<Record<ListName, readonly Task[]>> = {};
  for (const { origin, tasks } of snapshots) lists[listOf(origin)] = tasks.filter(({ status }) => status !== "deleted");
  return lists;
}

/** What may stand between two changes that make one snapshot. */
function isQuiet(step: Step): boolean {
  if (step.kind === "thinking" || isBeside(step)) return true;
  if (step.kind !== "call") return false;
  return step.call.kind.startsWith("task") || step.call.kind.startsWith("todo");
}

type ChangedBy = Pick<Step, "id" | "at"> & { readonly time?: Step["time"] | undefined };

/** The changes since the last snapshot, all of one list. */
interface Changes {
  readonly origin: Origin;
  by: ChangedBy;
  /** How many steps stood there after the last change. */
  end: number;
  readonly changed: Set<string>;
  readonly unknown: Set<string>;
}

class TaskLists {
  readonly snapshots: TaskSnapshot[] = [];
  readonly #lists: Readonly<Record<ListName, Map<string, Task>>>;
  #changes: Changes | undefined;

  constructor({ todos = [], tasks = [] }: Lists) {
    const byId = (list: readonly Task[]) => new Map(list.map((task) => [task.id, task]));
    this.#lists = { todos: byId(todos), tasks: byId(tasks) };
  }

  get current(): Lists {
    return { todos: [...this.#lists.todos.values()], tasks: [...this.#lists.tasks.values()] };
  }

  apply(step: ChangedBy, call: ToolCall, steps: Step[]): void {
    const isDone = call.outcome.state === "ok" || call.outcome.state === "none";
    if (call.kind === "todoWrite" && isDone) this.replace(step, call.todos, originOf(call), steps);
    else if (call.kind === "taskCreate" && isDone) {
      this.#put(step, steps, {
        id: call.taskId ?? call.id,
        subject: call.subject,
        status: "pending",
        ...(call.description === undefined ? {} : { description: call.description }),
        ...(call.activeForm === undefined ? {} : { activeForm: call.activeForm }),
      });
    } else if (call.kind === "taskUpdate" && isDone) this.#update(step, steps, call);
  }

  #update(step: ChangedBy, steps: Step[], call: Extract<ToolCall, { kind: "taskUpdate" }>): void {
    const { tasks } = this.#lists;
    const before = tasks.get(call.taskId);
    if (before === undefined) {
      const changes = this.#put(step, steps, {
        id: call.taskId,
        subject: call.subject ?? `Task ${call.taskId}`,
        status: "unknown",
      });
      changes.unknown.add(call.taskId);
      return;
    }
    for (const blocked of call.addBlocks ?? []) {
      const other = tasks.get(blocked);
      if (other !== undefined) tasks.set(blocked, { ...other, blockedBy: union(other.blockedBy, [call.taskId]) });
    }
    this.#put(step, steps, {
      ...before,
      ...(call.status === undefined ? {} : { status: statusOf(call.status) }),
      ...(call.subject === undefined ? {} : { subject: call.subject }),
      ...(call.description === undefined ? {} : { description: call.description }),
      ...(call.activeForm === undefined ? {} : { activeForm: call.activeForm }),
      ...(call.owner === undefined ? {} : { owner: call.owner }),
      ...(call.addBlockedBy === undefined ? {} : { blockedBy: union(before.blockedBy, call.addBlockedBy) }),
    });
  }

  /** A whole list at once; only what differs counts as changed. */
  replace(step: ChangedBy, written: readonly unknown[], origin: Origin, steps: Step[]): void {
    const { todos } = this.#lists;
    const before = new Map([...todos.values()].map((task) => [task.subject, task]));
    const after = written.flatMap((todo, index) => taskOf(todo, index) ?? []);
    const isSame =
      after.length === todos.size && after.every((task) => before.get(task.subject)?.status === task.status);
    if (isSame) return;
    const { changed } = this.#change(step, origin, steps);
    todos.clear();
    for (const task of after) {
      todos.set(task.id, task);
      if (before.get(task.subject)?.status !== task.status) changed.add(task.id);
    }
  }

  #put(step: ChangedBy, steps: Step[], task: Task): Changes {
    const changes = this.#change(step, "task-tools", steps);
    this.#lists.tasks.set(task.id, task);
    changes.changed.add(task.id);
    return changes;
  }

  #change(by: ChangedBy, origin: Origin, steps: Step[]): Changes {
    if (this.#changes !== undefined && this.#changes.origin !== origin) this.flush(steps);
    this.#changes ??= { origin, by, end: 0, changed: new Set(), unknown: new Set() };
    this.#changes.by = by;
    this.#changes.end = steps.length;
    return this.#changes;
  }

  /** Reading the list, and what hooks say of a change, goes with the change that it follows. */
  extend(step: Step, steps: readonly Step[]): void {
    const isOfChange = step.kind === "call" || (step.kind === "event" && step.call !== undefined);
    if (this.#changes !== undefined && isOfChange && this.#changes.end === steps.length - 1) this.#changes.end++;
  }

  /** The snapshot stands right after the last change: what was thought of it comes after. */
  flush(steps: Step[]): void {
    const changes = this.#changes;
    if (changes === undefined) return;
    const { origin, by, changed, unknown } = changes;
    const list = this.#lists[listOf(origin)];
    const snapshot: TaskSnapshot = {
      entry: by.id,
      origin,
      tasks: [...list.values()],
      changed: [...changed],
      ...(unknown.size === 0 ? {} : { unknown: [...unknown] }),
    };
    this.snapshots.push(snapshot);
    steps.splice(changes.end, 0, {
      id: by.id,
      at: by.at,
      ...(by.time === undefined ? {} : { time: by.time }),
      kind: "tasks",
      snapshot,
    });
    // A deleted task leaves the list; the snapshot above keeps it.
    for (const task of snapshot.tasks) if (task.status === "deleted") list.delete(task.id);
    this.#changes = undefined;
  }
}

/** Whole lists that other agents write, by what they call it. */
const origins: ReadonlyMap<string, Origin> = new Map<string, Origin>([
  ["update_plan", "update-plan"],
  ["write_todos", "write-todos"],
  ["todowrite", "todowrite"],
]);

const originOf = (call: ToolCall): Origin => origins.get(call.name) ?? "todo-write";

function taskOf(todo: unknown, index: number): Task | undefined {
  const subject = words(todo, "content") ?? words(todo, "subject");
  if (record(todo) === undefined || subject === undefined) return undefined;
  const activeForm = words(todo, "activeForm");
  return {
    id: words(todo, "id") ?? String(index + 1),
    subject,
    status: statusOf(words(todo, "status") ?? "pending"),
    ...(activeForm === undefined ? {} : { activeForm }),
  };
}

function statusOf(status: string): Task["status"] {
  return status === "pending" || status === "in_progress" || status === "completed" || status === "deleted"
    ? status
    : "unknown";
}

function union(a: readonly string[] | undefined, b: readonly string[]): readonly string[] {
  return [...new Set([...(a ?? []), ...b])];
}
