/** The built site that a command reads, and one sentence where it cannot. */
import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { UnreadableSite } from "../site/checked.ts";
import { hasSearch, openSearch, type SiteSearch } from "../site/search.ts";
import { UsageError } from "../system/usage-error.ts";
import type { Arguments } from "./arguments.ts";

const usual = "annals-site";

export function siteFolder({ site = usual }: Pick<Arguments, "site">): string {
  if (!existsSync(join(site, "index.html")))
    throw new UsageError(
      existsSync(site)
        ? `"${site}" is not a site that annals made; name one with --in.`
        : `There is no site "${site}": annals build makes one, --in names another.`,
    );
  return site;
}

export async function openSite(site: string): Promise<SiteSearch> {
  if (!hasSearch(site)) throw new UsageError(`"${site}" has no search index; build it without --no-search.`);
  return readingSite(site, () => openSearch(site));
}

/** What a damaged or foreign site does is told, not thrown about. */
export async function readingSite<T>(site: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableSite) throw new UsageError(`"${site}" cannot be read: ${error.message}.`);
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new UsageError(`"${site}" cannot be read: a file of it is missing (${error.message}).`);
    throw error;
  }
}

/** A page from where the reader stands: a path that opens, and that `annals show` takes. */
export const addressIn =
  (site: string) =>
  (page: string): string => {
    const [path = "", anchor] = page.split("#", 2);
    const here = relative(process.cwd(), join(site, path)).split(sep).join("/");
    return `${here}${anchor === undefined ? "" : `#${anchor}`}`;
  };
