/** What background tasks and teammates report; their words, without the tags around them. */
import type { ToolUseId } from "../model/session.ts";
import { agentTotals } from "../text/agent-totals.ts";
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
    else facts.push(`${name}: ${name === "usage" ? agentTotals(text) : text}`);
  }
  return [...summaries, facts.join("\n"), ...words].filter((part) => part !== "").join("\n\n");
}

/**
 * Up to 2.1.50 a background task was also queued as bare JSON, of texts only:
 * `{"task_id":"bx12","tool_use_id":"toolu_1","description":"Watch","task_type":"local_bash"}`
 */
function taskState(text: string): Piece | undefined {
  if (!text.includes('"task_type":')) return undefined;
  const { task_id: task, tool_use_id: call, description, status, ...rest } = textsIn(text);
  // Cut, or with something after it: it is the client's all the same.
  if (task === undefined) return { kind: "machine", sender: { kind: "task-notification" }, text };
  const said = [description, status].filter((part) => part !== undefined).join(", ");
  const facts = Object.entries({ task_id: task, ...rest }).map(
    ([name, value]) => `${name.replaceAll("_", "-")}: ${value}`,
  );
  return {
    kind: "machine",
    sender: { kind: "task-notification" },
    text: [said, facts.join(", ")].filter((part) => part !== "").join("\n"),
    task,
    ...(call?.startsWith("toolu_") ? { call: call as ToolUseId } : {}),
  };
}

function textsIn(json: string): Readonly<Record<string, string | undefined>> {
  try {
    const fields = Object.entries(JSON.parse(json) as Record<string, unknown>);
    return Object.fromEntries(
      fields.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
    );
  } catch {
    return {};
  }
}
