/** What a log line becomes. Each entry type has a file that makes one of these bodies of it. */

import type { Sender } from "../../model/sender.ts";
import type {
  AgentId,
  At,
  ClientCost,
  EntryId,
  IsoTime,
  JoinedBy,
  PartlyKnown,
  StepBody,
  TitleSource,
  ToolUseId,
} from "../../model/session.ts";
import { isBlank, type Json, object, time } from "../fields.ts";
import type { ContentBlock } from "./content.ts";

export interface EntryBase {
  readonly at: At;
  /** Of its line, with the subtype: "user", "system api_error". Absent where no line says it by itself. */
  readonly typeName?: string | undefined;
  readonly id?: EntryId | undefined;
  readonly parentId?: EntryId | undefined;
  /** Where the conversation went on from, across a compaction. */
  readonly logicalParentId?: EntryId | undefined;
  readonly time?: IsoTime | undefined;
  /** What a copy in another log has in common with it beside its id, where that is not its time. */
  readonly copyKey?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly agentId?: AgentId | undefined;
  readonly isSidechain: boolean;
  readonly isMeta: boolean;
  readonly cwd?: string | undefined;
  readonly gitBranch?: string | undefined;
  readonly version?: string | undefined;
  readonly slug?: string | undefined;
  readonly teamName?: string | undefined;
  readonly agentName?: string | undefined;
  readonly permissionMode?: string | undefined;
  /** The address that the repository is pushed to, where the log tells. */
  readonly gitRemote?: string | undefined;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  /** How much of the output was reasoning, where the log tells. */
  readonly reasoning?: number;
  /** Which of the figures the log has; all of them where absent. Those that it has not are 0 here. */
  readonly known?: PartlyKnown;
  /** Dollars, where the client itself counts them. A client without a price writes 0: absent then. */
  readonly clientUsd?: number;
}

export interface UserBody {
  readonly kind: "user";
  readonly blocks: readonly ContentBlock[];
  /** `toolUseResult`: an object, a string, an array or absent. */
  readonly details?: unknown;
  readonly planContent?: string | undefined;
  readonly isCompactSummary: boolean;
  readonly todos?: readonly unknown[] | undefined;
  /** Who wrote it, where the log says: "human", "peer", "task-notification", "coordinator" … */
  readonly origin?: string | undefined;
  /** The call that a machine-written text belongs to. */
  readonly call?: ToolUseId | undefined;
  readonly denial?: string | undefined;
  /** What began the turn, where the log says: "scheduled" … */
  readonly turnOrigin?: string | undefined;
  readonly scheduledTask?: string | undefined;
  /** The texts are as they were typed: tags in them are not Claude Code's. */
  readonly isVerbatim?: true | undefined;
  /** Who wrote it where it was neither the person nor a tool; it opens a turn where `opensTurn` says so. */
  readonly sent?: { readonly sender: Sender; readonly opensTurn: boolean } | undefined;
  /** Typed while the agent worked, and given to it amid its turn. */
  readonly isSteering?: true | undefined;
  /** A command that the person ran, in the shell or in the client; the blocks are what else was said. */
  readonly ran?: RanByPerson | undefined;
  /** With this prompt the plan that was proposed last is carried out. */
  readonly acceptsPlan?: true | undefined;
}

export type RanByPerson =
  | {
      readonly kind: "shell";
      readonly command: string;
      readonly stdout: string;
      readonly stderr: string;
      readonly exitCode?: number;
    }
  | { readonly kind: "command"; readonly name: string; readonly args: string; readonly output?: string };

export interface AssistantBody {
  readonly kind: "assistant";
  readonly blocks: readonly ContentBlock[];
  readonly messageId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly model?: string | undefined;
  /** Who served the model, where the same one is offered by several. */
  readonly provider?: string | undefined;
  readonly tokens?: Tokens | undefined;
  /** Other models that were asked before this one answered, each with its own tokens. */
  readonly attempts?: readonly Attempt[] | undefined;
  readonly isApiError: boolean;
  readonly error?: string | undefined;
  readonly effort?: string | undefined;
  /** Answers that this one stands in the place of. */
  readonly supersedes?: readonly string[] | undefined;
}

export interface Attempt {
  readonly model: string;
  readonly tokens: Tokens;
}

/** `retracts` names the answers that the event took back. */
export type EventBody = Extract<StepBody, { kind: "event" }> & {
  readonly retracts?: readonly string[];
  /** So many prompts were taken back here. */
  readonly rewinds?: number;
};
export type CompactionBody = Extract<StepBody, { kind: "compaction" }>;

export type EntryBody =
  | UserBody
  | AssistantBody
  | EventBody
  | CompactionBody
  | { readonly kind: "title"; readonly source: LoggedTitle; readonly title: string }
  /** A title for the session that holds `leaf`, maybe in another file. */
  | { readonly kind: "summary"; readonly title: string; readonly leaf?: EntryId }
  | { readonly kind: "leaf"; readonly leaf: EntryId }
  | { readonly kind: "enqueue"; readonly text: string }
  /** A queued prompt was sent, or taken back; newer clients say which one. */
  | { readonly kind: "queue"; readonly operation: string; readonly text?: string }
  /** A queued prompt that reached the agent mid-turn. */
  | { readonly kind: "delivered"; readonly blocks: readonly ContentBlock[]; readonly origin?: string | undefined }
  /** A task of the schedule is due; the user line after it has the prompt again. */
  | { readonly kind: "scheduled"; readonly prompt: string; readonly task?: string; readonly cron?: string }
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
  | { readonly kind: "continued"; readonly session: string }
  | { readonly kind: "relocated"; readonly folder: string }
  /** Without text the label was taken off. */
  | { readonly kind: "label"; readonly label: "tag" | "agent" | "color"; readonly text?: string | undefined }
  | { readonly kind: "client-cost"; readonly cost: ClientCost }
  /** What the session spent on one model so far, where the log tells it only for the whole of it: part of no turn. */
  | { readonly kind: "usage"; readonly model: string; readonly tokens: Tokens; readonly requests?: number | undefined }
  /** Forked from there; `by` names the evidence where the log is not Claude Code's. */
  | { readonly kind: "fork"; readonly session: string; readonly entry?: EntryId; readonly by?: JoinedBy }
  /** Deliberately not shown; `reason` says why. */
  | { readonly kind: "folded"; readonly reason: string }
  | { readonly kind: "unknown"; readonly what: UnknownWhat; readonly type: string; readonly raw: unknown };

/** Titles that a log gives its own session. */
export type LoggedTitle = Extract<TitleSource, "custom-title" | "thread-name" | "agent-name" | "ai-title" | "summary">;

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

/** The fields that any entry may carry, absent ones too: entries that are all alike are quicker to look through. */
export function base(raw: Json, at: At): EntryBase {
  return {
    at,
    typeName: typeName(raw),
    id: said(raw.uuid) as EntryId | undefined,
    parentId: said(raw.parentUuid) as EntryId | undefined,
    logicalParentId: said(raw.logicalParentUuid) as EntryId | undefined,
    time: time(raw, "timestamp"),
    sessionId: said(raw.sessionId),
    agentId: said(raw.agentId) as AgentId | undefined,
    isSidechain: raw.isSidechain === true,
    isMeta: raw.isMeta === true,
    cwd: said(raw.cwd),
    gitBranch: said(raw.gitBranch),
    version: said(raw.version),
    slug: said(raw.slug),
    teamName: said(raw.teamName),
    agentName: typeof raw.agentName === "string" ? raw.agentName : undefined,
    permissionMode: said(raw.permissionMode),
  };
}

const longestName = 80;

function typeName(raw: Json): string {
  const type = said(raw.type) ?? "without type";
  const name = type === "system" ? said(raw.subtype) : said(object(raw, kinds[type] ?? "")?.type);
  return (name === undefined ? type : `${type} ${name}`).slice(0, longestName);
}

/** Where lines of these types say of which kind they are. */
const kinds: Readonly<Record<string, string>> = { attachment: "attachment", progress: "data" };

function said(value: unknown): string | undefined {
  return typeof value === "string" && !isBlank(value) ? value : undefined;
}
