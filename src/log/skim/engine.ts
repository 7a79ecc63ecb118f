/** The module and its memory: logs are read into it, and what counts of a line is read out of it. */
import type { EntryId } from "../../model/session.ts";
import { binary } from "./binary.ts";
import { names, starts, textCount } from "./fields.ts";

interface Exports {
  readonly place: (names: number, head: number, last: number, room: number) => void;
  readonly skim: (from: number, to: number) => number;
  readonly placeStarts: (one: number, sizeOne: number, two: number, sizeTwo: number, last: number) => void;
  readonly skimRecord: (from: number, to: number) => number;
  readonly forgetLines: () => void;
}

const page = 1 << 16;
const nameSize = 32;
const lastSize = 160;
const roomSize = 1 << 20;
const place = {
  names: page,
  head: page + 0x2000,
  last: page + 0x4000,
  starts: page + 0x6000,
  lastLines: page + 0x8000,
  room: 2 * page,
  line: 2 * page + roomSize,
} as const;
/** Lines are gone through in blocks, the last of which may go beyond them. */
const behind = 64;
/** Memory that a long line took is given back after its log, above this. */
const mostKept = 8 << 20;

export class Engine {
  readonly #memory: WebAssembly.Memory;
  readonly #exports: Exports;
  bytes!: Buffer;
  numbers!: Int32Array;
  /** Texts as they came up last, each kind in its place, and the last entry's id: the module tells where they come again. */
  readonly last: (string | undefined)[] = new Array(textCount).fill(undefined);
  lastId: EntryId | undefined;

  constructor() {
    this.#memory = new WebAssembly.Memory({ initial: place.line / page });
    const module = new WebAssembly.Module(Buffer.from(binary, "base64"));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    this.#exports = exports as unknown as Exports;
    this.#refresh();
    for (const [at, name] of names.entries()) {
      const start = place.names + at * nameSize;
      this.bytes.write(name, start, "latin1");
      this.bytes[start + nameSize - 1] = name.length;
    }
    // No text has come up yet.
    this.bytes.fill(0xff, place.last, place.last + textCount * lastSize);
    this.#exports.place(place.names, place.head, place.last, place.room);
    const [context, counts] = starts;
    this.bytes.write(context, place.starts, "latin1");
    this.bytes.write(counts, place.starts + 128, "latin1");
    this.#exports.placeStarts(place.starts, context.length, place.starts + 128, counts.length, place.lastLines);
  }

  #refresh(): void {
    this.bytes = Buffer.from(this.#memory.buffer);
    this.numbers = new Int32Array(this.#memory.buffer);
  }

  /** A buffer of this size in which a log's lines are found; what stood in the one before stands in it too. */
  buffer(size: number): Buffer {
    const more = place.line + size + behind - this.#memory.buffer.byteLength;
    if (more > 0) {
      this.#memory.grow(Math.ceil(more / page));
      this.#refresh();
    }
    return this.bytes.subarray(place.line, place.line + size);
  }

  /** Of bytes of that buffer. */
  skim(start: number, end: number): number {
    return this.#exports.skim(place.line + start, place.line + end);
  }

  /** The same for a line of Codex's. */
  skimRecord(start: number, end: number): number {
    return this.#exports.skimRecord(place.line + start, place.line + end);
  }

  /** Codex writes some lines again and again: those of another log do not count. */
  forgetLines(): void {
    this.#exports.forgetLines();
  }

  get isLarge(): boolean {
    return this.#memory.buffer.byteLength > place.line + mostKept;
  }
}

/** Where in `numbers` the table begins, and in `bytes` the texts and the lines. */
export const head = place.head / 4;
export const room = place.room;

let spare: Engine | undefined;

/** Nothing where the machine cannot do it, or has no memory for it. One is kept for the next log. */
export function takeEngine(): Engine | undefined {
  const engine = spare ?? started();
  spare = undefined;
  return engine;
}

export function giveBack(engine: Engine): void {
  if (!engine.isLarge) spare = engine;
}

function started(): Engine | undefined {
  try {
    return new Engine();
  } catch {
    return undefined;
  }
}
