/** The files beside a page that say the same for programs: Markdown and JSON. */
import { link, sessionFolder, sessionPath } from "../address/paths.ts";
import type { SideFile } from "../address/side-file.ts";
import type { ArchiveLookup, OpenSession, SessionRecord } from "../model/archive.ts";
import { schemaPath } from "./paths.ts";
import { sessionJson } from "./session-json.ts";
import { sessionMarkdown } from "./session-text.ts";
import { shortSession } from "./short-session.ts";

/** Bytes of each, for the menu that offers them. */
export interface TwinSizes {
  readonly markdown: number;
  readonly json: number;
}

export interface Twins {
  readonly files: readonly SideFile[];
  readonly sizes: TwinSizes;
}

export function twinsOf(folder: string, markdown: string, json: string): Twins {
  return {
    files: [
      { path: `${folder}index.md`, content: markdown },
      { path: `${folder}index.json`, content: json },
    ],
    sizes: { markdown: Buffer.byteLength(markdown), json: Buffer.byteLength(json) },
  };
}

/** Of an output: the page has more of it, and files with the whole. */
const most = { lines: 16, characters: 1200 };

/** Written while the session is open for its page. */
export function sessionTwins(
  { session, diagnostics }: Pick<OpenSession, "session" | "diagnostics">,
  record: SessionRecord,
  archive: ArchiveLookup,
  generator: string,
): Twins {
  const project = archive.projectOf(record).name;
  const { timeZone } = archive;
  return twinsOf(
    sessionFolder(record),
    sessionMarkdown(session, record, { project, timeZone, generator, hasMedia: true, most }),
    sessionJson(shortSession(session), record, {
      project,
      generator,
      diagnostics,
      schema: link(sessionPath(record), schemaPath("session")),
    }),
  );
}
