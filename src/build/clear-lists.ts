/** Lists and the index through the publish gate; pages of sessions passed it when they were drawn. */
import { extname } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { LogArchive } from "../archive/index.ts";
import { sourceIn } from "../archive/redaction.ts";
import { Cleared, type Finding, type Leak, type PublishGate, publishGate, type SourceOf } from "../redact/index.ts";
import { stage } from "../system/stages.ts";
import type { WrittenFile } from "./eleventy/data.ts";
import { type FileFingerprint, filesIn, fingerprintOf } from "./output/files.ts";
import { isWithoutLogs } from "./output/without-logs.ts";
import type { BuildContext } from "./planned-sessions.ts";

export interface ClearedLists {
  /** Everything of the site but the pages of sessions, as it is afterwards. */
  readonly files: readonly FileFingerprint[];
  readonly taken: readonly Leak[];
  /** What was found where nothing can be taken out. */
  readonly leaks: readonly Leak[];
  readonly cleared: Cleared;
}

/** From when the first list is written until all of them were looked at. */
export class ListGate {
  readonly #build: BuildContext;
  readonly #cleared: Cleared;
  readonly #gate: PublishGate | undefined;
  /** Pages of files: each has a folder of its own, and to look into thousands of them takes longer than to be told. */
  readonly #written: string[] = [];
  /** Those of them in which nothing was found. */
  readonly #clear = new Set<string>();

  constructor(build: BuildContext) {
    const { options, cache, redactor } = build;
    this.#build = build;
    // What is taken over comes of sessions that hold nothing which was not looked for then.
    this.#cleared = new Cleared(cache.site?.cleared);
    if (redactor.isOn)
      this.#gate = publishGate({
        ...options.redact,
        ...{ known: redactor.literals(), skip: isWithoutLogs, cleared: this.#cleared },
      });
  }

  /** A file that is written just now. */
  onFile({ path, content }: WrittenFile): void {
    if (!path.startsWith("files/")) return;
    this.#written.push(path);
    if (typeof content === "string" && stage("gate", () => this.#gate?.isClear(path, content))) this.#clear.add(path);
  }

  /** `adopted` are files of the site before that are not in the folder yet. */
  async clear(adopted: readonly FileFingerprint[]): Promise<ClearedLists> {
    const { options, cache, archive } = this.#build;
    const { folder } = options;
    const files = listsIn(folder, this.#written);
    const cleared = this.#cleared;
    const gate = this.#gate;
    if (gate === undefined) return { files: [...files, ...adopted], taken: [], leaks: [], cleared };
    const wanted = unseen(files, cache.site?.lists ?? [], cleared).filter(([path]) => !this.#clear.has(path));
    const taken: Leak[] = [];
    const leaks: Leak[] = [];
    for (let from = 0; from < wanted.length; from += filesAtOnce) {
      const paths = wanted.slice(from, from + filesAtOnce).map(([path]) => path);
      const looked = gate.clear(folder, paths, sourceAmong(archive));
      taken.push(...looked.taken);
      leaks.push(...looked.left);
      // Signals are handled here.
      await setImmediate();
    }
    const all = taken.length > 0 ? listsIn(folder, this.#written) : files;
    return { files: [...all, ...adopted], taken, leaks, cleared };
  }
}

const listsIn = (folder: string, written: readonly string[]): readonly FileFingerprint[] => [
  ...filesIn(folder, "", (path) => path !== "sessions" && path !== "media" && !isOfFiles(path)),
  ...written.map((path) => fingerprintOf(folder, path)),
];

/** But for the list of each project, which has a name that no folder of a file has. */
const isOfFiles = (path: string): boolean => /^files\/[^/]+\/(?!index\.html$)[^/]+$/.test(path);

/** Without those that are links to files which were looked at for the same secrets, whatever they are called now. */
function unseen(
  files: readonly FileFingerprint[],
  before: readonly FileFingerprint[],
  cleared: Cleared,
): readonly FileFingerprint[] {
  const byInode = new Map(before.map((file) => [file[3], file]));
  return files.filter((file) => {
    const old = byInode.get(file[3]);
    const isSame =
      old !== undefined && old[1] === file[1] && old[2] === file[2] && extname(old[0]) === extname(file[0]);
    if (isSame) cleared.keep(old[0], file[0]);
    return !isSame;
  });
}

const filesAtOnce = 200;

/** Asked only for what was found: reads every session until one holds it. */
export function sourceAmong(archive: LogArchive): SourceOf {
  return (text) => {
    for (const { id } of archive.sessions) {
      const found = sourceIn(archive.whole(id).session, text);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** The same word for what was found in the logs and what only a finished page showed. */
export const asFinding = ({ rule, label, file, line, source }: Leak): Finding => ({
  rule,
  label,
  place: { ...(source ?? { file, line }), part: `page ${file}:${line}` },
  count: 1,
});
