/** Lines of Codex's that were skimmed: results, calls and thoughts without their bodies, and counts. */
import type { IsoTime } from "../../model/session.ts";
import { isBlank, type Json } from "../fields.ts";
import type { Skim } from "../lines.ts";
import { type Engine, giveBack, head, room, takeEngine } from "./engine.ts";
import { figureNames } from "./fields.ts";
import { leaveOut } from "./left-out.ts";

/** Told of each line that was taken, with no body where it says what was said before. */
export type TakeRecord = (
  line: number,
  kind: "item" | "event",
  type: string,
  body: Json | undefined,
  time: IsoTime | undefined,
) => void;

/** What `read` does is given this to read lines with; nothing where the machine cannot do it. */
export function skimRecords<Result>(take: TakeRecord, read: (skim: Skim | undefined) => Result): Result {
  const engine = takeEngine();
  if (engine === undefined) return read(undefined);
  engine.forgetLines();
  try {
    return read(new RecordSkimmer(engine, take));
  } finally {
    giveBack(engine);
  }
}

const textsAt = head + 16;
const [callText, nameText, timeText] = [1, 2, 4];
const absent = -1;
const sumsAt = head + 1;
const roomSizeAt = head + 3;
const totalAt = head + 5;
const lastAt = totalAt + figureNames.length;
const [hasTotal, hasLast] = [1, 2];

const saysNothing = 1;
const types = [
  "",
  "",
  "function_call_output",
  "custom_tool_call_output",
  "reasoning",
  "function_call",
  "custom_tool_call",
];
const [thoughts, counts] = [4, 8];

class RecordSkimmer implements Skim {
  readonly #engine: Engine;
  readonly #take: TakeRecord;
  #plain = "";

  constructor(engine: Engine, take: TakeRecord) {
    this.#engine = engine;
    this.#take = take;
  }

  buffer(size: number): Buffer {
    return this.#engine.buffer(size);
  }

  take(start: number, end: number, line: number): boolean {
    const kind = this.#engine.skimRecord(start, end);
    if (kind === 0) return false;
    if (kind === saysNothing) {
      this.#take(line, "event", "", undefined, undefined);
      return true;
    }
    const { numbers, bytes } = this.#engine;
    this.#plain = bytes.toString("latin1", room, room + (numbers[roomSizeAt] as number));
    const time = this.#text(timeText) as IsoTime;
    if (kind === counts) {
      this.#take(line, "event", "token_count", { info: this.#info() }, time);
      return true;
    }
    const call = this.#text(callText);
    // Then its own id counts, which the host finds.
    if (kind !== thoughts && (call === undefined || isBlank(call))) return false;
    this.#take(line, "item", types[kind] as string, this.#body(kind, call), time);
    return true;
  }

  #body(kind: number, call: string | undefined): Json {
    if (kind === thoughts) return { id: call, isEncrypted: true };
    if (kind <= 3) {
      const output = { call_id: call };
      leaveOut(output, "output");
      return output;
    }
    const use = { call_id: call, name: this.#text(nameText) };
    leaveOut(use, types[kind] === "function_call" ? "arguments" : "input");
    return use;
  }

  #info(): Json {
    const sums = this.#engine.numbers[sumsAt] as number;
    return {
      total_token_usage: (sums & hasTotal) === 0 ? undefined : this.#figures(totalAt),
      last_token_usage: (sums & hasLast) === 0 ? undefined : this.#figures(lastAt),
    };
  }

  #figures(at: number): Json {
    const { numbers } = this.#engine;
    return {
      input_tokens: numbers[at],
      cached_input_tokens: numbers[at + 1],
      cache_write_input_tokens: numbers[at + 2],
      output_tokens: numbers[at + 3],
      reasoning_output_tokens: numbers[at + 4],
    };
  }

  #text(slot: number): string | undefined {
    const { numbers, bytes } = this.#engine;
    const at = textsAt + 2 * slot;
    const from = numbers[at] as number;
    if (from === absent) return undefined;
    const size = numbers[at + 1] as number;
    if (size >= 0) return this.#plain.slice(from, from + size);
    return JSON.parse(bytes.toString("utf8", from - 1, from - size));
  }
}
