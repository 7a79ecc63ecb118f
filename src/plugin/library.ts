/**
 * Annals without Eleventy: `import { openArchive, readSession, createRedactor } from "annals"`. Secrets are taken out
 * here as everywhere, unless somebody says `redact: false`.
 */
import { collections } from "../archive/collections.ts";
import { type FileData, fileData } from "../archive/file-data.ts";
import { fileHistory } from "../archive/file-history.ts";
import type { Archive, FileRecord, OpenSession } from "../model/archive.ts";
import type { Collections } from "../model/collections.ts";
import { type Finding, createRedactor as learningRedactor } from "../redact/index.ts";
import { UsageError } from "../system/usage-error.ts";
import { archiveSource } from "./archive-source.ts";
import { type PluginOptions, resolveOptions } from "./options.ts";

export type ArchiveOptions = Pick<
  PluginOptions,
  "sources" | "store" | "redact" | "leaveOut" | "notes" | "title" | "timeZone"
>;

/** The archive and its lists; `open(id)` reads one session in full. */
export interface OpenArchive extends Archive, Collections {
  /** Every edit of a file of `files`, with the prompts behind them, and who wrote each line. */
  readonly history: (file: FileRecord) => FileData;
}

export async function openArchive(options: ArchiveOptions): Promise<OpenArchive> {
  const { archive: source } = await archiveSource(resolveOptions({ ...options, pages: false }))([]);
  const { title, timeZone, session, chain, projectOf, neighbours, open, digest, extract } = source;
  const { projects, sessions, chains, files, usage, days, work, diagnostics } = source;
  const archive: Archive & Pick<OpenArchive, "history"> = {
    history: (file) => fileData(fileHistory(file, source, source.digest)),
    ...{ title, timeZone, session, chain, projectOf, neighbours, open, digest, extract },
    ...{ projects, sessions, chains, files, usage, days, work, diagnostics },
  };
  return Object.freeze(
    Object.defineProperties(archive, Object.getOwnPropertyDescriptors(collections(source))),
  ) as OpenArchive;
}

/** The one session of a log, with the agents that lie beside it. */
export async function readSession(log: string, options: Omit<ArchiveOptions, "sources"> = {}): Promise<OpenSession> {
  const archive = await openArchive({ ...options, sources: [log] });
  const [first, ...others] = archive.sessions;
  if (first === undefined || others.length > 0)
    throw new UsageError(`annals: "${log}" holds ${archive.sessions.length} sessions; readSession reads a log of one.`);
  return archive.open(first.id);
}

export interface TextRedactor {
  /** The text as it may be shown. The same secret gets the same number in every text. */
  readonly redact: (text: string) => Promise<string>;
  /** What was taken out so far, without any of it. */
  readonly findings: readonly Finding[];
}

export async function createRedactor(options: PluginOptions["redact"] = true): Promise<TextRedactor> {
  const { redact } = resolveOptions({ sources: ["."], pages: false, redact: options });
  const redactor = await learningRedactor(redact);
  let texts = 0;
  return {
    redact: async (text) => {
      await redactor.learn(text, { file: `text ${++texts}`, line: 1 });
      await redactor.settle();
      return redactor.redact(text);
    },
    get findings() {
      return redactor.findings;
    },
  };
}
