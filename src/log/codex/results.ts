/** What came back from a call. There are eight forms of it, and one mark of a failure: the exit code. */
import type { Ended } from "../../model/session.ts";
import type { MediaBlock } from "../entries/content.ts";
import { any, flag, number, object, record, text } from "../fields.ts";
import { isMedia, parts } from "./content.ts";

export interface Result {
  readonly text: string;
  readonly media: readonly MediaBlock[];
  readonly parts: readonly unknown[];
  readonly exitCode?: number;
  /** The process goes on; `write_stdin` asks for more of it by this number. */
  readonly running?: string;
  readonly ended: Pick<Ended, "state" | "reason">;
}

export function resultOf(output: unknown): Result {
  if (typeof output === "string") return fromText(output);
  if (Array.isArray(output)) return fromParts(output);
  const body = record(output);
  if (body === undefined) return plain(output === undefined || output === null ? "" : JSON.stringify(output));
  return fromObject(body) ?? plain(JSON.stringify(body, undefined, 2));
}

/** `Chunk ID: 8b8cf5\nWall time: 0.05 seconds\nProcess exited with code 0\nOriginal token count: 12\nOutput:\n…` */
const chunk =
  /^(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?(?:Process (?:exited with code (-?\d+)|running with session ID ([^\n]+))\n)(?:Original token count: [^\n]*\n)?(?:Output:\n?|$)/;
/** `Exit code: 1\nWall time: 0.2 seconds\nTotal output lines: 400\nOutput:\n…`; hand-made logs leave lines out. */
const coded = /^Exit code: (-?\d+)\n(?:Wall time: [^\n]*\n)?(?:Total output lines: [^\n]*\n)?(?:Output:\n?)?/;
/** In 2025: `failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1, stdout: …` */
const sandboxed = /^failed in sandbox [^\n]{0,200}?exit code: (-?\d+)/;

function fromText(output: string): Result {
  const first = chunk.exec(output);
  if (first !== null) {
    const running = first[2];
    const said = output.slice(first[0].length);
    return running === undefined ? exited(said, Number(first[1])) : { ...plain(said, "ok"), running: running.trim() };
  }
  const second = coded.exec(output);
  if (second !== null) return exited(output.slice(second[0].length), Number(second[1]));
  const third = sandboxed.exec(output.slice(0, 2000));
  if (third !== null) return exited(output, Number(third[1]));
  return (/^[{[]/.test(output) ? fromJson(output) : undefined) ?? plain(output);
}

/** `{"output":"…","metadata":{"exit_code":0,"duration_seconds":0.1}}`, and a list of an MCP server's texts. */
function fromJson(output: string): Result | undefined {
  try {
    const value: unknown = JSON.parse(output);
    if (Array.isArray(value)) return value.length > 0 && value.every(isPart) ? fromParts(value) : undefined;
    const body = record(value);
    return body === undefined ? undefined : fromObject(body);
  } catch {
    return undefined;
  }
}

const isPart = (value: unknown): boolean => /text|image/i.test(text(value, "type") ?? "");

/** `undefined` where nothing in it is known: it is then shown as it is. */
function fromObject(body: Readonly<Record<string, unknown>>): Result | undefined {
  const exitCode = number(object(body, "metadata"), "exit_code") ?? number(body, "exit_code");
  const output = any(body, "output");
  if (typeof output === "string" && exitCode !== undefined) return exited(output, exitCode);
  if (isPart(body)) return fromParts([body]);
  const content = any(body, "content");
  const isAnswer = typeof any(body, "success") === "boolean" || typeof any(body, "isError") === "boolean";
  if (content === undefined || !isAnswer) return undefined;
  const isFailed = any(body, "success") === false || flag(body, "isError");
  const made = typeof content === "string" ? plain(content) : fromParts(Array.isArray(content) ? content : [content]);
  return isFailed ? { ...made, ended: { state: "error" } } : made;
}

function fromParts(output: readonly unknown[]): Result {
  const texts: string[] = [];
  const media: MediaBlock[] = [];
  const others: unknown[] = [];
  for (const block of parts(output)) {
    if (block.kind === "text") texts.push(block.text);
    else if (isMedia(block)) media.push(block);
    else others.push(block.kind === "unknown" ? block.raw : block);
  }
  const made = plain(texts.map((each) => each.replace(/\n$/, "")).join("\n"));
  return { ...made, media, parts: others };
}

const ok: Result["ended"] = { state: "ok" };
const failed: Result["ended"] = { state: "error" };

function exited(said: string, exitCode: number): Result {
  return { text: said, media: [], parts: [], ended: exitCode === 0 ? ok : failed, exitCode };
}

const failures =
  /^(?:Script failed\b|failed in sandbox\b|error: (?:Failed to|Invalid)\b|apply_patch verification failed|Failed to apply patch|failed to parse function arguments|(?:exec_command|write_stdin|shell|local_shell) failed\b|execution error|unsupported (?:custom )?(?:tool )?call|tool call error|err: )/i;

/** Rejections and interruptions are told in prose. */
function plain(said: string, state?: Ended["state"]): Result {
  return { text: said, media: [], parts: [], ended: state === undefined ? endedBy(said) : { state } };
}

function endedBy(said: string): Result["ended"] {
  const start = said.slice(0, 2000);
  if (/^aborted by user\b/.test(start) || /\bcommand aborted by user\b/i.test(start)) return { state: "interrupted" };
  if (/\brejected by user(?! approval settings)/i.test(start)) return { state: "rejected" };
  if (
    /^patch rejected:|\brejected by user approval settings|approval policy is [^\n]{1,80}; reject command/i.test(start)
  )
    return { state: "rejected", reason: "denied" };
  return { state: failures.test(start) ? "error" : "ok" };
}
