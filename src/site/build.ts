/** The site from the archive: Eleventy in batches, so that memory stays flat, then the lists, then the search index. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Eleventy from "@11ty/eleventy";
import type { SessionRecord } from "../archive.ts";
import type { Library } from "../library/index.ts";
import type { OnSession } from "../plugin/data.ts";
import annals, { type EleventyConfig, type PluginOptions } from "../plugin/index.ts";

const templates = fileURLToPath(new URL("../../templates", import.meta.url));

/** Eleventy keeps the pages of a run in memory: a batch ends at so many pages, or so many bytes of logs. */
const batchPages = 150;
const batchBytes = 40_000_000;

export interface SiteOptions {
  readonly library: Library;
  readonly folder: string;
  readonly onPage?: () => void;
  readonly onSession?: OnSession;
}

export async function buildPages({ library, folder, onPage, onSession }: SiteOptions): Promise<void> {
  const common = {
    library,
    ...(onPage === undefined ? {} : { onPage }),
    ...(onSession === undefined ? {} : { onSession }),
  };
  for (const batch of batches(library.sessions)) {
    await run(folder, { ...common, stage: "sessions", batch: batch.map(({ id }) => id) });
  }
  await run(folder, { ...common, stage: "lists", batch: [] });
  // GitHub Pages would otherwise leave out files that start with an underscore.
  writeFileSync(join(folder, ".nojekyll"), "");
}

async function run(folder: string, options: Partial<PluginOptions>): Promise<void> {
  const eleventy = new Eleventy(templates, folder, {
    quietMode: true,
    configPath: null,
    config: (eleventyConfig) => {
      const config = eleventyConfig as EleventyConfig;
      // Installed as a package, the templates lie in node_modules themselves.
      config.ignores.delete("**/node_modules/**");
      config.setUseGitIgnore(false);
      annals(config, options);
    },
  });
  eleventy.disableLogger();
  await eleventy.write();
}

export function* batches(sessions: readonly SessionRecord[]): Generator<readonly SessionRecord[]> {
  let batch: SessionRecord[] = [];
  let pages = 0;
  let bytes = 0;
  for (const session of sessions) {
    const more = 1 + session.agents.length;
    if (batch.length > 0 && (pages + more > batchPages || bytes + session.bytes > batchBytes)) {
      yield batch;
      batch = [];
      pages = 0;
      bytes = 0;
    }
    batch.push(session);
    pages += more;
    bytes += session.bytes;
  }
  if (batch.length > 0) yield batch;
}

export function countPages(folder: string): number {
  return readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith(".html")).length;
}
