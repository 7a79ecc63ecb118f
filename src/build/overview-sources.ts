/** Stories, and the files of each project, on their way into the search index. */
import { existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { LogArchive } from "../archive/index.ts";
import { storyOf, storyRecords } from "../archive/story/index.ts";
import type { FileRecord } from "../model/archive.ts";
import type { SessionId } from "../model/session.ts";
import type { PublishGate } from "../redact/index.ts";
import {
  filesDocument,
  readSessionIndex,
  type SearchDocument,
  type SearchSource,
  SessionIndexer,
  storyFields,
  storySections,
  writeSessionIndex,
} from "../search/index.ts";
import { append } from "../system/append.ts";
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

export function overviewSources(input: OverviewInput): readonly SearchSource[] {
  return [...storySources(input), ...fileSources(input)];
}

function storySources({ archive, cache, gate, fingerprintOf }: OverviewInput): readonly SearchSource[] {
  const folder = join(cache, "stories");
  const indexer = new SessionIndexer();
  const files = new Set<string>();
  const sources = storyRecords(archive).flatMap((record): readonly SearchSource[] => {
    const chain = archive.chain(record.chain);
    const last = archive.session(record.sessions.at(-1) as SessionId);
    if (chain === undefined || last === undefined) return [];
    const found = storyFields(record, archive.projectOf(last).name, last.span?.from);
    const fields = gate === undefined ? found : clearFields(found, gate);
    const fingerprint = digest(JSON.stringify([fields, record.sessions.map(fingerprintOf)]));
    const file = join(folder, `${fingerprint.slice(0, 24)}.index`);
    files.add(basename(file));
    return [
      {
        fingerprint,
        fields,
        load: () => readSessionIndex(file),
        make: () => {
          const sections = storySections(storyOf(chain, archive) ?? { parts: [] });
          const made = indexer.index(cleared({ ...fields, sections }, gate));
          mkdirSync(folder, { recursive: true, mode: 0o700 });
          writeSessionIndex(file, made);
          return made;
        },
      },
    ];
  });
  if (existsSync(folder)) removeUnwanted(folder, (name) => files.has(name));
  return sources;
}

function fileSources({ archive, gate }: OverviewInput): readonly SearchSource[] {
  const byProject = new Map<string, FileRecord[]>();
  for (const file of archive.files) append(byProject, file.project, file);
  const indexer = new SessionIndexer();
  return archive.projects.flatMap((project): readonly SearchSource[] => {
    const files = byProject.get(project.id);
    if (files === undefined) return [];
    const document = cleared(filesDocument(project, files), gate);
    const { sections: _, ...fields } = document;
    const make = () => indexer.index(document);
    return [{ fingerprint: digest(JSON.stringify(document)), fields, load: () => undefined, make }];
  });
}

const cleared = (document: SearchDocument, gate: PublishGate | undefined): SearchDocument =>
  gate === undefined ? document : clearDocument(document, gate, () => undefined).document;
