/** Every entry type we know, alphabetical. Nothing is dropped by omission: the rest is shown as unknown. */
import type { At } from "../model.ts";
import { type Json, text } from "../read/fields.ts";
import { assistant } from "./assistant.ts";
import { attachment, attachmentTypes } from "./attachment/index.ts";
import { base, type Entry, type EntryType, ignore } from "./entry.ts";
import { lastPrompt } from "./last-prompt.ts";
import { forkContextRef, frameLink, prLink, worktreeState } from "./links.ts";
import { progress, progressTypes } from "./progress/index.ts";
import { queueOperation } from "./queue-operation.ts";
import { system, systemTypes } from "./system/index.ts";
import { agentName, aiTitle, customTitle, summary } from "./titles.ts";
import { user } from "./user.ts";

export const entryTypes: readonly EntryType[] = [
  agentName,
  aiTitle,
  assistant,
  ignore("atis-latch", "A switch of the client's own."),
  attachment,
  ignore("bridge-session", "Holds account and organisation ids: never shown."),
  customTitle,
  ignore("file-history-delta", "Backup of a file for undo; the edit itself is shown."),
  ignore("file-history-snapshot", "Backup of files for undo; the edits themselves are shown."),
  forkContextRef,
  frameLink,
  lastPrompt,
  ignore("mode", "The client's input mode."),
  ignore("permission-mode", "The permission mode, written again with each prompt."),
  prLink,
  progress,
  queueOperation,
  ignore("result", "A line of a workflow's journal; its agents' transcripts are shown."),
  ignore("session-id", "The session's id again."),
  ignore("started", "A line of a workflow's journal; its agents' transcripts are shown."),
  summary,
  system,
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
