/** Filters for anybody's templates: what our own pages draw with. */
import type { EleventyConfig } from "./config.ts";

export function addFilters(_eleventyConfig: EleventyConfig): void {}
