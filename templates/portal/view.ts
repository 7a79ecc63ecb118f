/** What the pages of a portal show: sessions of several archives, which stay where they are. */
import type { IsoTime } from "../../src/model/session.ts";

export interface PortalView {
  readonly title: string;
  readonly timeZone: string;
  readonly version: string;
  readonly archives: readonly ArchiveView[];
  /** The newest first. */
  readonly rows: readonly PortalRow[];
}

export interface ArchiveView {
  readonly name: string;
  /** Its front page, from the portal's root: "../boat/index.html". */
  readonly page: string;
  readonly sessions: number;
  readonly projects: number;
  readonly first?: IsoTime;
  readonly last?: IsoTime;
}

export interface PortalRow {
  readonly archive: ArchiveView;
  /** Its page, from the portal's root. */
  readonly page: string;
  readonly title: string;
  /** When it began; absent where its log does not tell. */
  readonly time?: IsoTime;
  readonly project: string;
  readonly branch?: string;
  readonly model?: string;
  readonly prompts: number;
  readonly failures: number;
}

/** Rows that one page of a month or of a project has. */
export const rowsOnPage = 400;

/** A page of rows: a month, or a project, in as many parts as it takes. */
export interface RowsPage {
  readonly path: string;
  readonly title: string;
  readonly rows: readonly PortalRow[];
  /** Of all parts. */
  readonly all: number;
  readonly part: number;
  readonly parts: readonly string[];
}

export function pagesOf(
  rows: readonly PortalRow[],
  title: string,
  path: (part: number) => string,
): readonly RowsPage[] {
  const count = Math.max(1, Math.ceil(rows.length / rowsOnPage));
  const parts = Array.from({ length: count }, (_, at) => path(at + 1));
  return parts.map((own, at) => ({
    ...{ path: own, title, parts, part: at + 1, all: rows.length },
    rows: rows.slice(at * rowsOnPage, (at + 1) * rowsOnPage),
  }));
}
