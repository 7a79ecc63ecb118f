/** Events about calls and agents that are said at most once, wherever else they stand. */
import type { AgentId } from "../../model/session.ts";
import { clientNotice, userBody } from "../bodies.ts";
import { type EntryBody, toolUseId } from "../entries/entry.ts";
import { any, object, text, words } from "../fields.ts";
import type { CopilotEvent, Join } from "./events.ts";
import { contentOf } from "./prompts.ts";

export type Beside = (event: CopilotEvent, joined: Join) => EntryBody;

const folded = (reason: string): EntryBody => ({ kind: "folded", reason });

/** Said with the answer, where there is one. */
const permission: Beside = ({ type, data, id }, { asked, answered }) => {
  const request = words(data, "requestId") ?? id;
  if (type === "permission.requested" && answered.has(request)) return folded("Said with the answer.");
  const question = asked.get(request);
  const about = ["intention", "fullCommandText", "kind"].map((name) => words(question, name)).find(Boolean) ?? "a call";
  const answer = words(object(data, "result"), "kind");
  const call = toolUseId(text(question, "toolCallId") ?? text(data, "toolCallId"));
  const said = answer === undefined ? "Permission was asked for" : `Permission ${answer.replaceAll("-", " ")}`;
  const notice = clientNotice(`${said}: ${about}`, answer?.startsWith("denied") ? "warning" : undefined);
  return { ...notice, ...(call === undefined ? {} : { call }) };
};

export const beside: Readonly<Record<string, Beside>> = {
  "permission.requested": permission,
  "permission.completed": permission,
  "subagent.started": ({ raw, data }) => {
    const call = toolUseId(text(data, "toolCallId"));
    const agent = words(raw, "agentId") ?? call;
    if (agent === undefined || call === undefined) return folded("An agent that no call names.");
    return { kind: "agent-progress", agent: agent as AgentId, call };
  },
  "subagent.completed": () => folded("Said with the call that sent the agent."),
  "subagent.failed": ({ data }, { completed }) => {
    const call = toolUseId(text(data, "toolCallId"));
    if (call !== undefined && completed.has(call)) return folded("Said with the call that sent the agent.");
    const name = words(data, "agentDisplayName") ?? words(data, "agentName") ?? "An agent";
    const notice = clientNotice(`${name} failed: ${words(data, "error") ?? ""}`, "error");
    return { ...notice, ...(call === undefined ? {} : { call }) };
  },
  /** `<system_notification>Agent "x" has completed.</system_notification>` */
  "system.notification": ({ data }) => {
    const said = contentOf(any(data, "content"))
      .replace(/<\/?system_notification>/g, "")
      .trim();
    if (said === "") return folded("A notification without words.");
    const sent = { sender: { kind: "task-notification" }, opensTurn: false } as const;
    return { ...userBody([{ kind: "text", text: said }]), isVerbatim: true, sent };
  },
  "session.task_complete": ({ data }, { starts }) => {
    const summary = words(data, "summary");
    const isCalled = [...starts.values()].some((start) => words(start.data, "toolName") === "task_complete");
    return summary === undefined || isCalled ? folded("Said by the call that ended the task.") : clientNotice(summary);
  },
  /** Only where nothing else has the prompt. */
  "hook.start": ({ data }, { hasPrompts }) => {
    const prompt = words(object(data, "input"), "prompt");
    if (hasPrompts || prompt === undefined || words(data, "hookType") !== "userPromptSubmitted")
      return folded("A hook begins; one that fails says so at its end.");
    return { ...userBody([{ kind: "text", text: prompt }]), isVerbatim: true };
  },
};
