/** The records of a log by what they are to one another, found in one look at each of them. */
import { text } from "../fields.ts";
import { tellsEnd } from "./ends.ts";
import type { CodexRecord } from "./record.ts";

export interface Groups {
  readonly all: readonly CodexRecord[];
  readonly uses: readonly CodexRecord[];
  readonly outputs: readonly CodexRecord[];
  /** Events that tell how a call ended. */
  readonly ends: readonly CodexRecord[];
  readonly answers: readonly CodexRecord[];
  readonly thoughts: readonly CodexRecord[];
  /** By where they stand. */
  readonly promptEvents: readonly number[];
  readonly answerEvents: readonly number[];
  readonly thoughtEvents: readonly CodexRecord[];
  readonly compactions: number;
  readonly hasAborts: boolean;
  readonly hasPlans: boolean;
}

const calls: ReadonlyMap<string, "use" | "output"> = new Map([
  ["function_call", "use"],
  ["custom_tool_call", "use"],
  ["local_shell_call", "use"],
  ["web_search_call", "use"],
  ["tool_search_call", "use"],
  ["image_generation_call", "use"],
  ["function_call_output", "output"],
  ["custom_tool_call_output", "output"],
  ["local_shell_call_output", "output"],
  ["tool_search_output", "output"],
  ["mcp_tool_call_output", "output"],
]);

export const isUse = ({ kind, type }: CodexRecord): boolean => kind === "item" && calls.get(type) === "use";

export const isOutput = ({ kind, type }: CodexRecord): boolean => kind === "item" && calls.get(type) === "output";

const told: ReadonlyMap<string, "prompt" | "answer" | "thought" | "abort" | "plan"> = new Map([
  ["user_message", "prompt"],
  ["item:UserMessage", "prompt"],
  ["agent_message", "answer"],
  ["item:AgentMessage", "answer"],
  ["agent_reasoning", "thought"],
  ["agent_reasoning_raw_content", "thought"],
  ["item:Reasoning", "thought"],
  ["turn_aborted", "abort"],
  ["item:Plan", "plan"],
]);

export const isPromptEvent = ({ kind, type }: CodexRecord): boolean => kind === "event" && told.get(type) === "prompt";

export const isAnswerEvent = ({ type }: CodexRecord): boolean => told.get(type) === "answer";

export const isThought = ({ type }: CodexRecord): boolean => told.get(type) === "thought";

export const isMessage = ({ kind, type, body }: CodexRecord, role: string): boolean =>
  kind === "item" && type === "message" && text(body, "role") === role;

export function groupsOf(all: readonly CodexRecord[]): Groups {
  const uses: CodexRecord[] = [];
  const outputs: CodexRecord[] = [];
  const ends: CodexRecord[] = [];
  const answers: CodexRecord[] = [];
  const thoughts: CodexRecord[] = [];
  const promptEvents: number[] = [];
  const answerEvents: number[] = [];
  const thoughtEvents: CodexRecord[] = [];
  let [compactions, hasAborts, hasPlans] = [0, false, false];
  for (let at = 0; at < all.length; at++) {
    const record = all[at] as CodexRecord;
    const { kind, type } = record;
    if (kind === "compacted") compactions++;
    else if (kind === "item") {
      const call = calls.get(type);
      if (call === "use") uses.push(record);
      else if (call === "output") outputs.push(record);
      else if (type === "reasoning") thoughts.push(record);
      else if (isMessage(record, "assistant")) answers.push(record);
    } else if (kind === "event") {
      const what = told.get(type);
      if (what === "prompt") promptEvents.push(at);
      else if (what === "answer") answerEvents.push(at);
      else if (what === "thought") thoughtEvents.push(record);
      else if (what === "abort") hasAborts = true;
      else if (what === "plan") hasPlans = true;
      else if (tellsEnd(type)) ends.push(record);
    }
  }
  return {
    ...{ all, uses, outputs, ends, answers, thoughts, promptEvents, answerEvents, thoughtEvents },
    ...{ compactions, hasAborts, hasPlans },
  };
}
