/** What a reader finds for a session: its page and, link by link, the files in its folder. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { Page, textOfHtml } from "./letters.ts";

export class Site {
  readonly #folder: string;
  readonly #keys: ReadonlySet<string>;

  constructor(folder: string) {
    this.#folder = resolve(folder);
    const sessions = join(this.#folder, "sessions");
    this.#keys = new Set(existsSync(sessions) ? readdirSync(sessions) : []);
  }

  /** Page and files of these sessions as one text; `links` are all files they link, in the folder or not. */
  read(ids: readonly string[]): {
    readonly page: Page;
    readonly links: ReadonlySet<string>;
    readonly isThere: boolean;
  } {
    const texts: string[] = [];
    const links = new Set<string>();
    let isThere = ids.length > 0;
    for (const id of ids) {
      const start = join(this.#folder, "sessions", this.#keyOf(id), "index.html");
      if (existsSync(start)) this.#follow(start, texts, links);
      else isThere = false;
    }
    return { page: new Page(texts.join("\n")), links, isThere };
  }

  /** Ids that cannot be a folder's name have a hash for one. */
  #keyOf(id: string): string {
    return this.#keys.has(id) ? id : createHash("sha256").update(id).digest("hex").slice(0, 24);
  }

  #follow(start: string, texts: string[], links: Set<string>): void {
    const home = dirname(start) + sep;
    const pending = [start];
    const seen = new Set(pending);
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      const content = readFileSync(path, "utf8");
      const isHtml = path.endsWith(".html");
      texts.push(isHtml ? textOfHtml(content) : content);
      if (!isHtml) continue;
      for (const match of content.matchAll(/\s(?:href|src|data-src|data-part)="([^"#?]+)/g)) {
        const target = targetOf(path, match[1] ?? "");
        if (target === undefined || !existsSync(target)) continue;
        links.add(target);
        if (seen.has(target) || !target.startsWith(home) || !/\.(?:html|txt|json|md)$/.test(target)) continue;
        seen.add(target);
        pending.push(target);
      }
    }
  }
}

function targetOf(page: string, link: string): string | undefined {
  if (/^[a-z]+:|^\/\//i.test(link)) return undefined;
  try {
    const path = resolve(dirname(page), decodeURIComponent(link));
    return link.endsWith("/") ? join(path, "index.html") : path;
  } catch {
    return undefined;
  }
}
