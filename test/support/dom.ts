/** Pages as readers meet them: elements by role, name and text. Reads our own markup, which is always well-formed. */

export interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (Element | string)[];
}

const voids = new Set(["meta", "link", "br", "hr", "img", "input", "wbr"]);
const raw = new Set(["script", "style"]);
const tags = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[a-zA-Z][a-zA-Z-]*(?:="[^"<>]*")?)*)\s*(\/?)>/y;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decoded = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name] ?? "");

/** `markup` is a page, or a piece of one; what is not well-formed throws. */
export function dom(markup: { toString(): string }): Element {
  const text = String(markup).replace(/^<!doctype html>/, "");
  const root = { tag: "#root", attributes: new Map<string, string>(), children: [] as (Element | string)[] };
  const open = [root];
  for (let at = 0; at < text.length; ) {
    const into = open.at(-1) ?? root;
    const next = text.indexOf("<", at);
    if (next !== at) into.children.push(decoded(text.slice(at, next < 0 ? undefined : next)));
    if (next < 0) break;
    tags.lastIndex = next;
    const match = tags.exec(text);
    if (match === null) throw new Error(`Not a tag: ${text.slice(next, next + 80)}`);
    const [written, slash, tag = "", given = "", self] = match;
    at = next + written.length;
    if (slash === "/") {
      if (open.pop()?.tag !== tag) throw new Error(`</${tag}> closes nothing: ${text.slice(next - 80, next + 20)}`);
      continue;
    }
    const attributes = new Map(
      [...given.matchAll(/([a-zA-Z-]+)(?:="([^"]*)")?/g)].map(([, key = "", value = ""]) => [key, decoded(value)]),
    );
    const element = { tag, attributes, children: [] as (Element | string)[] };
    into.children.push(element);
    if (raw.has(tag)) {
      const end = text.indexOf(`</${tag}>`, at);
      element.children.push(text.slice(at, end));
      at = end + tag.length + 3;
    } else if (self !== "/" && !voids.has(tag)) open.push(element);
  }
  if (open.length > 1) throw new Error(`Never closed: ${open.map(({ tag }) => tag).join(" ")}`);
  return root;
}

/** What it says, without what only scripts read; spaces in a row are one. */
export function textOf(element: Element | undefined): string {
  const said = (node: Element | string): string =>
    typeof node === "string" ? node : raw.has(node.tag) ? "" : node.children.map(said).join("");
  return element === undefined ? "" : said(element).replace(/\s+/g, " ").trim();
}

/** The element and everything in it, in the order of the page. */
export function within(element: Element): Element[] {
  return [element, ...element.children.flatMap((child) => (typeof child === "string" ? [] : within(child)))];
}

/** Roles that elements have by themselves, those that our pages have. */
const roles: Readonly<Record<string, string>> = {
  a: "link",
  article: "article",
  button: "button",
  details: "group",
  fieldset: "group",
  figure: "figure",
  footer: "contentinfo",
  form: "form",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  img: "image",
  li: "listitem",
  main: "main",
  nav: "navigation",
  ol: "list",
  section: "region",
  table: "table",
  tr: "row",
  ul: "list",
};

const roleOf = ({ tag, attributes }: Element): string | undefined =>
  attributes.get("role") ??
  (tag === "input" && attributes.get("type") === "radio"
    ? "radio"
    : tag === "a" && !attributes.has("href")
      ? undefined
      : roles[tag]);

/** `aria-labelledby` is looked for in `page`; a fold is named by its summary, a choice by its legend. */
export function nameOf(element: Element, page: Element): string {
  const { attributes, children } = element;
  const labelled = attributes.get("aria-labelledby");
  if (labelled !== undefined) return textOf(byId(page, labelled));
  const label = attributes.get("aria-label") ?? attributes.get("alt");
  if (label !== undefined) return label;
  const head = children.find((child) => typeof child !== "string" && /^(?:summary|legend)$/.test(child.tag));
  if (head !== undefined) return textOf(head as Element);
  return textOf(element);
}

export const byId = (page: Element, id: string): Element | undefined =>
  within(page).find(({ attributes }) => attributes.get("id") === id);

/** Every element of this role whose name has these words. */
export function byRole(page: Element, role: string, name: string | RegExp = ""): Element[] {
  return within(page).filter((element) => {
    if (roleOf(element) !== role) return false;
    const said = nameOf(element, page);
    return typeof name === "string" ? said.includes(name) : name.test(said);
  });
}

export const byTag = (page: Element, tag: string): Element[] => within(page).filter((element) => element.tag === tag);

/** Whether a fold shows what is in it. */
export const isOpen = ({ attributes }: Element): boolean => attributes.has("open");
