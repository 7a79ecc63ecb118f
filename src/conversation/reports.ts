/** What background tasks and teammates report; their words, without the tags around them. */
import type { ToolUseId } from "../model/session.ts";
import type { Piece } from "./machine-text.ts";
import { attribute, children, repeated, tagged } from "./tags.ts";

/** One line may bring several; what follows the last one belongs to it. */
export function notifications(text: string): readonly Piece[] | Piece | undefined {
  if (text.startsWith('{"task_id":')) return taskState(text);
  return repeated(text, "task-notification")?.map(({ inner, after }): Piece => {
    const task = tagged(inner, "task-id")?.trim();
    const call = tagged(inner, "tool-use-id")?.trim();
    return {
      kind: "machine",
      sender: { kind: "task-notification" },
      text: [fields(inner), after].filter((part) => part !== "").join("\n\n"),
      ...(task === undefined ? {} : { task }),
      ...(call === undefined || call === "" ? {} : { call: call as ToolUseId }),
    };
  });
}

export function teammates(text: string): readonly Piece[] | undefined {
  return repeated(text, "teammate-message")?.map(({ attributes, inner, after }): Piece => {
    const name = attribute(attributes, "teammate_id");
    const summary = attribute(attributes, "summary");
    return {
      kind: "machine",
      sender: { kind: "teammate", ...(name === undefined ? {} : { name }) },
      text: [inner.includes(summary ?? "") ? "" : summary, inner, after]
        .filter((part) => part !== undefined && part !== "")
        .join("\n\n"),
    };
  });
}

/** Tags within, as a reader wants them: the summary, small facts by name, then the result and what stands beside. */
function fields(inner: string): string {
  const facts: string[] = [];
  const summaries: string[] = [];
  const words: string[] = [];
  for (const { name, text } of children(inner)) {
    if (text === "") continue;
    if (name === "summary") summaries.push(text);
    else if (name === undefined || name === "result") words.push(text);
    else facts.push(`${name}: ${text}`);
  }
  return [...summaries, facts.join("\n"), ...words].filter((part) => part !== "").join("\n\n");
}

/** Up to 2.1.50 a background task was also queued as bare JSON. */
function taskState(text: string): Piece | undefined {
  const field = (name: string): string | undefined => new RegExp(`"${name}":"([^"\\\\]+)"`).exec(text)?.[1];
  const task = field("task_id");
  const call = field("tool_use_id");
  if (task === undefined || field("task_type") === undefined) return undefined;
  const said = [field("description"), field("status")].filter((part) => part !== undefined).join(", ");
  const link = call?.startsWith("toolu_") ? { call: call as ToolUseId } : {};
  return {
    kind: "machine",
    sender: { kind: "task-notification" },
    text: [said, text].filter((part) => part !== "").join("\n"),
    task,
    ...link,
  };
}
