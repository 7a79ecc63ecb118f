/** A model declined. Log example: {"type":"system","subtype":"model_refusal_fallback","originalModel":"claude-fable-5","fallbackModel":"claude-opus-4-8","retractedMessageUuids":["…"]} */
import { type NamelessSender, sentBy } from "../../../model/sender.ts";
import { type Json, list, words } from "../../fields.ts";
import { defineEntry, type EntryType } from "../entry.ts";

const refusal = (type: string, by: NamelessSender): EntryType =>
  defineEntry(type, (raw) => {
    const retracts = (list(raw, "retractedMessageUuids") ?? []).filter((id): id is string => typeof id === "string");
    return {
      kind: "event",
      event: "notice",
      ...sentBy(by),
      level: "warning",
      text: [words(raw, "content"), switched(raw), reason(raw)].filter(Boolean).join("\n"),
      ...(retracts.length === 0 ? {} : { retracts }),
    };
  });

function switched(raw: Json): string | undefined {
  const models = [words(raw, "originalModel"), words(raw, "fallbackModel")].filter((model) => model !== undefined);
  return models.length === 0 ? undefined : models.join(" → ");
}

function reason(raw: Json): string | undefined {
  const parts = [words(raw, "apiRefusalCategory"), words(raw, "trigger"), words(raw, "direction")];
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : said.join(", ");
}

/** The answers that it names were taken back; another model gave them anew. */
export const modelRefusalFallback = refusal("model_refusal_fallback", "model-fallback");
export const modelRefusalNoFallback = refusal("model_refusal_no_fallback", "model-declined");
export const modelConsentFallback = refusal("model_consent_fallback", "model-agreed");
