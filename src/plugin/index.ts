/**
 * The Eleventy plugin: all of Annals in anybody's Eleventy site. It reads logs, gives templates the archive as `annals`,
 * makes pages, assets and the search index, takes secrets out and looks once more at what was written.
 *
 *     eleventyConfig.addPlugin(annals, { sources: ["~/.claude/projects"], base: "log/" });
 */
import { join } from "node:path";
import type { AnnalsData } from "../../templates/annals-data.ts";
import type { EleventyConfig } from "../build/eleventy/config.ts";
import { annalsData } from "../build/eleventy/data.ts";
import { registerArchive, registerPages, type Wanted } from "../build/eleventy/pages.ts";
import { loadedTheme } from "../build/eleventy/theme.ts";
import { addressesIn } from "../build/output/own-files.ts";
import { componentFiles, importedBy, themeFingerprint } from "../build/theme-files.ts";
import { oldestNode } from "../package.ts";
import { archiveSource, type ReadArchive } from "./archive-source.ts";
// Each tool adds its call to the types of the model.
import "../tools/index.ts";
import { DigestFolder } from "./digest-folder.ts";
import { finish, fullGate } from "./finish.ts";
import { type PluginOptions, resolveOptions } from "./options.ts";
import { SearchTexts } from "./search-texts.ts";

const everything: Wanted = { session: () => true, lists: true };
const nothing: Wanted = { session: () => false, lists: false };

export default function annals(eleventyConfig: EleventyConfig, given: PluginOptions): void {
  if (process.versions.node.localeCompare(oldestNode, "en", { numeric: true }) < 0)
    throw new Error(`annals needs Node ${oldestNode} or newer, and runs in Node ${process.versions.node}.`);
  const options = resolveOptions(given);
  const { base, components, styles } = options;
  const read = archiveSource(options);
  const output = (): string => eleventyConfig.directories.output;
  /** What pages are made of in this run, and what those were made of that this process wrote last. */
  let current: Basis | undefined;
  let written: Basis | undefined;
  /** Files beside pages that this run wrote, of our own pages and by our filters on pages of the site. */
  const emitted = new Set<string>();
  let texts: SearchTexts | undefined;
  let digests: DigestFolder | undefined;
  const isStanding = (): boolean => written?.source === current?.source && written?.theme === current?.theme;

  registerArchive(
    eleventyConfig,
    async () => {
      const source = await read(addressesIn(join(output(), base)));
      current = { source, theme: themeFingerprint(options) };
      emitted.clear();
      texts?.close();
      digests?.close();
      digests = new DigestFolder(source.archive);
      const archive = { ...source.archive, ...digests.readers };
      const { search } = options;
      texts =
        search === undefined || isStanding()
          ? undefined
          : new SearchTexts(archive, search, fullGate(source.redactor, options));
      return annalsData(archive, {
        base,
        ...(await loadedTheme(options)),
        output,
        onSession: ({ session, record }, made) => {
          texts?.add(session, record);
          digests?.add(session, record, made);
        },
        onFiles: (_, files) => {
          for (const { path } of files) emitted.add(path);
        },
      });
    },
    () => {
      // Whatever a filter drew needs our stylesheet.
      emitted.add("assets/annals.css");
    },
  );
  // When only a page of the site itself was saved, ours stand as they were written.
  if (options.pages) registerPages(eleventyConfig, { base, wanted: () => (isStanding() ? nothing : everything) });
  const modules = [...componentFiles(components).values()];
  const notes = options.notes === undefined ? [] : [options.notes];
  for (const path of [...options.sources, ...modules, ...importedBy(modules), ...styles, ...notes])
    eleventyConfig.addWatchTarget(path);
  eleventyConfig.on("eleventy.after", async ({ results = [] }) => {
    if (current === undefined) return;
    const { archive, redactor } = current.source;
    const isNew = options.pages && !isStanding();
    try {
      const made = { archive, redactor, options, output: output(), results, isNew, emitted };
      await finish({ ...made, ...(texts === undefined ? {} : { texts }) });
      written = current;
    } finally {
      texts?.close();
      texts = undefined;
      digests?.close();
    }
  });
}

interface Basis {
  readonly source: ReadArchive;
  /** Its fingerprint. */
  readonly theme: string;
}

Object.defineProperty(annals, "eleventyPackage", { value: "annals" });
Object.defineProperty(annals, "eleventyPluginOptions", { value: { unique: true } });

export type { PageView } from "../../templates/parts/page-view.ts";
export type { Component, ComponentKit } from "../../templates/theme.ts";
export type {
  AgentRecord,
  Archive,
  ChainRecord,
  DayUsage,
  FileRecord,
  OpenSession,
  SessionRecord,
} from "../model/archive.ts";
export type {
  AgentPage,
  Collections,
  PlanRecord,
  PromptRecord,
  SnapshotRecord,
} from "../model/collections.ts";
export type { Diagnostic } from "../model/diagnostics.ts";
export type * from "../model/session.ts";
export type { Finding } from "../redact/index.ts";
export { html, SafeHtml } from "../text/html.ts";
export { type AnnalsConfig, defineConfig } from "./define-config.ts";
export {
  type ArchiveOptions,
  createRedactor,
  type OpenArchive,
  openArchive,
  readSession,
  type TextRedactor,
} from "./library.ts";
export type { AnnalsData, EleventyConfig, PluginOptions };
