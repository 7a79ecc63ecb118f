/** What the plugin gives to templates as `annals`. */
import type { AgentRecord, Archive, SessionRecord } from "../src/archive.ts";
import type { Project } from "../src/model.ts";
import type { Month } from "../src/render/month-page.ts";
import type { FoldedReason } from "../src/render/report-page.ts";
import type { SideFile } from "../src/render/side-file.ts";

export interface Annals {
  readonly archive: Archive;
  readonly version: string;
  /** Session and agent pages are made in batches; the lists come last. */
  readonly stage: "sessions" | "lists";
  /** Empty in the lists' stage. */
  readonly batch: readonly SessionRecord[];
  readonly agentBatch: readonly { readonly session: SessionRecord; readonly agent: AgentRecord }[];
  /** Empty in the sessions' stage, newest first. */
  readonly projects: readonly Project[];
  readonly months: readonly Month[];
  readonly foldedReasons?: readonly FoldedReason[];
  /** Hands over the files that a page needs beside it. */
  readonly emit: (files: readonly SideFile[]) => void;
}

export interface TemplateData {
  readonly annals: Annals;
}

/** A page that is made once, in the last stage: in the others it has no address and no content. */
export function once(path: string, print: (annals: Annals) => { toString(): string }) {
  return {
    data: {
      permalink: ({ annals }: TemplateData): string | false => (annals.stage === "lists" ? path : false),
      eleventyExcludeFromCollections: true,
    },
    render: ({ annals }: TemplateData): string => (annals.stage === "lists" ? String(print(annals)) : ""),
  };
}
