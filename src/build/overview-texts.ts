/** Stories, and the files of each project, on their way into the search index. */
import { existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { LogArchive } from "../archive/index.ts";
import { filesOf } from "../archive/source-files.ts";
import { storyOf, storyRecords } from "../archive/story/index.ts";
import type { SessionId } from "../model/session.ts";
import type { PublishGate } from "../redact/index.ts";
import {
  filesDocument,
  type SearchDocument,
  type SearchFields,
  type SessionIndex,
  SessionIndexer,
  storyFields,
  storySections,
  writeSessionIndex,
} from "../search/index.ts";
import { digest } from "../system/checked-file.ts";
import { removeUnwanted } from "../system/remove-unwanted.ts";
import { clearDocument, clearFields } from "./clear-document.ts";

export interface OverviewInput {
  readonly archive: LogArchive;
  /** A folder for what the next build can use again. */
  readonly cache: string;
  /** Absent where nothing is redacted. */
  readonly gate?: PublishGate;
  /** Changes with the text of a session. */
  readonly fingerprintOf: (session: SessionId) => string;
}

/** A text whose index is in its file; `make` makes it again where the file is damaged. */
export interface OverviewText {
  readonly fingerprint: string;
  readonly fields: SearchFields;
  readonly file: string;
  readonly make: () => SessionIndex;
}

export function overviewTexts(input: OverviewInput): readonly OverviewText[] {
  const folder = join(input.cache, "overview");
  const indexer = new SessionIndexer();
  const texts = [...stories(input), ...filesOfProjects(input)].map(({ document, ...text }): OverviewText => {
    const file = join(folder, `${digest(text.fingerprint).replace(/\W/g, "").slice(0, 24)}.index`);
    const make = (): SessionIndex => {
      const made = indexer.index(document());
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeSessionIndex(file, made);
      return made;
    };
    if (!existsSync(file)) make();
    return { ...text, file, make };
  });
  const wanted = new Set(texts.map(({ file }) => basename(file)));
  if (existsSync(folder)) removeUnwanted(folder, (name) => wanted.has(name));
  return texts;
}

interface Overview extends Pick<OverviewText, "fingerprint" | "fields"> {
  readonly document: () => SearchDocument;
}

function stories({ archive, gate, fingerprintOf }: OverviewInput): readonly Overview[] {
  return storyRecords(archive).flatMap((record): readonly Overview[] => {
    const chain = archive.chain(record.chain);
    const last = archive.session(record.sessions.at(-1) as SessionId);
    if (chain === undefined || last === undefined) return [];
    const found = storyFields(record, archive.projectOf(last).name, last.span?.from);
    const fields = gate === undefined ? found : clearFields(found, gate);
    const fingerprint = digest(JSON.stringify([fields, record.sessions.map(fingerprintOf)]));
    const document = () =>
      cleared({ ...fields, sections: storySections(storyOf(chain, archive) ?? { parts: [] }) }, gate);
    return [{ fingerprint, fields, document }];
  });
}

function filesOfProjects({ archive, gate }: OverviewInput): readonly Overview[] {
  return archive.projects.flatMap((project): readonly Overview[] => {
    const files = filesOf(project, archive.files);
    if (files.length === 0) return [];
    const document = cleared(filesDocument(project, files), gate);
    const { sections: _, ...fields } = document;
    return [{ fingerprint: digest(JSON.stringify(document)), fields, document: () => document }];
  });
}

const cleared = (document: SearchDocument, gate: PublishGate | undefined): SearchDocument =>
  gate === undefined ? document : clearDocument(document, gate, () => undefined).document;
