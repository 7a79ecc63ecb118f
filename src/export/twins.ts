/** The files beside a page that say the same for programs: Markdown and JSON. */
import { link, sessionFolder, sessionPath } from "../address/paths.ts";
import type { SideFile } from "../address/side-file.ts";
import type { ArchiveLookup, OpenSession, SessionRecord } from "../model/archive.ts";
import { schemaPath } from "./paths.ts";
import { sessionJsonParts } from "./session-json.ts";
import { sessionMarkdownParts } from "./session-text.ts";
import { shortTurn } from "./short-session.ts";

/** Bytes of each, for the menu that offers them. */
export interface TwinSizes {
  readonly markdown: number;
  readonly json: number;
}

/** Writes a file by its path from the site's root, part by part; gives its bytes. */
export type WriteParts = (path: string, parts: Iterable<string>) => number;

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

/** Written while the session is open for its page, and before that is drawn: it tells their sizes. */
export function writeSessionTwins(
  { session, diagnostics }: Pick<OpenSession, "session" | "diagnostics">,
  record: SessionRecord,
  archive: ArchiveLookup,
  generator: string,
  write: WriteParts,
): TwinSizes {
  const project = archive.projectOf(record).name;
  const { timeZone } = archive;
  const folder = sessionFolder(record);
  const schema = link(sessionPath(record), schemaPath("session"));
  const text = { project, timeZone, generator, hasMedia: true, most };
  const data = { project, generator, diagnostics, schema };
  return {
    markdown: write(`${folder}index.md`, sessionMarkdownParts(session, record, text)),
    json: write(`${folder}index.json`, sessionJsonParts(session, record, data, shortTurn)),
  };
}
