/** The stories of a site, each a chain of sessions told as one document. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { visible } from "../text/printable.ts";
import { pageName } from "./checked.ts";
import { attribute, elementsIn, elementWithId, parsePage, textOfElement } from "./page-text.ts";

export interface Story {
  readonly id: string;
  readonly title: string;
  readonly sessions: readonly string[];
  /** Below the site's folder. */
  readonly page: string;
}

const folderName = new RegExp(`^${pageName}$`);
const sessionLink = new RegExp(`^\\.\\./\\.\\./sessions/(${pageName})/`);

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
  const page = `${folder}index.html`;
  if (!existsSync(join(site, page))) return undefined;
  const elements = [...elementsIn(parsePage(readFileSync(join(site, page), "utf8")))];
  const heading = elements.find(({ tagName }) => tagName === "h1");
  const sessions = elements.flatMap((each) => sessionLink.exec(attribute(each, "href") ?? "")?.[1] ?? []);
  const title = heading === undefined ? id : textOfElement(heading).replace(/^# /, "");
  return { id, title, sessions: [...new Set(sessions)], page };
}

/** By its own id, that of one of its sessions, or the beginning of either. */
export function storyNamed(stories: readonly Story[], id: string): Story | undefined {
  const isNamed = (is: (own: string) => boolean) => stories.find((each) => is(each.id) || each.sessions.some(is));
  return isNamed((own) => own === id) ?? (id.length < 4 ? undefined : isNamed((own) => own.startsWith(id)));
}

/** Its Markdown, else the text of its page: a site may be without files for programs. */
export function storyText(site: string, { page }: Story): string {
  const markdown = join(site, page.replace(/index\.html$/, "index.md"));
  if (existsSync(markdown)) return visible(readFileSync(markdown, "utf8"));
  const main = elementWithId(parsePage(readFileSync(join(site, page), "utf8")), "main");
  return main === undefined ? "" : textOfElement(main);
}
