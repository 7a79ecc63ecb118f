/** Calls and their results as entries; a process that goes on is joined by its number. */
import type { ToolUseId } from "../../model/session.ts";
import type { ResultBlock, UseBlock } from "../entries/content.ts";
import type { UserBody } from "../entries/entry.ts";
import { any, list, object, text, words } from "../fields.ts";
import { leaveOut } from "../skim/index.ts";
import { type CallIndex, callId } from "./call-index.ts";
import { agentOf, answersOf, parsed, parsedOnce, wholeOutput, withEnds } from "./call-texts.ts";
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
  /** From the first skimmed record on: what a result means depends on those before it. */
  #leavesOut = false;

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
        if (record.isSkimmed) {
          this.#skimmedCall(record, name, ends);
          return;
        }
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
    if (record.isSkimmed) {
      this.#leavesOut = true;
      this.#skimmedResult(record, use);
      return;
    }
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
    let own = key === "" ? "" : ownId(key, before);
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

  /** The same without what was given. */
  #skimmedCall(record: CodexRecord, name: string, ends: readonly End[]): void {
    this.#leavesOut = true;
    const key = callId(record) ?? "";
    const before = this.#uses.get(key) ?? [];
    const id = ownId(key, before);
    if (name === "exec") this.#script = name;
    const block = { kind: "use" as const, id, name };
    leaveOut(block, "input");
    leaveOut(block, "as");
    this.#writer.add(record, "call", key, this.#writer.answer([block as UseBlock]));
    this.#uses.set(key, [...before, { id, name, as: undefined, ends }]);
  }

  /** The same without what came back. */
  #skimmedResult(record: CodexRecord, { id }: Use): void {
    const block = { kind: "result" as const, id };
    for (const field of ["isError", "text", "media", "parts", "ended"]) leaveOut(block, field);
    const body: UserBody = { kind: "user", blocks: [block as ResultBlock], isCompactSummary: false };
    this.#writer.add(record, "result", id, body);
  }

  #result(
    record: CodexRecord,
    use: Use,
    found: Result,
    more: { links?: readonly unknown[]; matches?: readonly string[] } = {},
  ): void {
    if (this.#leavesOut) {
      this.#skimmedResult({ ...record, isSkimmed: true }, use);
      return;
    }
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

const ownId = (key: string, before: readonly Use[]): ToolUseId =>
  (before.length === 0 ? key : `${key}-${before.length + 1}`) as ToolUseId;
