/** A request that failed and is tried again. Log example: {"type":"system","subtype":"api_error","error":{…},"retryAttempt":2,"maxRetries":10} */
import { any, number, object, words } from "../../fields.ts";
import { defineEntry } from "../entry.ts";

export const apiError = defineEntry("api_error", (raw) => {
  const error = object(raw, "error");
  const status = number(error, "status");
  const reason = messageOf(any(raw, "error")) ?? messageOf(any(raw, "cause")) ?? "Request failed";
  const attempt = number(raw, "retryAttempt");
  const most = number(raw, "maxRetries");
  const wait = number(raw, "retryInMs");
  const failed = status === undefined ? reason : `${status}: ${reason}`;
  if (attempt !== undefined && most !== undefined) {
    const retry = { attempt, of: most, ...(wait === undefined ? {} : { waitMs: wait }) };
    return { kind: "event", event: "api-error", text: failed, level: "error", retry };
  }
  // Half of the figures make no count of attempts, but they are what the line says.
  const parts = [
    failed,
    attempt === undefined ? undefined : `attempt ${attempt}`,
    wait === undefined ? undefined : `again in ${(wait / 1000).toFixed(1)} s`,
  ];
  return { kind: "event", event: "api-error", text: parts.filter(Boolean).join(", "), level: "error" };
});

/** The reason lies at different depths in different versions. */
function messageOf(error: unknown, depth = 0): string | undefined {
  if (typeof error === "string") return error;
  if (depth > 4) return undefined;
  return (
    words(error, "message") ??
    messageOf(object(error, "error"), depth + 1) ??
    messageOf(object(error, "cause"), depth + 1) ??
    words(error, "type") ??
    words(error, "code")
  );
}
