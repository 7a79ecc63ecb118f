/** Results joined to calls by `tool_use_id`, wherever they stand. */
import type { ResultBlock } from "../log/entries/content.ts";
import type { Entry, UserEntry } from "../log/entries/entry.ts";
import { words } from "../log/fields.ts";
import type { ToolUseId } from "../model/session.ts";
import type { UserParts } from "./user-parts.ts";

export interface FoundResult {
  readonly entry: UserEntry;
  readonly result: ResultBlock;
}

/** What logs of the same work have of one another's calls. */
export interface AcrossLogs {
  /** Results that only a later log has, for calls of this one. */
  readonly late?: ReadonlyMap<ToolUseId, FoundResult>;
  /** Calls of an earlier log that show their results, which this one has. */
  readonly shownBefore?: ReadonlySet<ToolUseId>;
}

export class Results {
  readonly #across: AcrossLogs;
  readonly #byCall = new Map<ToolUseId, FoundResult>();
  readonly #callOfTask = new Map<string, ToolUseId>();
  readonly #calls = new Set<ToolUseId>();

  /** `isOwn`: a copied call is shown elsewhere, and a result that came later is then without its call. */
  constructor(
    entries: readonly Entry[],
    parts: (entry: Entry) => UserParts,
    isOwn: (entry: Entry) => boolean,
    across: AcrossLogs = {},
  ) {
    this.#across = across;
    for (const entry of entries) {
      if (entry.kind === "assistant") {
        for (const block of entry.blocks) {
          if (block.kind === "use" && isOwn(entry)) this.#calls.add(block.id);
          // Tools that the API ran itself have their result in the same message.
          else if (block.kind === "result") this.#note(entry as never, block);
        }
      } else if (entry.kind === "user") for (const result of parts(entry).results) this.#note(entry, result);
    }
  }

  take(call: ToolUseId): FoundResult | undefined {
    return this.#byCall.get(call) ?? this.#across.late?.get(call);
  }

  /** The call that started a background task or agent. */
  callOfTask(task: string): ToolUseId | undefined {
    return this.#callOfTask.get(task);
  }

  /** What this line has for a call that is not in the file, or that already has a result. */
  orphan(entry: Entry, call: ToolUseId): { readonly result: ResultBlock; readonly isSecond: boolean } | undefined {
    const first = this.#byCall.get(call);
    const isSecond = this.#calls.has(call);
    if (first === undefined || (isSecond && first.entry === entry)) return undefined;
    if (!isSecond && this.#across.shownBefore?.has(call)) return undefined;
    if (!isSecond) return first.entry === entry ? { result: first.result, isSecond } : undefined;
    const blocks = entry.kind === "user" || entry.kind === "assistant" ? entry.blocks : [];
    const result = blocks.find((block): block is ResultBlock => block.kind === "result" && block.id === call);
    return result === undefined || result.text === first.result.text ? undefined : { result, isSecond };
  }

  #note(entry: UserEntry, result: ResultBlock): void {
    if (this.#byCall.has(result.id)) return;
    this.#byCall.set(result.id, { entry, result });
    for (const name of ["backgroundTaskId", "agentId", "taskId", "shellId", "runId"]) {
      const task = words(entry.details, name);
      if (task !== undefined) this.#callOfTask.set(task, result.id);
    }
  }
}
