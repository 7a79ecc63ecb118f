/** Tags that the client puts into texts. They are no XML: nothing in them is escaped. */

export function tagged(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return undefined;
  const end = text.indexOf(`</${tag}>`, start);
  return text.slice(start + tag.length + 2, end < 0 ? undefined : end);
}

/** What stands beside the tags. */
export function outside(text: string, tags: string): string {
  return text.replace(new RegExp(`<(${tags})>[\\s\\S]*?(?:</\\1>|$)`, "g"), "");
}

export interface Tagged {
  readonly attributes: string;
  readonly inner: string;
  /** What follows, up to the next one. */
  readonly after: string;
}

/** A text that is made of one tag, again and again. */
export function repeated(text: string, tag: string): readonly Tagged[] | undefined {
  const parts = text.split(new RegExp(`<${tag}((?: [^>]*)?)>`));
  if (parts.length < 3 || parts[0]?.trim() !== "") return undefined;
  const found: Tagged[] = [];
  for (let at = 1; at < parts.length; at += 2) {
    const [inner = "", ...after] = (parts[at + 1] ?? "").split(`</${tag}>`);
    found.push({ attributes: parts[at] ?? "", inner: inner.trim(), after: after.join("").trim() });
  }
  return found;
}

export function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
}

/** The tags side by side in a text, and the words between them, which have no name. */
export function children(text: string): readonly { readonly name?: string; readonly text: string }[] {
  const found: { name?: string; text: string }[] = [];
  const open = /<([a-z-]+)>/g;
  // A tag without its end is looked for only once, however often it comes.
  const endless = new Set<string>();
  let from = 0;
  for (let match = open.exec(text); match !== null; match = open.exec(text)) {
    const name = match[1] ?? "";
    const start = open.lastIndex;
    const end = endless.has(name) ? -1 : text.indexOf(`</${name}>`, start);
    if (end < 0) {
      endless.add(name);
      continue;
    }
    found.push({ text: text.slice(from, match.index).trim() }, { name, text: text.slice(start, end).trim() });
    from = end + name.length + 3;
    open.lastIndex = from;
  }
  return [...found, { text: text.slice(from).trim() }];
}
