/** `robots.txt` of a published archive, unless a person put one there. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { robotsPath, sitemapPath } from "../../export/paths.ts";
import type { ArchiveSettings } from "../../model/archive.ts";
import { ownFiles } from "./own-files.ts";

/** `before` is the site that the new one takes the place of. Whether it was written. */
export function writeRobots(folder: string, before: string, { url, isWithoutTwins }: ArchiveSettings): boolean {
  if (url === undefined || isWithoutTwins) return false;
  if (existsSync(join(before, robotsPath)) && !ownFiles(before).has(robotsPath)) return false;
  writeFileSync(join(folder, robotsPath), `User-agent: *\nAllow: /\nSitemap: ${url}${sitemapPath}\n`);
  return true;
}
