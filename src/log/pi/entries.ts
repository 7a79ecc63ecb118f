/** A line of a Pi session as entries. Example: {"type":"message","id":"1cbc6dc2","parentId":"6af93a9d","timestamp":"…","message":{"role":"user","content":"Fix it"}} */
import { sentBy } from "../../model/sender.ts";
import type { At, EntryId, ToolUseId } from "../../model/session.ts";
import { countedByClient } from "../client-usd.ts";
import type { ContentBlock, MediaBlock, ResultBlock } from "../entries/content.ts";
import type { AssistantBody, Entry, EntryBase, EntryBody, Tokens } from "../entries/entry.ts";
import { any, flag, type Json, number, object, text, time, words } from "../fields.ts";
import { idInName } from "./session-name.ts";
import { asOurs, detailsOf } from "./tools.ts";

const state = "State of an extension; what it said to the model is shown.";

export class PiEntries {
  #sessionId: string | undefined;
  #cwd: string | undefined;
  /** Entries without a parent hang under the first line, so that a first prompt may be another version of one. */
  #root: EntryId | undefined;
  #effort: string | undefined;
  #last: EntryId | undefined;

  constructor(sessionId: string | undefined) {
    this.#sessionId = sessionId;
  }

  of(raw: Json, at: At): readonly Entry[] {
    if (text(raw, "type") === "session") return this.#header(raw, at);
    const base = this.#base(raw, at);
    if (base.id !== undefined) this.#last = base.id;
    return this.#bodies(raw).map((body, index) =>
      // A second entry of one line is known by the first's id, so that it goes with it when the line is copied.
      index === 0 ? { ...base, ...body } : { ...base, ...after(base, index), ...body },
    );
  }

  /** The last entry is where the conversation stands: branches that do not lead there were left behind. */
  end(file: string): readonly Entry[] {
    if (this.#last === undefined) return [];
    const at = { file, line: 0 };
    return [{ at, isSidechain: false, isMeta: false, kind: "leaf", leaf: this.#last }];
  }

  #header(raw: Json, at: At): readonly Entry[] {
    this.#sessionId = words(raw, "id") ?? this.#sessionId;
    this.#cwd = words(raw, "cwd");
    const effort = words(raw, "thinkingLevel");
    if (effort !== undefined) this.#effort = effort;
    this.#root = this.#sessionId === undefined ? undefined : (`session-${this.#sessionId}` as EntryId);
    const base = { ...this.#base(raw, at), id: this.#root, parentId: undefined };
    const parent = words(raw, "parentSession");
    const folded: Entry = { ...base, kind: "folded", reason: "The first line: the session's id and folder." };
    if (parent === undefined) return [folded];
    return [folded, { ...base, id: undefined, kind: "fork", session: idInName(parent), by: "parent-session" }];
  }

  #base(raw: Json, at: At): EntryBase {
    const id = words(raw, "id") as EntryId | undefined;
    return {
      at,
      typeName: words(raw, "type"),
      id,
      parentId: (words(raw, "parentId") as EntryId | undefined) ?? (id === undefined ? undefined : this.#root),
      time: time(raw, "timestamp"),
      sessionId: this.#sessionId,
      isSidechain: false,
      isMeta: false,
      cwd: this.#cwd,
    };
  }

  #bodies(raw: Json): readonly EntryBody[] {
    const type = text(raw, "type") ?? "without type";
    switch (type) {
      case "message":
        return this.#message(object(raw, "message") ?? {}, raw);
      case "compaction":
      case "compactionSummary":
      case "branch_summary":
      case "branchSummary":
      case "custom_message":
        return said(type, raw) ?? [unknown(type, raw)];
      case "session_info": {
        const name = words(raw, "name");
        return [
          name === undefined
            ? folded("The title was taken off.")
            : { kind: "title", source: "custom-title", title: name },
        ];
      }
      case "label": {
        const label = words(raw, "label");
        return [label === undefined ? folded("A label was taken off.") : notice("Label", label)];
      }
      case "model_change":
        return [folded("Which model answers from here on; said where the next answer stands.")];
      case "thinking_level_change":
        this.#effort = words(raw, "thinkingLevel");
        return [folded("How much the model is to think from here on.")];
      case "custom":
        return [folded(state)];
      default:
        return [unknown(type, raw)];
    }
  }

  #message(message: Json, raw: Json): readonly EntryBody[] {
    const role = text(message, "role") ?? "without role";
    switch (role) {
      case "user":
        return [{ kind: "user", isVerbatim: true, isCompactSummary: false, blocks: blocksOf(any(message, "content")) }];
      case "assistant":
        return this.#assistant(message);
      case "toolResult":
        return resultOf(message) ?? [unknown("message toolResult", raw)];
      case "bashExecution":
        return shellOf(message) ?? [unknown("message bashExecution", raw)];
      default:
        return said(role, message) ?? [unknown(`message ${role}`, raw)];
    }
  }

  #assistant(message: Json): readonly EntryBody[] {
    const reason = words(message, "stopReason");
    const problem = words(message, "errorMessage");
    const usage = object(message, "usage");
    const answer: AssistantBody = {
      kind: "assistant",
      blocks: blocksOf(any(message, "content"), this.#cwd),
      isApiError: false,
      model: words(message, "model"),
      provider: words(message, "provider"),
      tokens: usage === undefined ? undefined : tokensOf(usage),
      effort: this.#effort === "off" ? undefined : this.#effort,
    };
    if (reason === "aborted")
      return [answer, { kind: "event", event: "interrupted", text: problem ?? "The answer was stopped." }];
    if (reason === "error" || problem !== undefined)
      return [answer, { kind: "event", event: "api-error", text: problem ?? "The request failed.", level: "error" }];
    if (reason === "length") return [answer, notice("Pi", "The answer was cut: it is as long as the model may write.")];
    return [answer];
  }
}

const after = (base: EntryBase, index: number): Partial<EntryBase> =>
  base.id === undefined ? {} : { id: `${base.id}-${index}` as EntryId, parentId: base.id };

const folded = (reason: string): EntryBody => ({ kind: "folded", reason });

const unknown = (type: string, raw: Json): EntryBody => ({ kind: "unknown", what: "entry", type, raw });

const notice = (from: string, words: string): EntryBody => ({
  kind: "event",
  event: "notice",
  ...sentBy({ kind: "other", name: from }),
  text: words,
});

/** What Pi itself or an extension puts into the conversation: a line of its own, or a message with that role. */
function said(type: string, raw: Json): readonly EntryBody[] | undefined {
  const summary = words(raw, "summary");
  switch (type) {
    case "compaction":
    case "compactionSummary": {
      const tokensBefore = number(raw, "tokensBefore");
      return [
        {
          kind: "compaction",
          ...(summary === undefined ? {} : { summary }),
          ...(tokensBefore === undefined ? {} : { tokensBefore }),
        },
      ];
    }
    case "branch_summary":
    case "branchSummary":
      return summary === undefined ? undefined : [notice("Branch left behind", summary)];
    case "custom":
    case "custom_message":
    case "hookMessage": {
      const sender = { kind: "other", name: words(raw, "customType") ?? "Extension" } as const;
      const blocks = blocksOf(any(raw, "content"));
      return [{ kind: "user", isCompactSummary: false, blocks, sent: { sender, opensTurn: false } }];
    }
    default:
      return undefined;
  }
}

function blocksOf(content: unknown, cwd?: string): readonly ContentBlock[] {
  if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content }];
  return (Array.isArray(content) ? content : []).map((raw): ContentBlock => {
    const type = text(raw, "type") ?? typeof raw;
    const found = blockOf(type, raw, cwd);
    return found ?? { kind: "unknown", type, raw };
  });
}

function blockOf(type: string, raw: unknown, cwd: string | undefined): ContentBlock | undefined {
  switch (type) {
    case "text": {
      const words = text(raw, "text");
      return words === undefined ? undefined : { kind: "text", text: words };
    }
    case "thinking":
      return { kind: "thinking", text: text(raw, "thinking") ?? "", isRedacted: flag(raw, "redacted") };
    case "toolCall": {
      const [id, name] = [words(raw, "id"), words(raw, "name")];
      if (id === undefined || name === undefined) return undefined;
      const input = any(raw, "arguments");
      const as = asOurs(name, input, cwd);
      return { kind: "use", id: id as ToolUseId, name, input, ...(as === undefined ? {} : { as }) };
    }
    case "image":
      return imageOf(raw);
    default:
      return undefined;
  }
}

function imageOf(raw: unknown): MediaBlock | undefined {
  const data = text(raw, "data");
  if (data === undefined) return undefined;
  return { kind: "image", mediaType: text(raw, "mimeType") ?? "application/octet-stream", data, encoding: "base64" };
}

function resultOf(message: Json): readonly EntryBody[] | undefined {
  const id = words(message, "toolCallId");
  if (id === undefined) return undefined;
  const name = words(message, "toolName") ?? "";
  const blocks = blocksOf(any(message, "content"));
  const answer = blocks.flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("\n");
  const isError = flag(message, "isError");
  const isStopped = isError && /(?:^|\n)(?:Command aborted|Operation aborted)\s*$/.test(answer);
  const result: ResultBlock = {
    kind: "result",
    id: id as ToolUseId,
    isError,
    text: answer,
    media: blocks.filter((block): block is MediaBlock => block.kind === "image"),
    parts: blocks.flatMap((block) => (block.kind === "unknown" ? [block.raw] : [])),
    ended: { state: isStopped ? "interrupted" : isError ? "error" : "ok" },
  };
  const details = detailsOf(name, answer, any(message, "details"));
  return [{ kind: "user", isCompactSummary: false, blocks: [result], ...(details === undefined ? {} : { details }) }];
}

/** A command that the person ran with `!`. */
function shellOf(message: Json): readonly EntryBody[] | undefined {
  const command = text(message, "command");
  if (command === undefined) return undefined;
  const exitCode = number(message, "exitCode");
  const stderr = flag(message, "cancelled") ? "The command was stopped." : "";
  const stdout = text(message, "output") ?? "";
  const ran = { kind: "shell", command, stdout, stderr, ...(exitCode === undefined ? {} : { exitCode }) } as const;
  return [{ kind: "user", isCompactSummary: false, blocks: [], ran }];
}

/** Input is without what the cache has, output with reasoning: as ours. */
function tokensOf(usage: Json): Tokens {
  return {
    input: number(usage, "input") ?? 0,
    output: number(usage, "output") ?? 0,
    cacheRead: number(usage, "cacheRead") ?? 0,
    cacheWrite5m: number(usage, "cacheWrite") ?? 0,
    cacheWrite1h: 0,
    ...countedByClient(number(object(usage, "cost"), "total")),
  };
}
