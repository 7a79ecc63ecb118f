/**
 * Parts of pages by name. A theme puts components of its own in their place; whoever draws a part does not know.
 * The theme is set for as long as one page is drawn, which is one synchronous call: two sites in one process, or two
 * pages at once, never see each other's.
 */
import { attributes, html, join, SafeHtml, safeUrl } from "../src/text/html.ts";

type Draw = (...given: never[]) => SafeHtml;

/** What a component gets first; after it come the arguments of the part that it stands for. */
export interface ComponentKit<Part extends Draw = Draw> {
  /** The one way to markup: every value in it is escaped, but for markup that was made by it. */
  readonly html: typeof html;
  readonly join: typeof join;
  readonly attributes: typeof attributes;
  readonly safeUrl: typeof safeUrl;
  /** The part as it comes with Annals. */
  readonly original: Part;
}

/** A text in place of markup is printed as text. */
export type Component = (
  kit: ComponentKit<(...given: unknown[]) => SafeHtml>,
  ...given: unknown[]
) => SafeHtml | string;

export type Theme = ReadonlyMap<string, Component>;

const plain: Theme = new Map();
const known = new Set<string>();
let current: Theme = plain;

/** Everything that a theme may replace, in alphabetical order. Parts are known once their files are loaded. */
export const partNames = (): readonly string[] => [...known].sort();

/** Draws with these components. */
export function withTheme<Result>(theme: Theme, draw: () => Result): Result {
  const before = current;
  current = theme;
  try {
    return draw();
  } finally {
    current = before;
  }
}

/** Names a part. The name is what a theme calls it, and stands for good. */
export function part<Part extends Draw>(name: string, original: Part): Part {
  nameOfPart(name);
  const drawn = (...given: Parameters<Part>): SafeHtml => {
    const component = current.get(name);
    return component === undefined ? original(...given) : replaced(name, component, original, given);
  };
  return drawn as Part;
}

/** A name that a theme may use, for a part whose component is looked up by several names. */
export function nameOfPart(name: string): void {
  if (known.has(name)) throw new Error(`Two parts are called "${name}".`);
  known.add(name);
}

/** A component in the place of `original`, whatever name it was found by. */
export function replaced(name: string, component: Component, original: Draw, given: readonly unknown[]): SafeHtml {
  const kit = { html, join, attributes, safeUrl, original: original as (...given: unknown[]) => SafeHtml };
  const made = component(kit, ...given);
  if (made instanceof SafeHtml) return made;
  if (typeof made === "string") return html`${made}`;
  throw new Error(`The component "${name}" must give markup made with html\`…\`, or a text; it gave ${typeof made}.`);
}

/** The component that a theme has under the first of these names. */
export function componentFor(names: readonly string[]): readonly [name: string, component: Component] | undefined {
  for (const name of names) {
    const component = current.get(name);
    if (component !== undefined) return [name, component];
  }
  return undefined;
}
