/**
 * Parts of pages by name. A theme puts components of its own in their place; whoever draws a part does not know.
 * The theme is set for as long as one page is drawn, which is one synchronous call: two sites in one process, or two
 * pages at once, never see each other's.
 */
import { link } from "../src/address/paths.ts";
import { UsageError } from "../src/system/usage-error.ts";
import { clock, time } from "../src/text/clock.ts";
import * as format from "../src/text/format.ts";
import { attributes, html, join, SafeHtml, safeUrl } from "../src/text/html.ts";
import { markdown } from "../src/text/markdown.ts";

type Draw = (...given: never[]) => SafeHtml;
type Drawing = (...given: unknown[]) => SafeHtml;

/** What a component gets first; after it come the arguments of the part that it stands for. */
export interface ComponentKit<Part extends Draw = Draw> {
  /** The one way to markup: every value in it is escaped, but for markup that was made by it. */
  readonly html: typeof html;
  readonly join: typeof join;
  readonly attributes: typeof attributes;
  /** The address where it may be linked to, else undefined. */
  readonly safeUrl: typeof safeUrl;
  /** Markdown as pages show it; parts of a session use `view.prose`, which cuts what is very long. */
  readonly markdown: typeof markdown;
  /** Numbers, sizes, lengths of time and names of models as pages write them. */
  readonly format: typeof format;
  /** `clock(timeZone)` gives the words for a time, `time` the element around them. */
  readonly clock: typeof clock;
  readonly time: typeof time;
  /** From one page to another; both are paths from the site's root. */
  readonly link: typeof link;
  /** Every part by its name, as the theme has it. */
  readonly parts: Readonly<Record<string, Drawing>>;
  /** The part as it comes with Annals. */
  readonly original: Part;
}

/** A text in place of markup is printed as text. */
export type Component = (kit: ComponentKit<Drawing>, ...given: never[]) => SafeHtml | string;

export type Theme = ReadonlyMap<string, Component>;

export const emptyTheme: Theme = new Map();
const names = new Set<string>();
const parts: Record<string, Drawing> = Object.create(null);
let current = emptyTheme;

/** Everything that a theme may replace, in alphabetical order. Parts are known once their files are loaded. */
export const partNames = (): readonly string[] => [...names].sort();

/** Draws with these components. */
export function withTheme<Result>(theme: Theme | undefined, draw: () => Result): Result {
  const before = current;
  current = theme ?? emptyTheme;
  try {
    return draw();
  } finally {
    current = before;
  }
}

/**
 * Names a part. The name is what a theme calls it, and stands for good; a test holds that no two parts share one.
 * (Not checked here: Eleventy loads a page's file again when it changes.)
 */
export function part<Part extends Draw>(name: string, original: Part): Part {
  const drawn = (...given: Parameters<Part>): SafeHtml => {
    if (current.size === 0) return original(...given);
    const component = current.get(name);
    return component === undefined ? original(...given) : replaced(name, component, original, given);
  };
  nameOfPart(name);
  parts[name] = drawn as unknown as Drawing;
  return drawn as Part;
}

/** A name that a theme may use, for a part whose component is looked up by several names. */
export function nameOfPart(name: string): void {
  names.add(name);
}

const shared = { html, join, attributes, safeUrl, markdown, format, clock, time, link, parts };

/** A component in the place of `original`, whatever name it was found by. */
export function replaced(name: string, component: Component, original: Draw, given: readonly unknown[]): SafeHtml {
  const made = called(name, () =>
    component({ ...shared, original: original as unknown as Drawing }, ...(given as readonly never[])),
  );
  if (made instanceof SafeHtml) return made;
  if (typeof made === "string") return html`${made}`;
  throw new Error(
    `The component "${name}" must give markup made with html\`…\`, or a text; it gave ${made === null ? "null" : typeof made}.`,
  );
}

/** An error of a component says whose it is, the innermost where one calls another. */
function called(name: string, component: () => unknown): unknown {
  try {
    return component();
  } catch (cause) {
    if (cause instanceof ComponentError) throw cause;
    throw new ComponentError(`The component "${name}" failed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

class ComponentError extends Error {}

/** The component that a theme has under the first of these names. */
export function componentFor(names: readonly string[]): readonly [name: string, component: Component] | undefined {
  if (current.size === 0) return undefined;
  for (const name of names) {
    const component = current.get(name);
    if (component !== undefined) return [name, component];
  }
  return undefined;
}

/** Views of tools are named after the kind of call, or after the tool itself: a log may hold one that nobody knows yet. */
const toolView = /^tool\/.+/;

/** Components by the name of what they replace, checked. All files of parts must have been loaded (pages.ts). */
export function themeOf(components: Readonly<Record<string, unknown>>): Theme {
  const theme = new Map<string, Component>();
  for (const [name, component] of Object.entries(components)) {
    if (!names.has(name) && !toolView.test(name)) throw new UsageError(unknownName(name));
    if (typeof component !== "function")
      throw new UsageError(`The component "${name}" must be a function, not ${JSON.stringify(component)}.`);
    theme.set(name, component as Component);
  }
  return theme;
}

function unknownName(name: string): string {
  const near = partNames()
    .map((part) => ({ part, far: distance(name.toLowerCase(), part.toLowerCase()) }))
    .filter(({ part, far }) => far <= Math.max(2, part.length / 3))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ part }) => `"${part}"`);
  const guess = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  return `No part of a page is called "${name}".${guess} Parts are listed in docs/theming.md; a tool's view is "tool/<kind>".`;
}

/** How many letters must be added, dropped or changed. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[to.length] ?? 0;
}
