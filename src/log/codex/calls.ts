/** Calls and their results as entries; a process that goes on is joined by its number. */
import type { ToolUseId } from "../../model/session.ts";
import type { ResultBlock, UseBlock } from "../entries/content.ts";
import type { UserBody } from "../entries/entry.ts";
import { any, list, object, record, text, words } from "../fields.ts";
import { type CallIndex, callId } from "./call-index.ts";
import { type End, pictureInput, pictureResult } from "./ends.ts";
import type { CodexRecord } from "./record.ts";
import { type Result, resultOf } from "./results.ts";
import { meaningOf, toolName } from "./tool-names.ts";
import type { Writer } from "./writer.ts";

interface Use {
  readonly id: ToolUseId;
  readonly name: string;
  readonly as: UseBlock["as"];
  readonly ends: readonly End[];
}

export class Calls {
  readonly #writer: Writer;
  readonly #index: CallIndex;
  /** Hand-made logs use an id twice: the first result is the first call's. */
  readonly #uses = new Map<string, Use[]>();
  readonly #answers = new Map<string, number>();
  /** Commands of processes that go on, by number. */
  readonly #running = new Map<string, string>();
  /** The last script of the turn: what no item tells of was called by it. */
  #script: string | undefined;

  constructor(writer: Writer, index: CallIndex) {
    this.#writer = writer;
    this.#index = index;
  }

  newTurn(): void {
    this.#script = undefined;
  }

  use(record: CodexRecord): void {
    const { type, body } = record;
    const ends = this.#index.endsOf(record);
    switch (type) {
      case "web_search_call": {
        const action = object(body, "action");
        const use = this.#call(record, "web_search", action === undefined ? {} : { action }, ends);
        const links = ends.flatMap((end) => end.links ?? []);
        if (links.length > 0) this.#result(record, use, resultOf(""), { links });
        return;
      }
      case "tool_search_call":
        this.#call(record, "tool_search", any(body, "arguments") ?? {}, ends);
        return;
      case "local_shell_call": {
        const action = object(body, "action");
        const workdir = words(action, "working_directory");
        this.#call(record, "local_shell", { command: any(action, "command"), ...(workdir && { workdir }) }, ends);
        return;
      }
      case "image_generation_call": {
        const use = this.#call(record, "image_generation", pictureInput(body), ends);
        const data = text(body, "result");
        if (data !== undefined && data !== "") this.#result(record, use, pictureResult(data));
        return;
      }
      default: {
        const name = toolName(text(body, "name") ?? "unnamed", words(body, "namespace"));
        const given = type === "custom_tool_call" ? any(body, "input") : any(body, "arguments");
        this.#call(record, name, name === "apply_patch" || name === "exec" ? parsedOnce(given) : parsed(given), ends);
      }
    }
  }

  /** A call inside a message, as the API of 2023 had it; its result comes in a message of the role "function". */
  embedded(record: CodexRecord, call: unknown): void {
    const use = this.#call(
      record,
      toolName(text(call, "name") ?? "unnamed", undefined),
      parsed(any(call, "arguments")),
      [],
    );
    this.#uses.set("", [...(this.#uses.get("") ?? []), use]);
  }

  output(record: CodexRecord): void {
    const { type, body } = record;
    const key = callId(record) ?? "";
    const uses = this.#uses.get(key) ?? [];
    const number = this.#answers.get(key) ?? 0;
    this.#answers.set(key, number + 1);
    const use = uses[number] ?? uses.at(-1) ?? this.#lost(record, key);
    if (type === "tool_search_output") {
      const tools = list(body, "tools") ?? [];
      const matches = tools.flatMap((each) => words(each, "name") ?? []);
      this.#result(record, use, { ...resultOf(""), parts: use.as === undefined ? tools : [] }, { matches });
    } else this.#result(record, use, resultOf(any(body, type === "message" ? "content" : "output")));
  }

  #lost(record: CodexRecord, key: string): Use {
    const id = key === "" ? `lost-${record.at.line}` : key;
    return { id: id as ToolUseId, name: "", as: undefined, ends: [] };
  }

  /** An event of a call: its result where there is no other, or all that is known of it. */
  ended(record: CodexRecord, end: End): void {
    if (this.#index.isTold(record)) return;
    const item = this.#index.itemOf(record);
    if (item !== undefined) {
      const use = this.#uses.get(callId(item) ?? "")?.[0];
      if (end.result !== undefined && use !== undefined) this.#result(record, use, end.result);
      return;
    }
    const isEmpty = end.changes !== undefined && Object.keys(end.changes).length === 0 && end.result?.text === "";
    if (isEmpty && end.call === undefined) return;
    const use = this.#call(record, end.name, end.input, [end], this.#script);
    if (end.result !== undefined) this.#result(record, use, end.result);
    else if (end.links !== undefined && end.links.length > 0)
      this.#result(record, use, resultOf(""), { links: end.links });
  }

  #call(record: CodexRecord, name: string, input: unknown, ends: readonly End[], caller?: string): Use {
    const key = callId(record) ?? "";
    const before = this.#uses.get(key) ?? [];
    const changes = ends.find((end) => end.changes !== undefined)?.changes;
    // Without the patch's own words its changes are all that there is.
    const as =
      changes !== undefined && name === "apply_patch" && record.kind === "event"
        ? { name: "ApplyPatch", input: { patch: "" } }
        : meaningOf(name, input);
    if (name === "exec" && record.kind === "item") this.#script = name;
    const writer = this.#writer;
    // An id of the log's own tells it already.
    const content = key !== "" ? key : `${name} ${typeof input === "string" ? input : JSON.stringify(input)}`;
    let own = key === "" ? "" : before.length === 0 ? key : `${key}-${before.length + 1}`;
    writer.add(record, "call", content, (id) => {
      if (own === "") own = `call-${id}`;
      const block: UseBlock = {
        kind: "use",
        id: own as ToolUseId,
        name,
        input,
        ...(caller === undefined ? {} : { caller }),
        ...(as === undefined ? {} : { as }),
      };
      return writer.answer([block]);
    });
    const use = { id: own as ToolUseId, name, as, ends };
    if (key !== "") this.#uses.set(key, [...before, use]);
    return use;
  }

  #result(
    record: CodexRecord,
    use: Use,
    found: Result,
    more: { links?: readonly unknown[]; matches?: readonly string[] } = {},
  ): void {
    const result = withEnds(found, use.ends);
    const block: ResultBlock = {
      kind: "result",
      id: use.id,
      isError: result.ended.state === "error",
      text: result.text,
      media: result.media,
      parts: result.parts,
      ended: result.ended,
    };
    const details = this.#details(use, result, more);
    const body: UserBody = {
      kind: "user",
      blocks: [block],
      isCompactSummary: false,
      ...(details === undefined ? {} : { details }),
    };
    this.#writer.add(record, "result", use.id, body);
  }

  #details(
    use: Use,
    result: Result,
    { links, matches }: { links?: readonly unknown[]; matches?: readonly string[] },
  ): unknown {
    switch (use.as?.name) {
      case "Bash":
        if (result.running !== undefined) this.#running.set(result.running, text(use.as.input, "command") ?? "");
        return {
          ...(result.running === undefined ? wholeOutput(result, use.ends) : {}),
          ...(result.running === undefined ? {} : { backgroundTaskId: result.running }),
          ...(result.exitCode === undefined ? {} : { exitCode: result.exitCode }),
        };
      case "BashOutput": {
        const shell = text(use.as.input, "bash_id") ?? "";
        const command = this.#running.get(shell);
        const exitCode = result.exitCode;
        const status = result.running === undefined ? (exitCode === undefined ? undefined : "completed") : "running";
        return {
          ...(command === undefined ? {} : { command }),
          ...(status && { status }),
          ...(exitCode === undefined ? {} : { exitCode }),
        };
      }
      case "ApplyPatch": {
        const changes = use.ends.find((end) => end.changes !== undefined)?.changes;
        return changes === undefined ? undefined : { changes };
      }
      case "Agent":
        return agentOf(result.text);
      case "AskUserQuestion":
        return answersOf(use.as.input, result.text);
      case "ToolSearch":
        return matches === undefined ? undefined : { matches };
      case "WebSearch":
        return links === undefined ? undefined : { results: [{ content: links }] };
      default:
        return undefined;
    }
  }
}

/** What an event knows and the result does not say: the exit code, a patch or a server's call that failed. */
function withEnds(result: Result, ends: readonly End[]): Result {
  if (ends.length === 0) return result;
  const known = ends.map((end) => end.result).filter((each) => each !== undefined);
  const exitCode =
    result.exitCode ??
    (result.running === undefined ? known.find((each) => each.exitCode !== undefined)?.exitCode : undefined);
  const failed = known.find((each) => each.ended.state !== "ok");
  const ended =
    result.ended.state === "ok" && result.exitCode === undefined && result.running === undefined && failed !== undefined
      ? failed.ended
      : result.ended;
  return { ...result, ended, ...(exitCode === undefined ? {} : { exitCode }) };
}

/** Arguments are JSON in a string; what is none is shown as it is. */
function parsed(given: unknown): unknown {
  if (typeof given !== "string") return given ?? {};
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

/** A patch and a script are no JSON, unless they came as arguments. */
function parsedOnce(given: unknown): unknown {
  return typeof given === "string" && !given.trimStart().startsWith("{") ? given : parsed(given);
}

/** `{"agent_id":"019f…","nickname":"Volta"}` */
function agentOf(said: string): unknown {
  const answer = record(parsed(said));
  const id = words(answer, "agent_id");
  return id === undefined ? undefined : { agentId: id };
}

/** `{"answers":{"q1":{"answers":["Now"]}}}`: by our way, the words of the question lead to the answer. */
function answersOf(input: unknown, said: string): unknown {
  const answers = object(parsed(said), "answers");
  if (answers === undefined) return undefined;
  const found = (list(input, "questions") ?? []).flatMap((each) => {
    const question = words(each, "question");
    const answer = any(answers, words(each, "id") ?? question ?? "");
    const chosen = list(answer, "answers") ?? (typeof answer === "string" ? [answer] : undefined);
    return question === undefined || chosen === undefined ? [] : [[question, chosen] as const];
  });
  return { answers: Object.fromEntries(found) };
}

/** The model gets a long output cut; the event has all of it. */
function wholeOutput({ text: given }: Result, ends: readonly End[]): { readonly stdout?: string } {
  const whole = ends.flatMap((end) => end.result?.text ?? []).find((each) => each.length > given.length);
  return whole === undefined || whole.trim() === given.trim() ? {} : { stdout: whole };
}
