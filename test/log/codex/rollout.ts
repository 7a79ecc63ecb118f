/** Small logs of Codex, written for one test each. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { archiveFrom } from "../../support/archive.ts";

type Fields = Readonly<Record<string, unknown>>;
/** As in the log, or as it stands there. */
export type Logged = Fields | string;

const base = mkdtempSync(join(tmpdir(), "annals-codex-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
let made = 0;

/** A home folder with these files below `.codex`. */
export function home(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(base, String(made++));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, ".codex", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}

export const rolloutName = (thread: string, ending = ".jsonl"): string =>
  `sessions/2026/05/23/rollout-2026-05-23T18-00-00-${thread}${ending}`;

/** Lines, a second apart. */
export function log(...records: readonly Logged[]): string {
  const lines = records.map((record, at) => {
    if (typeof record === "string") return record;
    const timestamp = new Date(Date.UTC(2026, 4, 23, 18, 0, at)).toISOString();
    return JSON.stringify({ timestamp, ...record });
  });
  return `${lines.join("\n")}\n`;
}

export const meta = (id: string, more: Fields = {}): Fields => ({
  type: "session_meta",
  payload: { id, timestamp: "2026-05-23T18:00:00.000Z", cwd: "/home/mara/tidemark", cli_version: "0.130.0", ...more },
});
export const item = (type: string, fields: Fields = {}): Fields => ({
  type: "response_item",
  payload: { type, ...fields },
});
export const event = (type: string, fields: Fields = {}): Fields => ({
  type: "event_msg",
  payload: { type, ...fields },
});
export const context = (fields: Fields): Fields => ({ type: "turn_context", payload: { model: "gpt-5.5", ...fields } });
export const started = (turn: string, fields: Fields = {}): Fields =>
  event("task_started", { turn_id: turn, ...fields });
export const ended = (turn: string, fields: Fields = {}): Fields =>
  event("task_complete", { turn_id: turn, last_agent_message: null, ...fields });
export const userItem = (...texts: readonly string[]): Fields =>
  item("message", { role: "user", content: texts.map((text) => ({ type: "input_text", text })) });
/** As Codex writes it: the item, then the event. */
export const prompt = (text: string): readonly Fields[] => [
  userItem(text),
  event("user_message", { message: text, images: [] }),
];
export const answerItem = (text: string): Fields =>
  item("message", { role: "assistant", content: [{ type: "output_text", text }] });
export const answer = (text: string): readonly Fields[] => [
  event("agent_message", { message: text }),
  answerItem(text),
];
export const call = (id: string, name: string, input: unknown): Fields =>
  item("function_call", { name, arguments: JSON.stringify(input), call_id: id });
export const output = (id: string, said: unknown): Fields =>
  item("function_call_output", { call_id: id, output: said });
const usage = (input: number, cached: number, out: number): Fields => ({
  input_tokens: input,
  cached_input_tokens: cached,
  output_tokens: out,
  total_tokens: input + out,
});
export const counts = (total: readonly [number, number, number], last: readonly [number, number, number]): Fields =>
  event("token_count", { info: { total_token_usage: usage(...total), last_token_usage: usage(...last) } });

/** The one session of a home with this log. */
export async function sessionOf(...records: readonly Logged[]) {
  const archive = await archiveFrom([home({ [rolloutName("t1")]: log(...records) })]);
  return archive.session("t1" as never);
}

export type Opened = Awaited<ReturnType<typeof sessionOf>>;

/** What the steps say, a line each. */
export function told({ turns }: Pick<Opened, "turns">): readonly string[] {
  return turns.flatMap((turn) => [promptWords(turn.prompt), ...turn.steps.map(stepWords)]);
}

function promptWords(said: Opened["turns"][number]["prompt"]): string {
  if (said.kind === "said") {
    const words = said.blocks.map((block) => ("markdown" in block ? block.markdown : block.kind)).join(" + ");
    return `> ${words}${said.queued === undefined ? "" : ` (${said.queued})`}`;
  }
  if (said.kind === "shell") return `! ${said.command}`;
  return said.kind === "machine" ? `${said.from}> ${said.text}` : `(${said.kind})`;
}

function stepWords(step: Opened["turns"][number]["steps"][number]): string {
  switch (step.kind) {
    case "text":
      return step.markdown;
    case "thinking":
      return step.redacted ? "thinking withheld" : `thinking ${step.markdown}`;
    case "call":
      return `${step.call.kind} ${step.call.name}: ${step.call.outcome.state}`;
    case "event":
      return `${step.from ?? step.event}: ${step.text}`;
    case "plan":
      return `plan ${step.plan.status}: ${step.plan.markdown}`;
    case "compaction":
      return `compaction ${step.summary ?? "without summary"}`;
    case "unknown":
      return `unknown ${step.type}`;
    default:
      return step.kind;
  }
}

export const callsOf = ({ turns }: Pick<Opened, "turns">) =>
  turns.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === "call" ? [step.call] : [])));
