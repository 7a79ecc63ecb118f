/** The stories of a site, each a chain of sessions told as one document (`stories/<id>/story.md`). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fields, text, texts } from "./checked.ts";
import { visible } from "./page-text.ts";

export interface Story {
  readonly id: string;
  readonly title: string;
  readonly sessions: readonly string[];
  /** Below the site's folder. */
  readonly page: string;
}

const folderName = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** `roots` are the ways to its archives: one, but for a portal. */
export function storiesOf(site: string, roots: readonly string[]): readonly Story[] {
  return roots.flatMap((root) => {
    const folder = join(site, root, "stories");
    if (!existsSync(folder)) return [];
    const names = readdirSync(folder).filter((name) => folderName.test(name));
    return names.sort().flatMap((name) => storyIn(site, `${root}stories/${name}/`, name) ?? []);
  });
}

function storyIn(site: string, folder: string, id: string): Story | undefined {
  try {
    const told = fields(JSON.parse(readFileSync(join(site, folder, "story.json"), "utf8")), folder);
    const sessions = texts(told.sessions, folder);
    return { id, title: visible(text(told.title, folder)), sessions, page: `${folder}index.html` };
  } catch {
    return undefined;
  }
}

/** By its own id, that of one of its sessions, or the beginning of either. */
export function storyNamed(stories: readonly Story[], id: string): Story | undefined {
  const isNamed = (is: (own: string) => boolean) => stories.find((each) => is(each.id) || each.sessions.some(is));
  return isNamed((own) => own === id) ?? (id.length < 4 ? undefined : isNamed((own) => own.startsWith(id)));
}

export const storyText = (site: string, { page }: Story): string =>
  visible(readFileSync(join(site, page.replace(/index\.html$/, "story.md")), "utf8"));
