/** What a log line becomes. Each entry type has a file that makes one of these bodies of it. */
import type { AgentId, At, EntryId, IsoTime, StepBody, ToolUseId } from "../model.ts";
import { flag, type Json, text, time, words } from "../read/fields.ts";
import type { ContentBlock } from "./content.ts";

export interface EntryBase {
  readonly at: At;
  readonly id?: EntryId;
  readonly parentId?: EntryId;
  /** Where the conversation went on from, across a compaction. */
  readonly logicalParentId?: EntryId;
  readonly time?: IsoTime;
  readonly sessionId?: string;
  readonly agentId?: AgentId;
  readonly isSidechain: boolean;
  readonly isMeta: boolean;
  readonly cwd?: string;
  readonly gitBranch?: string;
  readonly version?: string;
  readonly slug?: string;
  readonly teamName?: string;
  readonly agentName?: string;
  readonly permissionMode?: string;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
}

export interface UserBody {
  readonly kind: "user";
  readonly blocks: readonly ContentBlock[];
  /** `toolUseResult`: an object, a string, an array or absent. */
  readonly details?: unknown;
  readonly planContent?: string;
  readonly isCompactSummary: boolean;
  readonly todos?: readonly unknown[];
  /** Who wrote it, where the log says: "human", "peer", "task-notification", "coordinator" … */
  readonly origin?: string;
  /** The call that a machine-written text belongs to. */
  readonly call?: ToolUseId;
  readonly denial?: string;
}

export interface AssistantBody {
  readonly kind: "assistant";
  readonly blocks: readonly ContentBlock[];
  readonly messageId?: string;
  readonly requestId?: string;
  readonly model?: string;
  readonly tokens?: Tokens;
  readonly isApiError: boolean;
  readonly error?: string;
}

export type EventBody = Extract<StepBody, { kind: "event" }>;
export type CompactionBody = Extract<StepBody, { kind: "compaction" }>;

export type EntryBody =
  | UserBody
  | AssistantBody
  | EventBody
  | CompactionBody
  | { readonly kind: "title"; readonly source: "custom-title" | "agent-name" | "ai-title"; readonly title: string }
  /** A title for the session that holds `leaf`, maybe in another file. */
  | { readonly kind: "summary"; readonly title: string; readonly leaf?: EntryId }
  | { readonly kind: "leaf"; readonly leaf: EntryId }
  | { readonly kind: "enqueue"; readonly text: string }
  | { readonly kind: "queue"; readonly operation: string }
  /** A queued prompt that reached the agent mid-turn. */
  | { readonly kind: "delivered"; readonly blocks: readonly ContentBlock[] }
  /** A slash command or its output, written by the client itself. */
  | { readonly kind: "local-command"; readonly text: string }
  | { readonly kind: "duration"; readonly milliseconds: number }
  | {
      readonly kind: "agent-progress";
      readonly agent?: AgentId;
      readonly call?: ToolUseId;
      /** A line of the agent's own transcript. */
      readonly message?: Json;
    }
  | { readonly kind: "fork"; readonly session: string; readonly entry?: EntryId }
  /** Deliberately not shown; `reason` says why. */
  | { readonly kind: "folded"; readonly reason: string }
  | { readonly kind: "unknown"; readonly what: UnknownWhat; readonly type: string; readonly raw: unknown };

export type UnknownWhat = "entry" | "system" | "progress" | "attachment";

export type Entry = EntryBase & EntryBody;
export type UserEntry = EntryBase & UserBody;
export type AssistantEntry = EntryBase & AssistantBody;

export interface EntryType {
  readonly type: string;
  /** `undefined` means "not as I know it": the line is shown as unknown. */
  readonly read: (raw: Json) => EntryBody | undefined;
  /** Why its lines, or some of them, are not shown where they stand: part of the report page. */
  readonly reason?: string;
}

export function defineEntry(type: string, read: EntryType["read"], reason?: string): EntryType {
  return { type, read, ...(reason === undefined ? {} : { reason }) };
}

/** A type that we know and do not show. */
export function ignore(type: string, reason: string): EntryType {
  return defineEntry(type, () => ({ kind: "folded", reason }), reason);
}

export function entryId(value: string | undefined): EntryId | undefined {
  return value === undefined || value === "" ? undefined : (value as EntryId);
}

export function toolUseId(value: string | undefined): ToolUseId | undefined {
  return value === undefined || value === "" ? undefined : (value as ToolUseId);
}

export function agentIdOf(value: string | undefined): AgentId | undefined {
  return value === undefined || value === "" ? undefined : (value as AgentId);
}

/** The fields that any entry may carry. Absent ones stay absent, so that the objects stay small. */
export function base(raw: Json, at: At): EntryBase {
  const entry: Record<string, unknown> = { at, isSidechain: flag(raw, "isSidechain"), isMeta: flag(raw, "isMeta") };
  const put = (name: keyof EntryBase, value: unknown): void => {
    if (value !== undefined) entry[name] = value;
  };
  put("id", words(raw, "uuid"));
  put("parentId", words(raw, "parentUuid"));
  put("logicalParentId", words(raw, "logicalParentUuid"));
  put("time", time(raw, "timestamp"));
  put("sessionId", words(raw, "sessionId"));
  put("agentId", words(raw, "agentId"));
  put("cwd", words(raw, "cwd"));
  put("gitBranch", words(raw, "gitBranch"));
  put("version", words(raw, "version"));
  put("slug", words(raw, "slug"));
  put("teamName", words(raw, "teamName"));
  put("agentName", text(raw, "agentName"));
  put("permissionMode", words(raw, "permissionMode"));
  return entry as unknown as EntryBase;
}
