/**
 * What BashOutput and TaskOutput answer with: how it stands, and what was printed, each in a tag of its own.
 * Log example: "<status>failed</status>\n\n<exit_code>127</exit_code>\n\n<stderr>\nline 1: no such file\n</stderr>"
 */

export interface TaggedAnswer {
  /** Short ones by name: status, exit_code, task_id … */
  readonly facts: ReadonlyMap<string, string>;
  readonly printed: readonly { readonly stream: Stream; readonly text: string }[];
}

type Stream = "stdout" | "stderr" | "output" | "error";

const streams: ReadonlySet<string> = new Set<Stream>(["stdout", "stderr", "output", "error"]);
const isStream = (name: string): name is Stream => streams.has(name);

/** Nothing where anything stands outside the tags, or one says a fact again: then the text is shown as it is. */
export function taggedAnswer(text: string): TaggedAnswer | undefined {
  const facts = new Map<string, string>();
  const printed: { stream: Stream; text: string }[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const name = /^<([a-z_]+)>/.exec(rest)?.[1];
    if (name === undefined) return undefined;
    // Nothing in them is escaped: what was printed may hold the tag itself.
    const end = isStream(name) ? rest.lastIndexOf(`</${name}>`) : rest.indexOf(`</${name}>`);
    if (end < 0 || facts.has(name)) return undefined;
    const inner = rest.slice(name.length + 2, end);
    if (isStream(name)) printed.push({ stream: name, text: inner.replace(/^\n/, "").replace(/\n$/, "") });
    else facts.set(name, inner.trim());
    rest = rest.slice(end + name.length + 3).trimStart();
  }
  return facts.size === 0 && printed.length === 0 ? undefined : { facts, printed };
}

/** "127" as a number, where that is all it says. */
export const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
