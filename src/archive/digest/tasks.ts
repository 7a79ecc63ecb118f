/** Task lists as they stood after each change. */
import type { SnapshotDigest } from "../../model/digest.ts";
import { cut, most } from "./cut.ts";
import type { Walk } from "./walk.ts";

/** Of a list that is changed thousands of times, the first and the last of these. */
const mostSnapshots = 400;

export function snapshotDigests({ steps }: Walk): readonly SnapshotDigest[] {
  const found = steps.filter(({ step }) => step.kind === "tasks");
  const kept =
    found.length <= mostSnapshots
      ? found
      : [...found.slice(0, mostSnapshots / 2), ...found.slice(found.length - mostSnapshots / 2)];
  return kept.flatMap(({ step, moment }) => {
    if (step.kind !== "tasks") return [];
    const { entry, origin, tasks, changed } = step.snapshot;
    return [
      {
        ...moment,
        ...{ entry, origin, changed },
        tasks: tasks
          .filter(({ status }) => status !== "unknown")
          .map(({ id, subject, status, owner }) => ({
            id,
            subject: cut(subject, most.line).text,
            status,
            ...(owner === undefined ? {} : { owner }),
          })),
      },
    ];
  });
}
