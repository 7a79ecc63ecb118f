/** A task of the person's schedule is due. Log example: {"type":"system","subtype":"scheduled_task_fire","taskId":"t1","cron":"0 9 * * 1","prompt":"Look at the tide gauge"} */
import { words } from "../../fields.ts";
import { defineEntry } from "../entry.ts";

export const scheduledTaskFire = defineEntry("scheduled_task_fire", (raw) => {
  const prompt = words(raw, "prompt") ?? words(raw, "content");
  if (prompt === undefined) return undefined;
  const task = words(raw, "taskId");
  const cron = words(raw, "cron");
  return {
    kind: "scheduled",
    prompt,
    ...(task === undefined ? {} : { task }),
    ...(cron === undefined ? {} : { cron }),
  };
});
