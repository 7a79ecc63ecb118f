/** What a call of a tool came to: its text, how it ended, and what our own tools want to know of it. */
import type { ToolUseId } from "../../model/session.ts";
import type { MediaBlock, ResultBlock } from "../entries/content.ts";
import { any, type Json, list, number, object, record, text, words } from "../fields.ts";
import { diffHunks } from "../unified-diff.ts";
import { type Part, partsOf } from "./parts.ts";

/** Without an end the call has no result: "awaiting_approval", "executing", "scheduled", "validating". */
const ends = new Set(["success", "error", "cancelled"]);

export function resultOf(call: Json, id: ToolUseId): ResultBlock | undefined {
  const status = words(call, "status");
  const parts = ownParts(partsOf(any(call, "result")), id);
  const display = any(call, "resultDisplay");
  const isEnded = status === undefined ? parts.length > 0 || display !== undefined : ends.has(status);
  if (!isEnded) return undefined;
  const said = textsOf(parts);
  const error = words(call, "error") ?? words(object(call, "error"), "message");
  // Made by hand, or written before the answer was: only what the person saw.
  const shown = said === "" ? (error ?? displayed(display)) : said;
  return {
    kind: "result",
    id,
    isError: status === "error",
    text: shown,
    media: mediaOf(parts),
    parts: parts.flatMap((part) => (part.kind === "unknown" ? [part.raw] : [])),
    ...ending(status, shown),
  };
}

/** A result that stands only in a message of its own. */
export function responseOf(part: Extract<Part, { kind: "response" }>, id: ToolUseId): ResultBlock {
  const answer = object(part.response, "response");
  const error = words(answer, "error");
  const isError = error !== undefined && error !== "(none)" && text(answer, "output") === undefined;
  return {
    kind: "result",
    id,
    isError,
    text: textsOf([part]),
    media: [],
    parts: [],
    ...ending(isError ? "error" : "success", error ?? ""),
  };
}

function ending(status: string | undefined, said: string): Pick<ResultBlock, "ended"> {
  // A plan that was turned down is a success of the tool that asked.
  const refused = /^Plan rejected\.?\s*(?:User feedback: )?([\s\S]*)$/.exec(said)?.[1]?.trim();
  if (refused !== undefined) return { ended: { state: "rejected", ...(refused === "" ? {} : { feedback: refused }) } };
  if (status === "success") return { ended: { state: "ok" } };
  const isRefused =
    /did not allow|denied by (?:the )?user|user denied|user rejected|rejected by (?:the )?user|user did not approve|declined/i.test(
      said,
    );
  if (status === "cancelled") return { ended: { state: isRefused ? "rejected" : "interrupted" } };
  if (status !== "error") return {};
  if (/denied by policy|blocked by policy|not allowed by policy/i.test(said))
    return { ended: { state: "rejected", reason: "denied" } };
  return { ended: { state: isRefused ? "rejected" : "error" } };
}

/** A masked answer is written with all answers of its turn: each has the id of its call. */
function ownParts(parts: readonly Part[], id: string): readonly Part[] {
  const isOwn = (part: Part): boolean => part.kind !== "response" || part.id === id;
  return parts.some((part) => part.kind === "response" && part.id === id) ? parts.filter(isOwn) : parts;
}

function textsOf(parts: readonly Part[]): string {
  const texts = parts.flatMap((part) => {
    if (part.kind === "text") return [part.text];
    return part.kind === "response" ? [responseText(any(part.response, "response"))] : [];
  });
  return texts.filter((each) => each !== "").join("\n");
}

function responseText(response: unknown): string {
  if (typeof response === "string") return response;
  const fields = record(response);
  if (fields === undefined)
    return response === undefined || response === null ? "" : JSON.stringify(response, undefined, 2);
  const { output, error, content, result, exitCode, signal, ...others } = fields;
  const said = [output, content, result, error === "(none)" ? undefined : error].flatMap((value) => {
    if (value === undefined || value === null || value === "") return [];
    return [typeof value === "string" ? value : JSON.stringify(value, undefined, 2)];
  });
  if (said.length > 0 || output !== undefined) return said.join("\n");
  return Object.keys(others).length === 0 ? "" : JSON.stringify(others, undefined, 2);
}

function mediaOf(parts: readonly Part[]): readonly MediaBlock[] {
  return parts.flatMap((part) => {
    if (part.kind === "image" || part.kind === "document") return [part];
    // Since Gemini 3 what a tool read comes within its answer.
    return part.kind === "response" ? mediaOf(partsOf(any(part.response, "parts"))) : [];
  });
}

/** A text, a screen of styled words, or an object that says it in one of its fields. */
function displayed(display: unknown): string {
  if (typeof display === "string") return display;
  if (Array.isArray(display))
    return display
      .map((row) =>
        Array.isArray(row) ? row.map((span) => text(span, "text") ?? "").join("") : typeof row === "string" ? row : "",
      )
      .join("\n")
      .trimEnd();
  return words(display, "summary") ?? words(display, "text") ?? words(display, "fileDiff") ?? "";
}

/** As `toolUseResult` has it. */
export function detailsOf(call: Json, tool: string | undefined, result: string): unknown {
  const display = any(call, "resultDisplay");
  if (tool === "Write" || tool === "Edit") return editDetails(display);
  if (tool === "Bash") return shellDetails(call, result);
  if (tool === "AskUserQuestion") return answers(call, result);
  if (tool === "Glob") {
    const found = /^Found (\d+) file/.exec(result)?.[1] ?? (/^No files found/.test(result) ? "0" : undefined);
    return found === undefined ? undefined : { numFiles: Number(found) };
  }
  if (tool === "Agent") {
    const agentId = words(call, "agentId") ?? words(display, "agentId");
    return agentId === undefined ? undefined : { agentId };
  }
  return undefined;
}

function editDetails(display: unknown): unknown {
  const diff = words(display, "fileDiff");
  const original = text(display, "originalContent");
  const stat = object(display, "diffStat");
  const isModified = (number(stat, "user_added_lines") ?? 0) + (number(stat, "user_removed_lines") ?? 0) > 0;
  const isNew = any(display, "isNewFile");
  if (diff === undefined && original === undefined && isNew === undefined) return undefined;
  return {
    structuredPatch: diff === undefined ? [] : (diffHunks(diff) ?? []),
    ...(typeof isNew === "boolean" ? { type: isNew ? "create" : "update" } : {}),
    ...(original === undefined ? {} : { originalFile: original }),
    ...(isModified ? { userModified: true } : {}),
  };
}

/** `Command: … Directory: … Output: … Error: … Exit Code: 1 Signal: … Process Group PGID: 4`, any of them or none. */
function shellDetails(call: Json, result: string): unknown {
  const response = object(object(list(call, "result")?.[0], "functionResponse"), "response");
  const exitCode = number(response, "exitCode") ?? exitIn(result);
  const [stdout, error] = [text(response, "output"), text(response, "error")];
  const stderr = error === "(none)" ? undefined : error;
  // Labels that stand in a row at the end are the client's; the same word further up may be the program's own.
  const printed =
    /(?:^|\n)Output: ([\s\S]*?)(?:\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]*)*$/.exec(
      stdout ?? "",
    )?.[1];
  return {
    ...(printed !== undefined ? { stdout: printed === "(empty)" ? "" : printed } : {}),
    ...(printed === undefined && stdout !== undefined && stderr !== undefined ? { stdout, stderr } : {}),
    ...(exitCode === undefined || exitCode === 0 ? {} : { exitCode }),
  };
}

function exitIn(result: string): number | undefined {
  const found = /(?:^|\n|\\n)Exit Code: (-?\d+)/.exec(result)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** `{"answers":{"0":"Now"}}`: by the number of the question. */
function answers(call: Json, result: string): unknown {
  const questions = list(any(call, "args"), "questions") ?? [];
  let given: Json | undefined;
  try {
    given = object(JSON.parse(result), "answers");
  } catch {
    return undefined;
  }
  if (given === undefined) return undefined;
  return {
    answers: Object.fromEntries(
      questions.flatMap((question, index) => {
        const asked = words(question, "question");
        const answer = any(given, String(index)) ?? (asked === undefined ? undefined : any(given, asked));
        return asked === undefined || answer === undefined ? [] : [[asked, answer]];
      }),
    ),
  };
}
