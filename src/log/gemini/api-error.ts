/** A request that failed, in words. Log example: `[API Error: {"error":{"code":400,"message":"Bad turn","status":"INVALID_ARGUMENT"}}]` */
import type { EventBody } from "../entries/entry.ts";
import { any, number, object, record, words } from "../fields.ts";

const bracketed = /^\[API Error: ([\s\S]*)\]([^\]]*)$/;
/** Servers put the answer of another into their message. */
const deepest = 4;

export function apiError(said: string): EventBody {
  const [, inner = said, after = ""] = bracketed.exec(said) ?? [];
  const start = inner.search(/[[{]/);
  const raw = start < 0 ? undefined : parsed(inner.slice(start));
  const told = raw === undefined ? undefined : messageIn(raw);
  const before = raw === undefined ? inner : inner.slice(0, start).trim();
  const text = [told === undefined ? inner : [before, told].filter(Boolean).join(" "), after.trim()];
  const event = { kind: "event", event: "api-error", text: text.filter(Boolean).join("\n"), level: "error" } as const;
  return raw === undefined || told === undefined ? event : { ...event, raw };
}

/** "400: Bad turn (INVALID_ARGUMENT)" */
function messageIn(raw: unknown, depth = 0): string | undefined {
  const body = Array.isArray(raw) ? raw[0] : raw;
  const error = object(body, "error") ?? record(body);
  const said = words(error, "message");
  if (said === undefined) return undefined;
  const nested = depth < deepest && /^\s*[[{]/.test(said) ? messageIn(parsed(said), depth + 1) : undefined;
  if (nested !== undefined) return nested;
  const code = number(error, "code") ?? words(error, "code");
  const status = any(error, "status");
  const kind = typeof status === "string" && status !== "" && status !== code ? ` (${status})` : "";
  return `${code === undefined ? "" : `${code}: `}${said.trim()}${kind}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
