/** Finished files: how they are read, and in which of them a value stands. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { anchorLength, type Detector, type Literal } from "./detector.ts";
import { searchFor } from "./shared-look.ts";
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

/** Files that hold at least the beginning of a value, as which texts that were cut may hold it. */
export function filesWith(
  files: readonly string[],
  folder: string,
  literals: readonly Literal[],
  read: (path: string) => Buffer,
): readonly string[] {
  if (literals.length === 0) return [];
  const beginnings = new Map(
    // The search index has words in small letters, and so has a name where a page has it in capitals.
    literals.map(({ text, isPath, isWord: isAnyCase = false }) => {
      const beginning = isPath ? text : text.slice(0, anchorLength);
      return [`${isAnyCase} ${beginning}`, { text: beginning, isAnyCase }];
    }),
  );
  const rule = { id: "search", label: "search", family: "secret", rank: 0 } as const;
  const search = searchFor([...beginnings.values()].map((each) => ({ ...each, rule, secret: each.text })));
  return files.filter((file) => {
    const path = join(folder, file);
    const kind = kindOf(file);
    return !(kind !== undefined && search.isClearFile(path, kind)) && isIn(file, read(path), search);
  });
}

function isIn(file: string, bytes: Buffer, search: Detector): boolean {
  let isFound = false;
  for (const { view } of unpacked(file, bytes, () => false)) {
    isFound ||= search.lookAt(view).detections.length > 0;
    view.close();
  }
  return isFound;
}
