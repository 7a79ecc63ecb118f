/** OpenCode's tools as calls of ours, how they ended, and what their results say beyond the text. */
import { unifiedHunks } from "../../text/unified-diff.ts";
import type { ResultBlock, UseBlock } from "../entries/content.ts";
import { any, flag, list, number, object, record, text, words } from "../fields.ts";
import { absolute, ours } from "../our-call.ts";

export function asOurs(name: string, input: unknown, cwd: string | undefined): UseBlock["as"] | undefined {
  const path = (key: string): string | undefined => absolute(words(input, key), cwd);
  switch (name) {
    case "bash":
      return ours("Bash", {
        command: text(input, "command"),
        description: words(input, "description"),
        timeout: number(input, "timeout"),
      });
    case "read":
      return ours("Read", {
        file_path: path("filePath"),
        offset: number(input, "offset"),
        limit: number(input, "limit"),
      });
    case "write":
      return ours("Write", { file_path: path("filePath"), content: text(input, "content") });
    case "edit":
      return ours("Edit", {
        file_path: path("filePath"),
        old_string: text(input, "oldString"),
        new_string: text(input, "newString"),
        replace_all: flag(input, "replaceAll") || undefined,
      });
    case "patch":
    case "apply_patch":
      return ours("ApplyPatch", { patch: text(input, "patchText") ?? text(input, "patch") });
    case "grep":
      return ours("Grep", { pattern: words(input, "pattern"), path: path("path"), glob: words(input, "include") });
    case "glob":
      return ours("Glob", { pattern: words(input, "pattern"), path: path("path") });
    case "list":
      return ours("LS", { path: path("path") ?? cwd });
    case "task":
      return ours("Task", {
        description: words(input, "description"),
        prompt: words(input, "prompt"),
        subagent_type: words(input, "subagent_type"),
      });
    case "todowrite":
      return ours("TodoWrite", { todos: list(input, "todos")?.map(withoutDropped) });
    case "todoread":
      return ours("TodoRead", {});
    case "question":
      return ours("AskUserQuestion", { questions: questionsOf(input) });
    case "webfetch":
      return ours("WebFetch", { url: words(input, "url"), prompt: words(input, "prompt") });
    case "websearch":
      return ours("WebSearch", { query: words(input, "query") });
    case "skill":
      return ours("Skill", { skill: words(input, "name") ?? words(input, "skill") });
    case "plan_enter":
      return ours("EnterPlanMode", {});
    case "plan_exit":
      return ours("ExitPlanMode", { plan: words(input, "plan"), planFilePath: words(input, "path") });
    default:
      return undefined;
  }
}

/** One that was dropped is off the list. */
const withoutDropped = (todo: unknown): unknown =>
  text(todo, "status") === "cancelled" ? { ...record(todo), status: "deleted" } : todo;

function questionsOf(input: unknown): readonly unknown[] | undefined {
  return list(input, "questions")?.map((each) => ({
    question: text(each, "question"),
    header: text(each, "header"),
    options: list(each, "options") ?? [],
    multiSelect: flag(each, "multiple"),
  }));
}

/** What the tools of ours ask of a result's details. */
export function detailsOf(name: string, input: unknown, metadata: unknown): unknown {
  switch (name) {
    case "bash": {
      const exitCode = number(metadata, "exit");
      return exitCode === undefined ? undefined : { exitCode };
    }
    case "edit":
    case "write": {
      const structuredPatch = unifiedHunks(text(metadata, "diff") ?? "");
      const isNew = name === "write" && any(metadata, "exists") === false;
      return {
        ...(structuredPatch.length === 0 ? {} : { structuredPatch }),
        ...(isNew ? { type: "create" } : {}),
      };
    }
    case "task": {
      const agentId = words(metadata, "sessionId");
      return agentId === undefined ? undefined : { agentId };
    }
    case "question": {
      const questions = (list(input, "questions") ?? []).map((each) => text(each, "question") ?? "");
      const given = (list(metadata, "answers") ?? []).map((each) =>
        Array.isArray(each) ? each.join(", ") : String(each),
      );
      return {
        answers: Object.fromEntries(
          questions.flatMap((each, at) => (given[at] === undefined ? [] : [[each, given[at]]])),
        ),
      };
    }
    default:
      return undefined;
  }
}

/** `undefined` while it runs: there is no result. */
export function endOf(tool: string, state: unknown): ResultBlock["ended"] | undefined {
  const status = text(state, "status");
  // A call that the model got wrong is answered by a tool of this name, which never fails.
  if (status === "completed") return { state: tool === "invalid" ? "error" : "ok" };
  if (status !== "error") return undefined;
  const error = text(state, "error") ?? "";
  if (/^The user rejected permission/.test(error)) {
    const [, feedback] = /with the following feedback:\s*([\s\S]+)$/.exec(error) ?? [];
    return { state: "rejected", ...(feedback === undefined ? {} : { feedback: feedback.trim() }) };
  }
  if (/^The user has specified a rule which prevents/.test(error)) return { state: "rejected", reason: "denied" };
  if (flag(object(state, "metadata"), "interrupted") || /^Tool execution aborted/.test(error))
    return { state: "interrupted" };
  return { state: "error" };
}
