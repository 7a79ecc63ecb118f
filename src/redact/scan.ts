/**
 * The publish gate: reads the finished files as a stranger would, decodes them and looks again. It shares rules and known
 * values with the redactor and nothing else: not its model, not its order. What it finds it takes out.
 */
import { lstat, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { At } from "../model/session.ts";
import { put } from "../system/put.ts";
import { Cleared } from "./cleared.ts";
import { Detector, type Literal } from "./detector.ts";
import { fileReader, LateValues } from "./files.ts";
import { type Detectors, type Found, foundIn } from "./found.ts";
import type { RedactOptions } from "./options.ts";
import { placeholder } from "./placeholder.ts";
import { SeenTexts } from "./seen.ts";
import { everyStretch, isLong, sharedRoom } from "./stretches.ts";
import { clearText, withoutFound } from "./take-out.ts";
import { kindOf, type Unpacked, unpacked } from "./unpack.ts";

export interface Leak {
  /** Of the site. */
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly label: string;
  /** "compressed", "base64" … where it was not in plain sight. */
  readonly inside?: string;
  /** Where in the logs it comes from. */
  readonly source?: At;
}

export interface ScanOptions extends RedactOptions {
  /** The redactor's secrets, which no rule may tell where they stand alone. */
  readonly known?: readonly Literal[];
  /** Files that are not looked at, by their path in the folder: third-party code. */
  readonly skip?: (file: string) => boolean;
  /** Packed pieces that were looked at before; gets those of this time. */
  readonly cleared?: Cleared;
}

/** All leaks of a folder, by file and line. */
export async function scanFolder(folder: string, options: ScanOptions = {}): Promise<readonly Leak[]> {
  const files = (await filesOf(folder)).map((file) => relative(folder, file).split(sep).join("/"));
  return publishGate(options).scan(folder, files);
}

/** Where in the logs a text stands that was found. */
export type SourceOf = (text: string) => At | undefined;

export interface ClearedFiles {
  readonly taken: readonly Leak[];
  /** What stands where nothing can be taken out. */
  readonly left: readonly Leak[];
}

export interface PublishGate {
  /** Names that it looks for as words, in small letters. */
  readonly names: readonly string[];
  readonly scan: (folder: string, files: readonly string[]) => readonly Leak[];
  /** The same, and takes out of the files what it finds. */
  readonly clear: (folder: string, files: readonly string[], sourceOf?: SourceOf) => ClearedFiles;
  /** The same for files that were drawn before `late` was known; nothing is done where one `holds` any of that. */
  readonly clearDrawn: (
    folder: string,
    files: readonly string[],
    late: readonly Literal[],
    sourceOf?: SourceOf,
  ) => ClearedFiles | undefined;
  /**
   * The files in which the beginning of any of these values stands, or may, never fewer: those that were drawn before
   * it was known have to be drawn again.
   */
  readonly holds: (folder: string, files: readonly string[], literals: readonly Literal[]) => readonly string[];
  /** The same for a text that goes into a file in which nothing can be changed: the search index. Tells what was found. */
  readonly clearText: (text: string, onFound: (found: Pick<Leak, "rule" | "label">, text: string) => void) => string;
  /** Whether nothing is found in a page that is written just now: to read it again takes longer than to look. */
  readonly isClear: (file: string, content: string) => boolean;
}

export function publishGate(options: ScanOptions): PublishGate {
  const state: GateState = {
    detectors: detectorsFor(options),
    cleared: options.cleared ?? new Cleared(),
    clean: new SeenTexts(leastKnown),
    room: sharedRoom(),
    isBounded: (options.patterns ?? []).length === 0,
  };
  const read = fileReader();
  /** Nothing where they are clear. */
  const doubtful = (file: string, path: string): Buffer | undefined =>
    isClearInStretches(file, path, state) ? undefined : read(path);
  const wanted = (files: readonly string[]): readonly string[] => files.filter((file) => !options.skip?.(file));
  const latest = lateLooks(options);
  const isClear = (path: string): boolean => isClearFile(path, state.detectors.all);
  const clear = (folder: string, files: readonly string[], isClear: (path: string) => boolean, sourceOf?: SourceOf) => {
    const taken: Leak[] = [];
    const left: Leak[] = [];
    for (const file of wanted(files)) {
      const path = join(folder, file);
      let found = foundInFile(file, isClear(path) ? undefined : doubtful(file, path), state);
      if (found.length === 0) continue;
      const without = withoutFound(file, Buffer.from(read(path)), state.detectors);
      if (without !== undefined) {
        put(path, without.content);
        const lines = without.taken.map((each) => ({ ...each, line: lineOf(each, found) }));
        taken.push(...leaksOf(file, lines, sourceOf));
        found = foundInFile(file, Buffer.from(without.content), state);
      }
      left.push(...leaksOf(file, found, sourceOf));
    }
    return { taken, left };
  };
  return {
    names: (options.known ?? []).flatMap(({ text, isWord }) => (isWord ? [text.toLowerCase()] : [])),
    scan: (folder, files) =>
      wanted(files).flatMap((file) => {
        const path = join(folder, file);
        return leaksOf(file, foundInFile(file, isClear(path) ? undefined : doubtful(file, path), state));
      }),
    clear: (folder, files, sourceOf) => clear(folder, files, isClear, sourceOf),
    isClear: (file, content) =>
      isClearFile(file, state.detectors.all, content) && foundInName(file, state).length === 0,
    clearDrawn: (folder, files, late, sourceOf) => {
      if (late.length === 0) return clear(folder, files, isClear, sourceOf);
      const { values, first } = latest(late);
      const paths = wanted(files).map((file) => join(folder, file));
      const doubtful = new Set(paths.filter((path) => !isClearFile(path, first)));
      for (const path of doubtful) if (values.areIn(path, read)) return undefined;
      return clear(folder, files, (path) => !doubtful.has(path), sourceOf);
    },
    holds: (folder, files, literals) => {
      if (literals.length === 0) return [];
      const { values } = latest(literals);
      return wanted(files).filter((file) => values.areIn(join(folder, file), read));
    },
    clearText: (text, onFound) => {
      const { content, taken } = clearText(text, false, state.detectors);
      for (const { rule, label, secret } of taken) onFound({ rule, label }, secret);
      return content;
    },
  };
}

function detectorsFor(options: ScanOptions): Detectors {
  const rules = new Detector(options);
  if (options.known === undefined || options.known.length === 0) return { rules, all: rules };
  const all = new Detector(options);
  all.know(options.known);
  return { rules, all };
}

interface GateState {
  readonly detectors: Detectors;
  readonly cleared: Cleared;
  /** Words of people that were looked at: a long output is there as a plain file and as one that opens in place. */
  readonly clean: SeenTexts;
  /** For stretches of long files. */
  readonly room: (size: number) => Buffer;
  /** How far the rules read from an anchor is known; of a person's own patterns it is not. */
  readonly isBounded: boolean;
}

/** A shorter text is looked at as fast as it is found again. */
const leastKnown = 2000;

/** Something that a file holds, and where. */
interface FoundInFile extends Found {
  readonly line: number;
  readonly inside?: string;
}

const lineOf = (taken: Found, found: readonly FoundInFile[]): number =>
  found.find(({ rule, secret }) => rule === taken.rule && secret === taken.secret)?.line ?? found[0]?.line ?? 1;

const inName = "file name";

/** One for each line and rule. */
function leaksOf(file: string, found: readonly FoundInFile[], sourceOf?: SourceOf): readonly Leak[] {
  const leaks = new Map<string, Leak>();
  const shownName = found
    .filter(({ inside }) => inside === inName)
    .reduce((name, { secret, label }) => name.replaceAll(secret, placeholder({ label })), file);
  for (const { line, rule, label, inside, secret } of found) {
    const key = [line, rule, inside].join(" ");
    if (leaks.has(key)) continue;
    const source = sourceOf?.(secret);
    leaks.set(key, {
      file: shownName,
      line,
      rule,
      label,
      ...(inside !== undefined && { inside }),
      ...(source !== undefined && { source }),
    });
  }
  return [...leaks.values()].sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
}

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

/** Most files are clear at first sight of their bytes. */
function isClearFile(path: string, detector: Detector, content?: string): boolean {
  const kind = kindOf(path);
  return kind !== undefined && detector.isClearFile(path, kind, content);
}

/** A long plain text in which the rules find nothing either. What they find in a stretch they are asked of the whole. */
function isClearInStretches(file: string, path: string, state: GateState): boolean {
  if (kindOf(path) !== "text" || !state.isBounded || !isLong(path)) return false;
  return everyStretch(path, state.room, (bytes) => foundInBytes(file, bytes, state).length === 0);
}

/** Without its bytes where those are clear. */
function foundInFile(file: string, bytes: Buffer | undefined, state: GateState): readonly FoundInFile[] {
  const inName = foundInName(file, state);
  return bytes === undefined ? inName : [...inName, ...foundInBytes(file, bytes, state)];
}

interface LateLook {
  readonly values: LateValues;
  /** Looks for everything at once: what is clear to it need not be looked at for late values. */
  readonly first: Detector;
}

/** The tables of the last ones are kept: sessions that were drawn one after the other have the same late values. */
function lateLooks(options: ScanOptions): (late: readonly Literal[]) => LateLook {
  let last: LateLook | undefined;
  return (late) => {
    const values = new LateValues(late);
    if (JSON.stringify(values.beginnings) === JSON.stringify(last?.values.beginnings) && last) return last;
    const first = new Detector(options);
    first.know([...(options.known ?? []), ...values.beginnings]);
    last = { values, first };
    return last;
  };
}

function foundInBytes(file: string, bytes: Buffer, { detectors, cleared, clean }: GateState): readonly FoundInFile[] {
  const all: FoundInFile[] = [];
  const isKnown = (packed: string): boolean => {
    const isClear = cleared.has(packed);
    if (isClear) cleared.add(file, packed);
    return isClear;
  };
  for (const part of unpacked(file, bytes, isKnown)) {
    const { view, inside } = part;
    const isWords = part.isContent && part.packed === undefined;
    if (isWords && clean.has(view)) {
      view.close();
      continue;
    }
    const { found, isClean } = foundIn(part, detectors);
    for (const each of found) all.push({ ...each, line: lineIn(part, each), ...(inside !== undefined && { inside }) });
    // What was passed over here may count in another form of the same words.
    if (isWords && isClean) clean.add(view);
    view.close();
    if (found.length === 0 && part.packed !== undefined) cleared.add(file, part.packed);
  }
  return all;
}

/** An address of the site; nothing can be taken out of it. */
function foundInName(file: string, { detectors: { rules } }: GateState): readonly FoundInFile[] {
  return rules
    .detect(file)
    .filter(({ rule }) => rule.family === "secret" && rule.rank > 1)
    .map(({ rule, secret, spans }) => ({ rule: rule.id, label: rule.label, secret, spans, line: 0, inside: inName }));
}

const lineIn = (part: Unpacked, { spans }: Found): number => part.line ?? part.lineOf(spans[0]?.start ?? 0);

/** `sessions/4f1c/index.html:212  github-token  GitHub token  (compressed)`, after the log's line where that is known. */
export function leakLine({ file, line, rule, label, inside, source }: Leak): string {
  const from = source === undefined ? "" : `${source.file}:${source.line}  `;
  return `${from}${file}:${line}  ${rule}  ${label}${inside === undefined ? "" : `  (${inside})`}`;
}
