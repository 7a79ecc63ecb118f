/** Where a session was held and with which model, as its events say. */
import type { Entry } from "../entries/entry.ts";
import { type Json, object, words } from "../fields.ts";
import type { CopilotEvent } from "./events.ts";

export interface Place {
  readonly cwd: string | undefined;
  readonly branch: string | undefined;
  readonly remote: string | undefined;
}

export function contextOf(type: string, data: Json): Place | undefined {
  if (!/^session\.(?:start|resume|context_changed)$/.test(type)) return undefined;
  const context = object(data, "context") ?? data;
  const repository = words(context, "repository");
  const host = words(context, "repositoryHost") ?? (words(context, "hostType") === "github" ? "github.com" : undefined);
  return {
    cwd: words(context, "cwd"),
    branch: words(context, "branch"),
    remote: repository === undefined || host === undefined ? undefined : `https://${host}/${repository}`,
  };
}

/** Whether the next answer says by itself that this model took over from the one before. */
export function isSameModel(
  model: string | undefined,
  before: readonly Entry[],
  later: readonly CopilotEvent[],
): boolean {
  const last = before.findLast(
    (entry) => entry.kind === "assistant" && !entry.isSidechain && entry.model !== undefined,
  );
  const next = later.find(({ type, agent }) => type === "assistant.message" && agent === undefined);
  if (last?.kind !== "assistant" || next === undefined) return false;
  const named = words(next.data, "model") ?? model;
  return named === model && named !== last.model;
}
