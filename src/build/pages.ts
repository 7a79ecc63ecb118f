/**
 * What is remembered of each session's pages until the site is in its place: as a text. Of thousands of sessions the
 * lists of their files would else be a good part of what is in memory.
 */
import type { Leak } from "../redact/index.ts";
import type { Measures } from "../search/index.ts";
import type { Asked } from "./dependencies.ts";
import type { Drawn } from "./draw.ts";
import type { FilePrint } from "./output/files.ts";

export interface Page {
  readonly stamp: string;
  readonly asked: readonly Asked[];
  readonly files: readonly FilePrint[];
  readonly leftOut: Drawn["leftOut"];
  /** What the publish gate took out of them. */
  readonly taken: readonly Leak[];
}

export interface NotedPage {
  readonly leftOut: Page["leftOut"];
  readonly taken: Page["taken"];
  /** Files that are pages. */
  readonly count: number;
  /** A `Page` as JSON. */
  readonly json: string;
}

/** What stays of a session that was drawn. */
export interface DrawnPage {
  readonly id: Drawn["id"];
  readonly leaks: readonly Leak[];
  readonly text?: Measures;
  readonly page: NotedPage;
}

export const isPage = ([path]: FilePrint): boolean => path.endsWith(".html");

export function notedPage(page: Page): NotedPage {
  return {
    leftOut: page.leftOut,
    taken: page.taken,
    count: page.files.filter(isPage).length,
    json: JSON.stringify(page),
  };
}

export function drawnPage({ id, leaks, text, ...page }: Drawn, stamp: string): DrawnPage {
  return { id, leaks, ...(text === undefined ? {} : { text }), page: notedPage({ stamp, ...page }) };
}
