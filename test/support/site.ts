/** The sample, built once for all browser tests (test/support/setup.ts). */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    sampleSite: string;
  }
}

export const samplePath = (): string => inject("sampleSite");

export const fileAddress = (path: string): string => pathToFileURL(join(samplePath(), path)).href;
