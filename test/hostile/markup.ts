/** Reads emitted markup strictly: what our templates print has one spelling, and anything else is an escape. */
import { createHash } from "node:crypto";

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface Markup {
  readonly elements: readonly Element[];
  /** Contents of inline scripts and styles. */
  readonly inline: readonly { readonly name: "script" | "style"; readonly text: string }[];
  readonly faults: readonly string[];
}

const voids = new Set(["meta", "link", "br", "hr", "img", "input", "wbr"]);
const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z][a-zA-Z-]*(?:="[^"<>]*")?)*)\s*(\/?)>/y;
const attribute = /\s+([a-zA-Z][a-zA-Z-]*)(?:="([^"<>]*)")?/g;
const badReference = /&(?!(?:amp|lt|gt|quot|#39|nbsp|times|middot|rarr|larr|ndash|mdash|hellip);)/;
// Controls, bidi and invisible characters: text shows them as signs, never as themselves.
const invisible =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|\p{Cs}/u;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
export const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name] ?? "");

/** `text` is a page, or a piece of one. */
export function readMarkup(text: string): Markup {
  const elements: Element[] = [];
  const inline: { name: "script" | "style"; text: string }[] = [];
  const faults: string[] = [];
  const open: string[] = [];
  const near = (at: number): string => JSON.stringify(text.slice(Math.max(0, at - 60), at + 90));
  let at = 0;
  if (text.startsWith("<!doctype html>")) at = "<!doctype html>".length;
  while (at < text.length && faults.length < 5) {
    const next = text.indexOf("<", at);
    const words = text.slice(at, next < 0 ? text.length : next);
    const bad = /[>"']/.exec(words) ?? badReference.exec(words) ?? invisible.exec(words);
    if (bad !== null) faults.push(`text ${JSON.stringify(bad[0])} near ${near(at + bad.index)}`);
    if (next < 0) break;
    tag.lastIndex = next;
    const match = tag.exec(text);
    if (match === null) {
      faults.push(`not a tag of ours near ${near(next)}`);
      at = next + 1;
      continue;
    }
    const [written, slash, name = "", attributes = "", self] = match;
    at = next + written.length;
    if (slash === "/") {
      const expected = open.pop();
      if (expected !== name || attributes !== "")
        faults.push(`</${name}> where </${expected}> should be, near ${near(next)}`);
      continue;
    }
    const found = new Map<string, string>();
    for (const [, key = "", value = ""] of attributes.matchAll(attribute)) {
      if (found.has(key)) faults.push(`attribute ${key} twice near ${near(next)}`);
      const wrong = badReference.exec(value) ?? invisible.exec(value);
      if (wrong !== null) faults.push(`attribute ${key} holds ${JSON.stringify(wrong[0])} near ${near(next)}`);
      found.set(key, plain(value));
    }
    elements.push({ name, attributes: found });
    if ((name === "script" && !found.has("src")) || name === "style") {
      const end = text.indexOf(`</${name}>`, at);
      inline.push({ name, text: text.slice(at, end < 0 ? undefined : end) });
      at = end < 0 ? text.length : end + name.length + 3;
    } else if (self !== "/" && !voids.has(name)) open.push(name);
  }
  if (open.length > 0 && faults.length === 0) faults.push(`never closed: ${open.join(" ")}`);
  return { elements, inline, faults };
}

export const sha256 = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
