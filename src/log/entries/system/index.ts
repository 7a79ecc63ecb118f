/** What the client itself noted, by subtype. Log example: {"type":"system","subtype":"turn_duration","durationMs":31869} */
import { text } from "../../fields.ts";
import { defineEntry, type EntryType } from "../entry.ts";
import { apiError } from "./api-error.ts";
import { compactBoundary, microcompactBoundary } from "./compact-boundary.ts";
import { localCommand } from "./local-command.ts";
import { modelConsentFallback, modelRefusalFallback, modelRefusalNoFallback } from "./model-refusal.ts";
import { agentsKilled, awaySummary, bridgeStatus, informational } from "./notices.ts";
import { scheduledTaskFire } from "./scheduled-task-fire.ts";
import { stopHookSummary } from "./stop-hook-summary.ts";
import { turnDuration } from "./turn-duration.ts";

export const systemTypes: readonly EntryType[] = [
  agentsKilled,
  apiError,
  awaySummary,
  bridgeStatus,
  compactBoundary,
  informational,
  localCommand,
  microcompactBoundary,
  modelConsentFallback,
  modelRefusalFallback,
  modelRefusalNoFallback,
  scheduledTaskFire,
  stopHookSummary,
  turnDuration,
];

const bySubtype = new Map(systemTypes.map((type) => [type.type, type]));

export const system = defineEntry("system", (raw) => {
  const subtype = text(raw, "subtype");
  // 1.0.x had none, only words.
  if (subtype === undefined) return informational.read(raw);
  return bySubtype.get(subtype)?.read(raw) ?? { kind: "unknown", what: "system", type: subtype, raw };
});
