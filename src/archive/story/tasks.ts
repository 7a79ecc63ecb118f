/** The tasks' way through a story: each task in a row, each prompt that changed the lists in a column. */
import type { SessionDigest, SnapshotDigest } from "../../model/digest.ts";
import type { IsoTime } from "../../model/session.ts";
import type { TaskColumn, TaskRow, TaskState, TaskTable } from "../../model/story.ts";

const mostColumns = 12;

interface Row {
  subject: string;
  states: Map<number, TaskState>;
  set?: IsoTime;
  begun?: IsoTime;
  ended?: IsoTime;
  end: TaskState;
}

export function taskTable(digests: readonly SessionDigest[]): TaskTable {
  const snapshots = digests.flatMap((digest) =>
    digest.snapshots
      .filter(({ agent, isLeftBehind }) => agent === undefined && !isLeftBehind)
      .map((snapshot) => ({ snapshot, session: digest.session })),
  );
  const rows = new Map<string, Row>();
  const byId = new Map<string, Row>();
  const columns: (TaskColumn & { readonly index: number })[] = [];
  snapshots.forEach(({ snapshot, session }, index) => {
    const { turn, order, anchor, time } = snapshot;
    const last = columns.at(-1);
    const isFirst = last?.session !== session;
    const column = { session, turn, order, anchor, ...(time === undefined ? {} : { time }), isFirst, index };
    // The first list of a session stays as it was; of a prompt's later changes the last one counts.
    if (isFirst || last.isFirst || last.turn !== turn) columns.push(column);
    else columns[columns.length - 1] = column;
    take(snapshot, session, index, rows, byId);
  });
  const shown = narrowed(columns);
  const indices = shown.map(({ index }) => index);
  return {
    columns: shown.map(({ index: _, ...column }) => column),
    rows: [...rows.values()].map((row) => finished(row, indices)),
    left: columns.length - shown.length,
  };
}

function take(
  { tasks, time, origin }: SnapshotDigest,
  session: string,
  index: number,
  rows: Map<string, Row>,
  byId: Map<string, Row>,
): void {
  const seen = new Set<Row>();
  for (const { id, subject, status } of tasks) {
    const known = origin === "task-tools" ? byId.get(`${session} ${id}`) : undefined;
    const row: Row = known ?? rows.get(subject) ?? { subject, states: new Map(), end: "unknown" };
    if (origin === "task-tools") byId.set(`${session} ${id}`, row);
    rows.set(known === undefined ? subject : row.subject, row);
    seen.add(row);
    row.set ??= time as IsoTime;
    if (status === "in_progress") row.begun ??= time as IsoTime;
    if ((status === "completed" || status === "deleted") && row.end !== status) row.ended = time as IsoTime;
    row.end = status;
    row.states.set(index, status);
  }
  // A list that is written anew without a task has struck it.
  if (origin === "task-tools") return;
  for (const row of rows.values()) {
    if (seen.has(row) || row.end === "completed" || row.end === "deleted") continue;
    if (!row.states.has(index - 1)) continue;
    row.end = "deleted";
    row.ended = time as IsoTime;
    row.states.set(index, "deleted");
  }
}

/** The first and the last ones, where there are too many for a page. */
function narrowed<Column extends { readonly isFirst: boolean }>(columns: readonly Column[]): readonly Column[] {
  if (columns.length <= mostColumns) return columns;
  const half = mostColumns / 2;
  return [...columns.slice(0, half), ...columns.slice(columns.length - half)];
}

/** The state in a column is that of the last snapshot up to it, from when it was set until it ended. */
function finished({ subject, states, set, begun, ended, end }: Row, indices: readonly number[]): TaskRow {
  const known = [...states].sort(([a], [b]) => a - b);
  let isEnded = false;
  const shown = indices.map((index) => {
    const at = known.filter(([each]) => each <= index).at(-1);
    if (at === undefined || isEnded) return null;
    isEnded = at[1] === "completed" || at[1] === "deleted";
    return at[1];
  });
  return {
    subject,
    states: shown,
    ...(set === undefined ? {} : { set }),
    ...(begun === undefined ? {} : { begun }),
    ...(ended === undefined ? {} : { ended }),
    end,
  };
}
