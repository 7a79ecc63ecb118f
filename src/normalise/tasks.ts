/** One running task list, and a snapshot after every change at its place. Changes in a row make one snapshot. */
import type { EntryId, Step, Task, TaskSnapshot } from "../model.ts";
import { record, words } from "../read/fields.ts";
import type { ToolCall } from "../tools/index.ts";
import type { TurnDraft } from "./turn-draft.ts";

type Origin = TaskSnapshot["origin"];

/** Puts the snapshots into the turns and gives them in order. */
export function addTasks(turns: readonly TurnDraft[], before: Iterable<Task> = []): readonly TaskSnapshot[] {
  const list = new TaskList(before);
  for (const turn of turns) {
    for (const version of turn.otherVersions ?? []) addTasks(version, list.tasks);
    if (turn.todos !== undefined && turn.todos.length > 0) list.replace(turn.id, turn.todos, "user-todos");
    const steps: Step[] = [];
    list.flush(turn.at, turn.time, steps);
    for (const step of turn.steps) {
      if (!isQuiet(step)) list.flush(step.at, step.time, steps);
      steps.push(step);
      if (step.kind === "call") list.apply(step.id, step.call);
    }
    list.flush(turn.at, turn.time, steps);
    turn.steps.length = 0;
    for (const step of steps) turn.steps.push(step);
  }
  return list.snapshots;
}

/** What may stand between two changes of the same bout. */
function isQuiet(step: Step): boolean {
  if (step.kind === "thinking" || step.kind === "event" || step.kind === "unknown") return true;
  if (step.kind !== "call") return false;
  return step.call.kind.startsWith("task") || step.call.kind.startsWith("todo");
}

class TaskList {
  readonly snapshots: TaskSnapshot[] = [];
  readonly #tasks: Map<string, Task>;
  #changed = new Set<string>();
  #unknown = new Set<string>();
  #last: { readonly entry: EntryId; readonly origin: Origin } | undefined;

  constructor(before: Iterable<Task>) {
    this.#tasks = new Map([...before].map((task) => [task.id, task]));
  }

  get tasks(): Iterable<Task> {
    return this.#tasks.values();
  }

  apply(entry: EntryId, call: ToolCall): void {
    const isDone = call.outcome.state === "ok" || call.outcome.state === "none";
    if (call.kind === "todoWrite" && isDone) this.replace(entry, call.todos, "todo-write");
    else if (call.kind === "taskCreate" && isDone) {
      this.#put(entry, {
        id: call.taskId ?? call.id,
        subject: call.subject,
        status: "pending",
        ...(call.description === undefined ? {} : { description: call.description }),
        ...(call.activeForm === undefined ? {} : { activeForm: call.activeForm }),
      });
    } else if (call.kind === "taskUpdate" && isDone) this.#update(entry, call);
  }

  #update(entry: EntryId, call: Extract<ToolCall, { kind: "taskUpdate" }>): void {
    const before = this.#tasks.get(call.taskId);
    if (before === undefined) {
      this.#unknown.add(call.taskId);
      this.#put(entry, { id: call.taskId, subject: call.subject ?? `Task ${call.taskId}`, status: "unknown" });
      return;
    }
    for (const blocked of call.addBlocks ?? []) {
      const other = this.#tasks.get(blocked);
      if (other !== undefined) this.#tasks.set(blocked, { ...other, blockedBy: union(other.blockedBy, [call.taskId]) });
    }
    this.#put(entry, {
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
  replace(entry: EntryId, todos: readonly unknown[], origin: Origin): void {
    const before = new Map([...this.#tasks.values()].map((task) => [task.subject, task]));
    const after = todos.flatMap((todo, index) => taskOf(todo, index) ?? []);
    const isSame =
      after.length === this.#tasks.size && after.every((task) => before.get(task.subject)?.status === task.status);
    if (isSame) return;
    this.#tasks.clear();
    for (const task of after) {
      this.#tasks.set(task.id, task);
      if (before.get(task.subject)?.status !== task.status) this.#changed.add(task.id);
    }
    this.#last = { entry, origin };
  }

  #put(entry: EntryId, task: Task): void {
    this.#tasks.set(task.id, task);
    this.#changed.add(task.id);
    this.#last = { entry, origin: "task-tools" };
  }

  flush(at: Step["at"], time: Step["time"], steps: Step[]): void {
    const last = this.#last;
    if (last === undefined) return;
    const change = steps.findLast(({ id }) => id === last.entry);
    const snapshot: TaskSnapshot = {
      entry: last.entry,
      origin: last.origin,
      tasks: [...this.#tasks.values()],
      changed: [...this.#changed],
      ...(this.#unknown.size === 0 ? {} : { unknown: [...this.#unknown] }),
    };
    this.snapshots.push(snapshot);
    const when = change?.time ?? time;
    steps.push({
      id: snapshot.entry,
      at: change?.at ?? at,
      ...(when === undefined ? {} : { time: when }),
      kind: "tasks",
      snapshot,
    });
    // A deleted task leaves the list; the snapshot above keeps it.
    for (const task of snapshot.tasks) if (task.status === "deleted") this.#tasks.delete(task.id);
    this.#changed = new Set();
    this.#unknown = new Set();
    this.#last = undefined;
  }
}

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
