/**
 * Redacted copies of logs, for a repository: `annals keep --redacted`. Everything is made anew in a folder of its own
 * each time, by all that is known now; only what the gate has passed reaches the copy, file by file, whole.
 */
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LogFile } from "../../log/discover.ts";
import { readRegular } from "../../log/regular-file.ts";
import { groupSessions, type SessionFiles } from "../../log/session-files.ts";
import type { SessionId } from "../../model/session.ts";
import {
  createRedactor,
  type Finding,
  type Leak,
  type RedactOptions,
  type Redactor,
  textOf,
} from "../../redact/index.ts";
import { discoverAll, type StoreView } from "../../store/discover.ts";
import { sessionOf } from "../../store/session-of.ts";
import { readStore } from "../../store/store.ts";
import { type LogArchiveOptions, readArchive } from "../index.ts";
import type { SessionSource } from "../source.ts";
import { type CopiedFile, copiedFiles } from "./files.ts";
import { clearStaged } from "./gate.ts";
import { copiedLine, cutLine, isStandIn, type LineOptions } from "./line.ts";
import { moveIntoPlace, type Placed } from "./place.ts";
import { filesOfCopy, readSums, sumOf } from "./sums.ts";

export interface CopyOptions extends Required<Pick<LogArchiveOptions, "keep" | "onSelected">> {
  readonly folder: string;
  readonly sources: readonly string[];
  /** The raw store: what is gone from the sources is copied from there. */
  readonly store?: StoreView;
  readonly redact: RedactOptions;
  readonly isWithMedia: boolean;
  readonly isWithoutThinking: boolean;
  /** Sessions that must not be in the copy any more, by id in small letters; asked when all are read. */
  readonly withdrawn: () => ReadonlySet<string>;
  readonly onPhase: (name: string, all: number) => void;
  readonly onStep: (done: number, bytes?: number) => void;
}

export interface CopyReport extends Placed {
  readonly sessions: number;
  readonly projects: readonly string[];
  readonly files: number;
  readonly removed: number;
  /** Images, documents and other files that nobody can look into. */
  readonly media: number;
  /** What redaction took out. */
  readonly findings: readonly Finding[];
  /** What only the last look found. */
  readonly taken: readonly Leak[];
  /** Sessions of other agents, whose logs cannot be copied. */
  readonly others: number;
  /** In the folder, and not ours. */
  readonly foreign: readonly string[];
}

export async function copyRedacted(options: CopyOptions): Promise<CopyReport> {
  const redactor = await createRedactor(options.redact);
  const discovery = discoverAll(options.sources, options.store);
  const files = discovery.files.filter(isCopied);
  const known = new Set<SessionId>();
  const archive = await readArchive({
    sources: options.sources,
    discovery: { ...discovery, files },
    title: "",
    timeZone: "UTC",
    keep: options.keep,
    onSelected: (selection) => {
      options.onSelected(selection);
      for (const project of selection.projects) for (const id of project.sessions) known.add(id);
    },
    redactor,
    onProgress: (done, all, bytes) => {
      if (done === 1) options.onPhase("Reading sessions", all);
      options.onStep(done, bytes);
    },
  });
  const sessions = archive.sessions.map(({ id }) => archive.source(id));
  const staging = mkdtempSync(join(tmpdir(), "annals-redacted-"));
  try {
    const logs = [...sessions.map((session) => session.files), ...besides(files, known, sessions)];
    const wanted = unique(logs.flatMap((each) => copiedFiles(each, redactor.redact)));
    const stage = new Staging(staging, redactor, options);
    options.onPhase("Redacting", wanted.length);
    for (const [at, file] of wanted.entries()) {
      stage.file(file);
      options.onStep(at + 1);
    }
    const { foreign, gone } = stageOthers(stage, options);
    options.onPhase("Looking once more", 0);
    const taken = clearStaged(staging, [...stage.paths], { ...options.redact, known: redactor.literals() });
    const placed = moveIntoPlace(staging, options.folder, [...stage.paths], gone);
    const kept = new Set<string>(sessions.map(({ id }) => id));
    return {
      sessions: sessions.length,
      projects: archive.projects.map(({ name }) => name),
      files: stage.paths.size,
      ...placed,
      removed: gone.length,
      media: stage.media,
      findings: redactor.findings.filter(({ place }) => place.session === undefined || kept.has(place.session)),
      taken,
      others: discovery.files.filter(
        ({ role, agent = "claude-code" }) => role.kind === "session" && agent !== "claude-code",
      ).length,
      foreign,
    };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Lines of Claude Code: logs of other agents may be databases, and what was typed in sessions without a log is no log. */
const isCopied = ({ prompts, agent = "claude-code" }: LogFile): boolean =>
  prompts === undefined && agent === "claude-code";

/**
 * Logs without a conversation: the titles of others may stand in them. They are copied where all sessions beside them
 * are; else a title could tell of one that is not.
 */
function besides(
  files: readonly LogFile[],
  known: ReadonlySet<SessionId>,
  copied: readonly SessionSource[],
): readonly SessionFiles[] {
  const groups = groupSessions(files);
  const ids = new Set(copied.map((session) => session.files.id));
  const partial = new Set(groups.filter(({ id }) => known.has(id) && !ids.has(id)).map(({ folder }) => folder));
  const folders = new Set(copied.map((session) => session.files.folder).filter((folder) => !partial.has(folder)));
  return groups.filter(({ id, folder }) => !known.has(id) && folders.has(folder));
}

/** Two sessions may be called the same, on two machines; a name that is taken gets a number. */
function unique(files: readonly CopiedFile[]): readonly CopiedFile[] {
  const taken = new Set<string>();
  return files.map((file) => {
    let { path } = file;
    for (let next = 2; taken.has(path.toLowerCase()); next++) path = file.path.replace(/(\.[^./]*)?$/, `-${next}$1`);
    taken.add(path.toLowerCase());
    return { ...file, path };
  });
}

/**
 * What the copy holds beyond that: sessions whose logs are gone, or of other people. They stay, and are searched for
 * what has become known since; those that were withdrawn go. Files that we did not write are left alone.
 */
function stageOthers(
  stage: Staging,
  { folder, store, withdrawn }: CopyOptions,
): { readonly foreign: readonly string[]; readonly gone: readonly string[] } {
  if (!existsSync(folder)) return { foreign: [], gone: [] };
  const sums = readSums(folder);
  const out = new Set([...withdrawn(), ...((store && readStore(store.folder))?.forgotten ?? [])]);
  const foreign: string[] = [];
  const gone: string[] = [];
  for (const path of filesOfCopy(folder)) {
    if (stage.paths.has(path)) continue;
    const full = join(folder, path);
    const bytes = readRegular(full, mostBytes);
    if (path.endsWith(".part")) gone.push(path);
    else if (bytes === undefined || !sums.get(path)?.has(sumOf(bytes))) foreign.push(path);
    else if (out.has(sessionOf(path, full) ?? "")) gone.push(path);
    else stage.again(path, bytes);
  }
  return { foreign, gone };
}

const mostBytes = 1 << 30;

class Staging {
  readonly paths = new Set<string>();
  media = 0;
  readonly #folder: string;
  readonly #options: LineOptions;

  constructor(folder: string, redactor: Redactor, options: Pick<LineOptions, "isWithMedia" | "isWithoutThinking">) {
    this.#folder = folder;
    this.#options = { ...options, redactor };
  }

  file({ path, kind, source, lines }: CopiedFile): void {
    if (lines !== undefined) this.#log(path, lines());
    else {
      const bytes = readRegular(source, mostBytes);
      if (bytes !== undefined) this.#other(path, kind, bytes);
    }
  }

  /** A copy that was written before. */
  again(path: string, bytes: Buffer): void {
    if (path.endsWith(".jsonl")) this.#log(path, bytes.toString("utf8").replace(/\n$/, "").split("\n"));
    else this.#other(path, path.endsWith(".meta.json") ? "meta" : "output", bytes);
  }

  #log(path: string, lines: Iterable<string>): void {
    const file = this.#open(path);
    try {
      for (const line of lines) {
        // One that could not be read the first time stays as it is.
        const copied = line === "" || isStandIn(line) ? line : copiedLine(line, this.#options);
        writeSync(file, copied === cutLine ? copied : `${copied}\n`);
      }
    } finally {
      closeSync(file);
    }
  }

  #other(path: string, kind: CopiedFile["kind"], bytes: Buffer): void {
    const text = textOf(bytes);
    if (text === undefined && !this.#options.isWithMedia) {
      this.media++;
      return;
    }
    const file = this.#open(path);
    try {
      if (text === undefined) writeSync(file, bytes);
      else
        writeSync(file, kind === "meta" ? `${copiedLine(text, this.#options)}\n` : this.#options.redactor.redact(text));
    } finally {
      closeSync(file);
    }
  }

  #open(path: string): number {
    const full = join(this.#folder, path);
    mkdirSync(dirname(full), { recursive: true });
    this.paths.add(path);
    return openSync(full, "w", 0o600);
  }
}

export { checkCopy } from "./check.ts";
export { isCopy, sumsFile } from "./sums.ts";
