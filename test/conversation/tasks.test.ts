/** Tasks: one running list, a snapshot after every change. */
import { describe, expect, it } from "vitest";
import type { TaskSnapshot } from "../../src/model/session.ts";
import { A, archiveOf, B, sessionOf, stepsOf, stepsOfKind } from "../support/archive.ts";

const listed = ({ tasks }: TaskSnapshot) => tasks.map(({ id, subject, status }) => `${id} ${subject} ${status}`);

describe("task tools", () => {
  it("a task's id comes from the result, else from its text, else it is the call's", async () => {
    const { tasks } = await sessionOf("ids-of-tasks");
    expect(tasks.map(listed)).toEqual([["1 Sand pending", "2 Prime pending", "toolu_c3 Paint pending"]]);
    expect(tasks[0]?.tasks[0]).toEqual({
      id: "1",
      subject: "Sand",
      status: "pending",
      description: "Both sides",
      activeForm: "Sanding",
    });
  });

  it("each change makes a snapshot of the whole list at its place; changes in a row make one", async () => {
    const session = await sessionOf("tasks-move-on");
    expect(session.tasks.map(({ origin, changed }) => [origin, changed])).toEqual([
      ["task-tools", ["1", "2"]],
      ["task-tools", ["1"]],
      ["task-tools", ["1", "2"]],
    ]);
    expect(session.tasks.map(listed)).toEqual([
      ["1 Sand pending", "2 Paint pending"],
      ["1 Sand in_progress", "2 Paint pending"],
      ["1 Sand completed", "2 Paint twice pending"],
    ]);
    expect(stepsOf(session.turns).map(({ kind }) => kind)).toEqual([
      ...["call", "call", "tasks", "text"],
      ...["call", "tasks", "text"],
      ...["call", "call", "tasks", "text"],
    ]);
    expect(stepsOfKind(session.turns, "tasks").map(({ snapshot }) => snapshot)).toEqual(session.tasks);
  });

  it("an update may change owner, subject, description and what blocks it", async () => {
    const { tasks } = await sessionOf("tasks-move-on");
    expect(tasks[1]?.tasks[0]).toMatchObject({ owner: "bo" });
    expect(tasks[2]?.tasks[1]).toMatchObject({ subject: "Paint twice", description: "Red", blockedBy: ["1"] });
  });

  it("the final state stands in the record", async () => {
    const { archive } = await archiveOf("tasks-move-on");
    expect(archive.session(A)?.tasks.map(({ status }) => status)).toEqual(["completed", "pending"]);
  });

  it("a deleted task leaves the list, and history keeps it", async () => {
    const { archive, session } = await archiveOf("a-task-is-deleted");
    expect(session().tasks.map(listed)).toEqual([
      ["1 Sand pending", "2 Paint pending"],
      ["1 Sand deleted", "2 Paint pending"],
    ]);
    expect(archive.session(A)?.tasks.map(({ id }) => id)).toEqual(["2"]);
  });

  it("an update to an unknown id is shown as such", async () => {
    const { tasks } = await sessionOf("an-update-to-nobody");
    expect(tasks).toMatchObject([{ unknown: ["7"], changed: ["7"], tasks: [{ id: "7", status: "unknown" }] }]);
  });

  it("reading the list adds nothing", async () => {
    expect((await sessionOf("reading-the-list-changes-nothing")).tasks).toHaveLength(1);
  });

  it("a snapshot stands after the last change, before what was thought of it", async () => {
    const { turns } = await sessionOf("thinking-after-a-change-of-tasks");
    expect(stepsOf(turns).map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      ...["c1 call", "t1 thinking", "c2 call", "c3 call", "c2 tasks", "t2 thinking", "a1 text"],
    ]);
  });

  it("to-dos and tasks are two lists", async () => {
    const { archive, session } = await archiveOf("todos-and-then-tasks");
    expect(session().tasks.map((snapshot) => [snapshot.origin, listed(snapshot)])).toEqual([
      ["todo-write", ["1 Look completed", "2 Measure pending"]],
      ["task-tools", ["1 Sand pending"]],
      ["task-tools", ["1 Sand completed"]],
      ["todo-write", ["1 Look completed", "2 Measure completed"]],
    ]);
    expect(session().tasks.map(({ changed }) => changed)).toEqual([["1", "2"], ["1"], ["1"], ["2"]]);
    expect(archive.session(A)?.tasks.map(({ subject }) => subject)).toEqual(["Look", "Measure", "Sand"]);
  });

  it("a branch left behind knows the tasks from before it", async () => {
    const { turns, tasks } = await sessionOf("tasks-in-a-rewind");
    expect(tasks.map(listed)).toEqual([["1 Sand pending"]]);
    const left = turns[1]?.otherVersions?.[0] ?? [];
    expect(stepsOfKind(left, "tasks").map(({ snapshot }) => listed(snapshot))).toEqual([["1 Sand completed"]]);
    expect(stepsOfKind(left, "tasks")[0]?.snapshot.unknown).toBeUndefined();
  });

  it("a resumed session goes on with the list of the one before", async () => {
    const { session } = await archiveOf("tasks-after-a-resume");
    expect(session(A).tasks.map(listed)).toEqual([["1 Sand pending", "2 Paint pending"]]);
    expect(session(B).tasks.map(listed)).toEqual([["1 Sand completed", "2 Paint pending"]]);
    expect(session(B).tasks[0]?.unknown).toBeUndefined();
  });
});

describe("to-do lists", () => {
  it("TodoWrite writes the whole list, and only what differs has changed", async () => {
    const { tasks } = await sessionOf("todos-are-written-anew");
    expect(tasks.map(({ origin, changed }) => [origin, changed])).toEqual([
      ["todo-write", ["1", "2"]],
      ["todo-write", ["1"]],
    ]);
    expect(tasks.map(listed)[1]).toEqual(["1 Sand completed", "2 Paint pending"]);
  });

  it("a list that came with a prompt is a snapshot, once", async () => {
    const { tasks } = await sessionOf("todos-come-with-a-prompt");
    expect(tasks.map(({ entry, origin }) => [entry, origin])).toEqual([["p1", "user-todos"]]);
    expect(tasks.map(listed)).toEqual([["1 Sand completed", "2 Paint pending"]]);
  });
});
