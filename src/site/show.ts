/** A session of a built site, or one moment of it, as text: as the site shows it, redacted as that is. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readBoot } from "./boot.ts";
import { pageName } from "./checked.ts";
import { type Element, elementsIn, elementWithId, parsePage, textOfElement } from "./page-text.ts";
import { hasSearch } from "./search.ts";

export interface Shown {
  readonly id: string;
  readonly title: string;
  /** Below the site's folder. */
  readonly page: string;
  readonly anchor?: string;
  readonly text: string;
}

export type Lookup =
  | { readonly found: Shown }
  /** Why there is nothing to show, as a sentence. */
  | { readonly problem: string };

/** What an address of ours looks like: an id or its beginning, or a path of a page; then an anchor. */
const idPattern = new RegExp(`^${pageName}$`);
/** Of a file: folders and its name, none of which leads back. */
const filePath = "files/(?:(?!\\.\\.?/)[^/\\\\]+/)+";
const pagePattern = new RegExp(
  `(?:^|/)((?:sessions|stories)/${pageName}/(?:agents/${pageName}/)?|${filePath})(?:(?:index|part-\\d+)\\.html)?$`,
);

/** `address` is `ID`, `ID#anchor`, or a path as search prints it. Only pages below `site` and its archives are read. */
export function show(site: string, address: string): Lookup {
  const [, path = "", , query = ""] = /^([^#?]*)(\?[^#]*)?(?:#(.*))?$/s.exec(address) ?? [];
  const anchor = query === "" ? undefined : decoded(query);
  const wanted = path.replaceAll("\\", "/").replace(/\/$/, "");
  const named = pagePattern.exec(wanted.endsWith(".html") ? wanted : `${wanted}/`);
  const folders =
    named === null
      ? sessionFolders(site, wanted)
      : archivesOf(site, wanted).flatMap((root) => pageFolder(site, root + named[1]));
  if (folders.length === 0) return { problem: `"${address}" is no session of "${site}".` };
  if (folders.length > 1)
    return {
      problem: `"${path}" is ${folders.length} sessions of "${site}": ${folders.slice(0, 5).map(idOf).join(", ")}.`,
    };
  const page = `${folders[0]}index.html`;
  const root = parsePage(readFileSync(join(site, page), "utf8"));
  const about = { id: idOf(page), title: titleOf(root), page };
  const moved = movedPieces(join(site, dirname(page)));
  if (anchor === undefined) {
    const main = elementWithId(root, "main");
    return main === undefined
      ? { problem: `"${page}" of "${site}" is not a page that annals made.` }
      : { found: { ...about, text: textOfElement(main, { moved }) } };
  }
  const element = elementAt(root, anchor) ?? elementInPieces(join(site, dirname(page)), anchor);
  return element === undefined
    ? { problem: `There is no "#${anchor}" in session ${about.id} of "${site}".` }
    : { found: { ...about, anchor, text: textOfElement(element, { moved }) } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const idOf = (page: string): string => /(?:sessions|stories)\/([^/]+)\//.exec(page)?.[1] ?? page;

/** Ways from the site's folder to where sessions are: its own, or those of a portal's archives. */
export function roots(site: string): readonly string[] {
  if (!hasSearch(site)) return [""];
  const { boot } = readBoot(site);
  return "archives" in boot ? boot.archives.map(({ root }) => root) : [""];
}

/** Where a path names one of a portal's archives, that one. */
function archivesOf(site: string, path: string): readonly string[] {
  const all = roots(site);
  const named = all.filter((root) => root !== "" && path.includes(root));
  return named.length > 0 ? named : all;
}

function pageFolder(site: string, folder: string): readonly string[] {
  return existsSync(join(site, folder, "index.html")) ? [folder] : [];
}

function sessionFolders(site: string, id: string): readonly string[] {
  if (!idPattern.test(id)) return [];
  const all = roots(site);
  const exact = all.flatMap((root) => pageFolder(site, `${root}sessions/${id}/`));
  if (exact.length > 0 || id.length < shortestBeginning) return exact.slice(0, 1);
  return all.flatMap((root) =>
    listed(join(site, root, "sessions")).flatMap((name) =>
      name.startsWith(id) ? pageFolder(site, `${root}sessions/${name}/`) : [],
    ),
  );
}

const shortestBeginning = 4;

const listed = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

function titleOf(root: ReturnType<typeof parsePage>): string {
  for (const element of elementsIn(root))
    if (element.tagName === "h1") return textOfElement(element).replace(/^# /, "");
  return "";
}

/** Several steps may come from one entry: then its id stands on something empty, beside what it is of. */
function elementAt(root: ReturnType<typeof parsePage>, id: string): Element | undefined {
  let element = elementWithId(root, id);
  while (element !== undefined && textOfElement(element) === "") {
    const above: Element["parentNode"] = element.parentNode;
    element = above !== null && "tagName" in above && above.tagName !== "main" ? above : undefined;
  }
  return element;
}

const pieceFile = /^part-\d+\.html$/;

function elementInPieces(folder: string, id: string): Element | undefined {
  for (const name of listed(folder).filter((each) => pieceFile.test(each))) {
    const markup = readFileSync(join(folder, name), "utf8");
    const element = markup.includes(`id="${id}"`) ? elementAt(parsePage(markup), id) : undefined;
    if (element !== undefined) return element;
  }
  return undefined;
}

/** "part-2:3" is the element `p3` of part-2.html, with a heading that leads back. */
function movedPieces(folder: string): (piece: string) => readonly Element[] {
  const pages = new Map<string, ReturnType<typeof parsePage> | undefined>();
  return (piece) => {
    const [, name, slot] = /^(part-\d+):(\d+)$/.exec(piece) ?? [];
    if (name === undefined) return [];
    const file = join(folder, `${name}.html`);
    if (!pages.has(name)) pages.set(name, existsSync(file) ? parsePage(readFileSync(file, "utf8")) : undefined);
    const page = pages.get(name);
    const section = page === undefined ? undefined : elementWithId(page, `p${slot}`);
    return section?.childNodes.filter((each): each is Element => "tagName" in each && each.tagName !== "h2") ?? [];
  };
}
