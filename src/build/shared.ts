/** What workers need to know of an archive to draw its pages: plain data. */
import type { LogArchive } from "../archive/index.ts";
import { settingsOf } from "../archive/lookup.ts";
import type { MemoryState } from "../redact/index.ts";
import type { Shared } from "./draw.ts";

export function sharedBy(archive: LogArchive, redaction: MemoryState | undefined): Shared {
  const { sessions, projects, chains } = archive;
  return {
    ...settingsOf(archive),
    records: { sessions, projects, chains },
    ...(redaction === undefined ? {} : { redaction }),
  };
}
