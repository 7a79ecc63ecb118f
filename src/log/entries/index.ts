/** Every entry type we know, alphabetical. Nothing is dropped by omission: the rest is shown as unknown. */
import type { At } from "../../model/session.ts";
import { type Json, text } from "../fields.ts";
import { assistant } from "./assistant.ts";
import { attachment, attachmentTypes } from "./attachment/index.ts";
import { contentReplacement, endedByModel } from "./context.ts";
import { costState } from "./cost-state.ts";
import { base, type Entry, type EntryType, ignore } from "./entry.ts";
import { agentColor, agentSetting, tag } from "./labels.ts";
import { lastPrompt } from "./last-prompt.ts";
import { continuedIn, forkContextRef, frameLink, prLink, relocated, worktreeState } from "./links.ts";
import { progress, progressTypes } from "./progress/index.ts";
import { queueOperation } from "./queue-operation.ts";
import { system, systemTypes } from "./system/index.ts";
import { agentName, aiTitle, customTitle, summary } from "./titles.ts";
import { user } from "./user.ts";

const journal = "A line of a workflow's journal; its agents' transcripts are shown.";
const collapse = "How the client shortens what the model sees; the conversation itself is shown.";

export const entryTypes: readonly EntryType[] = [
  agentColor,
  agentName,
  agentSetting,
  aiTitle,
  ignore("artifact-autoreact-ledger", "Holds an account id: never shown."),
  ignore("artifact-comment-monitor", "Which shared pages the client watches for comments."),
  assistant,
  ignore("atis-latch", "A switch of the client's own."),
  attachment,
  ignore("attribution-snapshot", "How much of each file the client wrote, for its own statistics."),
  ignore("bridge-session", "Holds account and organisation ids: never shown."),
  contentReplacement,
  continuedIn,
  costState,
  customTitle,
  ignore("dev-mods", "A switch of the client's own."),
  endedByModel,
  ignore("failed", journal),
  ignore("file-history-delta", "Backup of a file for undo; the edit itself is shown."),
  ignore("file-history-snapshot", "Backup of files for undo; the edits themselves are shown."),
  forkContextRef,
  frameLink,
  ignore("history-suppression", "Why the client itself hides copied lines; here they are shown where they are from."),
  ignore("isolation-latch", "A switch of the client's own."),
  lastPrompt,
  ignore("launched", journal),
  ignore("marble-origami-commit", collapse),
  ignore("marble-origami-reset", collapse),
  ignore("marble-origami-snapshot", collapse),
  ignore("mode", "The client's input mode."),
  ignore("observer-ref", "A reference of the client's own to what watches the session."),
  ignore("permission-mode", "The permission mode, written again with each prompt."),
  prLink,
  progress,
  queueOperation,
  relocated,
  ignore("result", journal),
  ignore("session-id", "The session's id again."),
  ignore("started", journal),
  summary,
  system,
  tag,
  user,
  worktreeState,
];

const byType = new Map(entryTypes.map((type) => [type.type, type]));

export function entryOf(raw: Json, at: At): Entry {
  const type = text(raw, "type");
  const body = type === undefined ? undefined : byType.get(type)?.read(raw);
  return Object.assign(
    base(raw, at),
    body ?? { kind: "unknown" as const, what: "entry" as const, type: type ?? "without type", raw },
  );
}

/** What is folded away and why, for the report page. */
export const foldedReasons: readonly { readonly what: string; readonly why: string }[] = [
  ...entryTypes,
  ...systemTypes.map((type) => ({ ...type, type: `system ${type.type}` })),
  ...progressTypes.map((type) => ({ ...type, type: `progress ${type.type}` })),
  ...attachmentTypes.map((type) => ({ ...type, type: `attachment ${type.type}` })),
].flatMap((type) => ("reason" in type ? [{ what: type.type, why: type.reason as string }] : []));
