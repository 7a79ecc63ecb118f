/** What a call came to: its text, how it ended, and what our own tools want to know of it. */
import type { Ended, ToolUseId } from "../../model/session.ts";
import type { MediaBlock, ResultBlock, UseBlock } from "../entries/content.ts";
import { any, type Json, list, number, object, record, text, words } from "../fields.ts";
import { diffHunks } from "../unified-diff.ts";

export function resultOf(
  data: Json,
  id: ToolUseId,
  permission: Json | undefined,
  tool: string | undefined,
): ResultBlock {
  const result = any(data, "result");
  const error = object(data, "error");
  const isGood = isSuccess(data, result);
  const failure = words(error, "message") ?? words(data, "error");
  const said = shownText(answerOf(result, tool), tool);
  return {
    kind: "result",
    id,
    isError: !isGood,
    text: isGood || failure === undefined || said === failure ? said : [said, failure].filter(Boolean).join("\n"),
    media: mediaOf(result),
    parts: othersOf(result),
    ended: ending(isGood, words(error, "code") ?? words(result, "result_type"), failure ?? said, permission),
  };
}

/** `success` may be missing; then the result's own type tells. */
function isSuccess(data: Json, result: unknown): boolean {
  const told = any(data, "success");
  if (typeof told === "boolean") return told;
  const type = words(result, "result_type") ?? words(result, "resultType");
  return type === undefined ? any(data, "error") === undefined || any(data, "error") === null : type === "success";
}

function ending(
  isGood: boolean,
  code: string | undefined,
  said: string,
  permission: Json | undefined,
): Pick<Ended, "state" | "reason" | "feedback"> {
  const kind = words(permission, "kind");
  if (isGood) return { state: "ok" };
  if (kind?.startsWith("denied") || /^(?:denied|rejected)/.test(code ?? "")) {
    const feedback = words(permission, "feedback") ?? /feedback:\s*([\s\S]+)$/i.exec(said)?.[1]?.trim();
    const isByPerson =
      kind === undefined ? !/rule|polic|hook/.test(code ?? "") : kind === "denied-interactively-by-user";
    if (!isByPerson) return { state: "rejected", reason: kind?.includes("hook") ? "hook-blocked" : "denied" };
    return { state: "rejected", ...(feedback === undefined ? {} : { feedback }) };
  }
  return /^(?:abort|cancel|interrupt)/.test(code ?? "") ? { state: "interrupted" } : { state: "error" };
}

/** `detailedContent` is what the person saw: the same, more of it, or a diff that is drawn from `details`. */
function answerOf(result: unknown, tool: string | undefined): string {
  if (typeof result === "string") return result;
  const content =
    text(result, "content") ??
    text(result, "text_result_for_llm") ??
    text(result, "textResultForLlm") ??
    textsIn(result);
  const detailed = text(result, "detailedContent") ?? "";
  if (content === "") return isDiff(detailed) && tool !== "Read" ? "" : detailed;
  // "✓ Task completed: " and the summary once more.
  if (tool === "Finish") return content;
  return !isDiff(detailed) && detailed.includes(content) ? detailed : content;
}

/** Without what is said in other ways: the exit code, the form of line numbers. */
function shownText(said: string, tool: string | undefined): string {
  if (tool === "Bash") return said.replace(exit, "");
  if (tool === "WebSearch") return searchText(said) ?? said;
  return tool === "Read" ? withNumbers(said) : said;
}

/** `12. const a = 1;` line by line, as our own Read has it. */
function withNumbers(said: string): string {
  const lines = said.replace(/\n$/, "").split("\n");
  const first = Number(/^(\d+)\. /.exec(lines[0] ?? "")?.[1]);
  const isNumbered = lines.length > 1 && lines.every((line, index) => line.startsWith(`${first + index}.`));
  return isNumbered ? lines.map((line) => line.replace(/^(\d+)\. ?/, "$1\t")).join("\n") : said;
}

const isDiff = (text: string): boolean => /^\s*diff --git /.test(text);

/** `contents`, or a `content` that is a list: parts as MCP has them. */
const partsIn = (result: unknown): readonly unknown[] => list(result, "content") ?? list(result, "contents") ?? [];

function textsIn(result: unknown): string {
  const texts = partsIn(result).flatMap((part) => words(part, "text") ?? []);
  if (texts.length > 0 || record(result) === undefined) return texts.join("\n");
  const known = ["content", "contents", "detailedContent", "result_type", "resultType"];
  const rest = Object.entries(result as Json).filter(([name, value]) => !known.includes(name) && value !== null);
  return rest.length === 0 ? "" : JSON.stringify(Object.fromEntries(rest), undefined, 2);
}

function mediaOf(result: unknown): readonly MediaBlock[] {
  return partsIn(result).flatMap((part) => {
    const data = text(part, "data");
    const mediaType = words(part, "mimeType");
    if (data === undefined || mediaType === undefined) return [];
    return [
      { kind: mediaType.startsWith("image/") ? "image" : "document", mediaType, data, encoding: "base64" } as const,
    ];
  });
}

function othersOf(result: unknown): readonly unknown[] {
  return partsIn(result).filter((part) => words(part, "text") === undefined && text(part, "data") === undefined);
}

/** As `toolUseResult` has it. `agent`: how the agent ended that the call sent. */
export function detailsOf(data: Json, as: UseBlock["as"], id: string, agent: Json | undefined): unknown {
  const result = any(data, "result");
  const said = answerOf(result, as?.name);
  switch (as?.name) {
    case "Write":
    case "Edit": {
      const hunks = diffHunks(text(result, "detailedContent") ?? "");
      if (hunks === undefined) return undefined;
      const isNew = hunks.length === 1 && hunks[0]?.oldLines === 0 && hunks[0].oldStart <= 1;
      return { structuredPatch: hunks, ...(as.name === "Write" ? { type: isNew ? "create" : "update" } : {}) };
    }
    case "Bash":
      return shellDetails(said);
    case "Agent":
      return {
        agentId: id,
        totalTokens: number(agent, "totalTokens"),
        totalToolUseCount: number(agent, "totalToolCalls"),
        totalDurationMs: number(agent, "durationMs"),
      };
    case "AskUserQuestion": {
      const question = words((list(as.input, "questions") ?? [])[0], "question") ?? "";
      const answer = /^User (?:responded|selected|answered): ([\s\S]*)$/.exec(said.trim())?.[1];
      return answer === undefined ? undefined : { answers: { [question]: answer } };
    }
    case "WebSearch":
      return searchDetails(said);
    default:
      return undefined;
  }
}

const exit = /\n?<(?:shellId: \S+ completed|exited) with exit code (-?\d+)>\s*$/;

/** The exit code stands only in the text's last line. */
function shellDetails(said: string): unknown {
  const code = exit.exec(said)?.[1];
  return code === undefined ? undefined : { stdout: said.replace(exit, ""), exitCode: Number(code) };
}

/** What the search says is JSON in a text: `{"type":"output_text","text":{"value":"…","annotations":[…]}}`. */
function searchText(said: string): string | undefined {
  return text(object(jsonIn(said), "text"), "value");
}

function searchDetails(said: string): unknown {
  const annotations = list(object(jsonIn(said), "text"), "annotations") ?? [];
  const content = annotations.flatMap((each) => {
    const link = object(each, "url_citation") ?? record(each);
    const url = words(link, "url");
    return url === undefined ? [] : [{ url, title: words(link, "title") ?? url }];
  });
  return content.length === 0 ? undefined : { results: [{ content }] };
}

function jsonIn(said: string): unknown {
  try {
    return said.startsWith("{") ? JSON.parse(said) : undefined;
  } catch {
    return undefined;
  }
}
