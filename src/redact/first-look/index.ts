/** A first look at a text, which clears most of them. See README.md. */
import type { View } from "../views/view.ts";
import { type Engine, type Judge, type OriginOf, startedEngine, type Tables } from "./engine.ts";
import { type FileKind, isClearContent, isClearFile } from "./files.ts";

export { type Guard, type Guarded, guardTable } from "./guards.ts";
export type { FileKind, Judge, OriginOf, Tables };

/** Shorter ones are written unit by unit, which costs less than to ask for it. */
const short = 48;

export class FirstLook {
  readonly #engine: Engine;
  readonly #tables: Tables;

  constructor(engine: Engine, tables: Tables) {
    this.#engine = engine;
    this.#tables = tables;
  }

  /**
   * Where anchors stand in a text that rules may want. Nothing where a view of it holds something more, by the word of
   * `judge`, or where this cannot tell: then all views have to be looked at.
   */
  look(text: string, judge: Judge): readonly number[] | undefined {
    const engine = this.#engine;
    const { length } = text;
    if (!this.#isReady(length)) return undefined;
    const start = engine.roomAt(0);
    if (length >= short) engine.bytes.write(text, start, "utf16le");
    else for (let at = 0; at < length; at++) engine.units[start / 2 + at] = text.charCodeAt(at);
    return this.#sightings(length, judge);
  }

  /** The same for a text that is there as a view. */
  lookAt({ units: { codes, length } }: View, judge: Judge): readonly number[] | undefined {
    if (!this.#isReady(length)) return undefined;
    this.#engine.units.set(codes.subarray(0, length), this.#engine.roomAt(0) / 2);
    return this.#sightings(length, judge);
  }

  /** Whether nothing at all stands in a file. `false` also where this cannot tell. */
  isClearFile(path: string, kind: FileKind, judge: Judge, content?: string): boolean {
    if (!this.#engine.use(this.#tables)) return false;
    return content === undefined
      ? isClearFile(this.#engine, path, kind, judge)
      : kind === "page" && isClearContent(this.#engine, content, judge);
  }

  #isReady(length: number): boolean {
    return this.#engine.reserve(length) && this.#engine.use(this.#tables);
  }

  #sightings(length: number, judge: Judge): readonly number[] | undefined {
    return this.#engine.look(0, length, [1, 2, 3], judge) === 0 ? this.#engine.sightings() : undefined;
  }
}

/** Nothing where the machine cannot do it. */
export function firstLook(tables: Tables): FirstLook | undefined {
  const engine = startedEngine();
  return engine === undefined ? undefined : new FirstLook(engine, tables);
}
