/** The bodies of entries that readers of other agents' logs make again and again. */
import { sentBy } from "../model/sender.ts";
import type { ContentBlock } from "./entries/content.ts";
import type { AssistantBody, EventBody, UserBody } from "./entries/entry.ts";

export function userBody(blocks: readonly ContentBlock[]): UserBody {
  return { kind: "user", blocks, isCompactSummary: false };
}

export function answerBody(blocks: readonly ContentBlock[]): AssistantBody {
  return { kind: "assistant", blocks, isApiError: false };
}

/** What the client itself says beside the conversation. */
export function clientNotice(text: string, level?: "warning" | "error"): EventBody {
  return { kind: "event", event: "notice", ...sentBy("client"), text, ...(level === undefined ? {} : { level }) };
}
