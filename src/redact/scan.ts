/**
 * The publish gate's eyes: reads the finished files as a stranger would, decodes them and looks again. It shares the
 * rules with the redactor and nothing else: not its model, not its order, not its memory beyond hashes.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { Cleared } from "./cleared.ts";
import { Detector } from "./detector.ts";
import { type KnownHashes, knownIn } from "./hashes.ts";
import type { RedactOptions } from "./options.ts";
import type { HomeHit } from "./personal/home.ts";
import { homeRule } from "./personal/index.ts";
import { SeenTexts } from "./seen.ts";
import { lineAt, type Unpacked, unpacked } from "./unpack.ts";

export interface Leak {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly label: string;
  /** "compressed", "base64" … where it was not in plain sight. */
  readonly inside?: string;
}

export interface ScanOptions extends RedactOptions {
  /** The redactor's secrets, to be recognised without being told. */
  readonly known?: KnownHashes;
  /** Files that are not looked at, by their path in the folder: third-party code. */
  readonly skip?: (file: string) => boolean;
  /** Packed pieces that were looked at before; gets those of this time. */
  readonly cleared?: Cleared;
}

/** All leaks of a folder, by file and line. */
export async function scanFolder(folder: string, options: ScanOptions = {}): Promise<readonly Leak[]> {
  const files = (await filesOf(folder)).map((file) => relative(folder, file).split(sep).join("/"));
  return leakScanner(options)(folder, files);
}

/** The same for some of a folder's files, as often as needed. */
export function leakScanner(options: ScanOptions): (folder: string, files: readonly string[]) => readonly Leak[] {
  const eyes: Eyes = {
    detector: new Detector(options),
    options,
    cleared: options.cleared ?? new Cleared(),
    clean: new SeenTexts(leastKnown),
    read: fileReader(),
  };
  return (folder, files) =>
    files.filter((file) => !options.skip?.(file)).flatMap((file) => leaksIn(file, eyes.read(join(folder, file)), eyes));
}

interface Eyes {
  readonly detector: Detector;
  readonly options: ScanOptions;
  readonly cleared: Cleared;
  /** Words of people that were looked at: a long output is there as a plain file and as one that opens in place. */
  readonly clean: SeenTexts;
  /** What it gives holds until it is asked again. */
  readonly read: (path: string) => Buffer;
}

/** A shorter text is looked at as fast as it is found again. */
const leastKnown = 2000;

/** Into the same memory again and again, which costs less than to read where new memory is asked for. */
function fileReader(): (path: string) => Buffer {
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

/** Regular files in the order of their names; links are not followed. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const name of await readdir(next)) {
      const path = join(next, name);
      const stats = await lstat(path);
      if (stats.isDirectory()) folders.push(path);
      else if (stats.isFile()) files.push(path);
    }
  }
  return files.sort();
}

function leaksIn(file: string, bytes: Buffer, { detector, options, cleared, clean }: Eyes): readonly Leak[] {
  const leaks = new Map<string, Leak>();
  let reported = 0;
  const report = (part: Unpacked, offset: number, rule: string, label: string): void => {
    const line = part.line ?? part.lineOf?.(offset) ?? lineAt(part.view.text, offset);
    const leak: Leak = { file, line, rule, label, ...(part.inside !== undefined && { inside: part.inside }) };
    leaks.set([line, rule, part.inside].join(" "), leak);
    reported++;
  };
  const isKnown = (packed: string): boolean => {
    const isClear = cleared.has(packed);
    if (isClear) cleared.add(file, packed);
    return isClear;
  };
  for (const part of unpacked(file, bytes, isKnown)) {
    const before = reported;
    const { view } = part;
    const isWords = part.isContent && part.packed === undefined;
    if (isWords && clean.has(view)) {
      view.close();
      continue;
    }
    const { detections } = detector.lookAt(view);
    for (const { rule, spans, hit } of detections) {
      if (rule.family === "personal" && !part.isContent) continue;
      if (rule.id === homeRule && !(hit as HomeHit).deep) continue;
      const at = spans[0]?.start ?? 0;
      if (rule.family === "secret" && rule.rank <= byLabel && !isTogether(part, at, rule.id, detector)) continue;
      report(part, at, rule.id, rule.label);
    }
    if (options.known) for (const { at, rule, label } of knownIn(view, options.known)) report(part, at, rule, label);
    // What was passed over here may count in another form of the same words.
    if (isWords && reported === before && detections.length === 0) clean.add(view);
    view.close();
    if (reported === before && part.packed !== undefined) cleared.add(file, part.packed);
  }
  return [...leaks.values()].sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
}

/** Rules for secrets up to this rank go by a name beside the value. */
const byLabel = 1;

/** Drawing and indexing put words side by side that were apart in the log, where the redactor judged them. */
function isTogether({ around }: Unpacked, at: number, rule: string, detector: Detector): boolean {
  return around === undefined || detector.detect(around(at)).some((detection) => detection.rule.id === rule);
}

/** `sessions/4f1c/index.html:212  github-token  GitHub token  (compressed)` */
export function leakLine({ file, line, rule, label, inside }: Leak): string {
  return `${file}:${line}  ${rule}  ${label}${inside === undefined ? "" : `  (${inside})`}`;
}
