/**
 * Annals without Eleventy: `import { openArchive, readSession, createRedactor } from "annals"`. Secrets are taken out
 * here as everywhere, unless somebody says `redact: false`.
 */
import { collections } from "../archive/collections.ts";
import type { Archive, OpenSession } from "../model/archive.ts";
import type { Collections } from "../model/collections.ts";
import { type Finding, createRedactor as learningRedactor } from "../redact/index.ts";
import { UsageError } from "../system/usage-error.ts";
import { archiveSource } from "./archive-source.ts";
import { type PluginOptions, resolveOptions } from "./options.ts";

export type ArchiveOptions = Pick<PluginOptions, "sources" | "redact" | "leaveOut" | "title" | "timeZone">;

/** The archive and its lists; `open(id)` reads one session in full. */
export interface OpenArchive extends Archive, Collections {}

export async function openArchive(options: ArchiveOptions): Promise<OpenArchive> {
  const { archive: source } = await archiveSource(resolveOptions({ ...options, pages: false }))([]);
  const { title, timeZone, session, chain, projectOf, neighbours, open } = source;
  const { projects, sessions, chains, files, usage, days, diagnostics } = source;
  const archive: Archive = {
    ...{ title, timeZone, session, chain, projectOf, neighbours, open },
    ...{ projects, sessions, chains, files, usage, days, diagnostics },
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
