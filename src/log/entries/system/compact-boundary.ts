/** Where the context was compacted. Log example: {"type":"system","subtype":"compact_boundary","compactMetadata":{"trigger":"auto","preTokens":155000}} */
import { number, object, words } from "../../fields.ts";
import { defineEntry } from "../entry.ts";

export const compactBoundary = defineEntry("compact_boundary", (raw) => {
  const facts = object(raw, "compactMetadata");
  const trigger = words(facts, "trigger");
  const before = number(facts, "preTokens");
  const after = number(facts, "postTokens");
  return {
    kind: "compaction",
    ...(trigger !== undefined ? { trigger } : {}),
    ...(before !== undefined ? { tokensBefore: before } : {}),
    ...(after !== undefined ? { tokensAfter: after } : {}),
  };
});

/** Only old tool results were dropped; the conversation stayed. */
export const microcompactBoundary = defineEntry("microcompact_boundary", (raw) => {
  const facts = object(raw, "microcompactMetadata");
  const trigger = words(facts, "trigger");
  const before = number(facts, "preTokens");
  const saved = number(facts, "tokensSaved");
  return {
    kind: "compaction",
    micro: true,
    ...(trigger !== undefined ? { trigger } : {}),
    ...(before !== undefined ? { tokensBefore: before } : {}),
    ...(before !== undefined && saved !== undefined ? { tokensAfter: before - saved } : {}),
  };
});
