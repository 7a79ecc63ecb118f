/**
 * Calls of one log have ids of their own. Some gateways count them from 0 in each message ("call_0"): one that comes after
 * the result of its namesake, in another message, is another call, and so are the results behind it.
 */
import type { ContentBlock } from "../log/entries/content.ts";
import type { Entry } from "../log/entries/entry.ts";
import type { ToolUseId } from "../model/session.ts";
import { messageKey } from "./usage.ts";

interface Known {
  readonly message: string;
  readonly id: ToolUseId;
  readonly count: number;
  isAnswered: boolean;
}

export function withDistinctCalls(entries: readonly Entry[]): readonly Entry[] {
  const calls = new Map<ToolUseId, Known>();
  let made: Entry[] | undefined;
  entries.forEach((entry, at) => {
    const other = entry.kind === "assistant" || entry.kind === "user" ? withOwnIds(entry, calls) : entry;
    if (other !== entry) made ??= entries.slice(0, at);
    made?.push(other);
  });
  return made ?? entries;
}

function withOwnIds(
  entry: Extract<Entry, { kind: "assistant" | "user" }>,
  calls: Map<ToolUseId, Known>,
): Extract<Entry, { kind: "assistant" | "user" }> {
  let blocks: ContentBlock[] | undefined;
  entry.blocks.forEach((block, at) => {
    const id =
      block.kind === "use" && entry.kind === "assistant" ? idOf(block.id, messageKey(entry), calls) : undefined;
    const known = block.kind === "result" ? calls.get(block.id) : undefined;
    if (known !== undefined) known.isAnswered = true;
    const own = id ?? known?.id;
    if (own === undefined || !("id" in block) || own === block.id) return;
    blocks ??= [...entry.blocks];
    blocks[at] = { ...block, id: own } as ContentBlock;
  });
  return blocks === undefined ? entry : { ...entry, blocks };
}

function idOf(id: ToolUseId, message: string, calls: Map<ToolUseId, Known>): ToolUseId {
  const known = calls.get(id);
  if (known !== undefined && (!known.isAnswered || known.message === message)) return known.id;
  const count = (known?.count ?? 0) + 1;
  const own = count === 1 ? id : (`${id}~${count}` as ToolUseId);
  calls.set(id, { message, id: own, count, isAnswered: false });
  return own;
}
