/** Finished files: how they are read, and whether values stand in them that were learnt later. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import type { Detector, Literal } from "./detector.ts";
import { anchorLength } from "./literal.ts";
import { searchFor } from "./shared-look.ts";
import { everyStretch, isLong, sharedRoom } from "./stretches.ts";
import { kindOf, unpacked } from "./unpack.ts";

/** Into the same memory again and again, which costs less than to read where new memory is asked for. */
export function fileReader(): (path: string) => Buffer {
  let room = Buffer.allocUnsafeSlow(1 << 20);
  return (path) => {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      if (size > mostRoom) return readFileSync(file);
      if (size >= room.length) room = Buffer.allocUnsafeSlow(size * 2);
      let length = 0;
      // Until there is no more, and one byte further than that: the file may grow meanwhile.
      for (;;) {
        const count = readSync(file, room, length, room.length - length, null);
        length += count;
        if (count === 0) return room.subarray(0, length);
        if (length === room.length) room = Buffer.concat([room], room.length * 2);
      }
    } finally {
      closeSync(file);
    }
  };
}

const mostRoom = 1 << 24;

/**
 * Values that were learnt after files were drawn. At least their beginnings are looked for, as which texts that were cut
 * may hold them.
 */
export class LateValues {
  readonly beginnings: readonly Literal[];
  readonly #room = sharedRoom();
  #search: Detector | undefined;

  constructor(literals: readonly Literal[]) {
    this.beginnings = beginningsOf(literals);
  }

  /** Whether any of them stands in a file, or may. */
  areIn(path: string, read: (path: string) => Buffer): boolean {
    this.#search ??= searchFor(this.beginnings);
    const kind = kindOf(path);
    if (kind !== undefined && this.#search.isClearFile(path, kind)) return false;
    if (kind === "text" && isLong(path))
      return !everyStretch(path, this.#room, (bytes) => !this.#areInBytes(path, bytes));
    return this.#areInBytes(path, read(path));
  }

  #areInBytes(path: string, bytes: Buffer): boolean {
    this.#search ??= searchFor(this.beginnings);
    let isFound = false;
    for (const { view } of unpacked(path, bytes, () => false)) {
      isFound ||= this.#search.lookAt(view).detections.length > 0;
      view.close();
    }
    return isFound;
  }
}

const searched = { id: "search", label: "search", family: "secret", rank: 0 } as const;

function beginningsOf(literals: readonly Literal[]): readonly Literal[] {
  const beginnings = new Map(
    // The search index has words in small letters, and so has a name where a page has it in capitals.
    literals.map(({ text, isPath, isWord: isAnyCase = false }) => {
      const beginning = isPath ? text : text.slice(0, anchorLength);
      return [`${isAnyCase} ${beginning}`, { text: beginning, isAnyCase }];
    }),
  );
  return [...beginnings.values()].map((each) => ({ ...each, rule: searched, secret: each.text, isAnyway: true }));
}
