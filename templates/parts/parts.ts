/** Parts of a page that moved out of it: each as a script that opens in place, and as a page for those without one. */

import type { SideFile } from "../../src/address/side-file.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { type Movable, sizeOf } from "./chunk.ts";
import { partScript, placesScript } from "./part-script.ts";

/** A part is loaded whole, so it must stay small; a single piece may be larger. */
const partSize = 200_000;

interface Slot {
  readonly html: SafeHtml;
  readonly label: string;
  readonly home: string;
}

export class Parts {
  /** The page's folder from the site's root: parts lie beside the page, so that their relative links are the page's own. */
  readonly #folder: string;
  readonly #parts: Slot[][] = [];
  readonly #places = new Map<string, string>();
  #size = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0 && this.#places.size === 0;
  }

  /** Takes a piece; gives what stands in for it. */
  put(markup: SafeHtml, label: string, home: string, words = "Open this part"): SafeHtml {
    const size = sizeOf(markup);
    if (this.#parts.length === 0 || this.#size + size > partSize) {
      this.#parts.push([]);
      this.#size = 0;
    }
    this.#size += size;
    const part = this.#parts.at(-1) ?? [];
    const name = `part-${this.#parts.length}`;
    const slot = part.length;
    part.push({ html: markup, label, home });
    for (const [, id] of String(markup).matchAll(/ id="(s-[^"]+)"/g))
      if (id !== undefined) this.#places.set(id, `${name}:${slot}`);
    return html`<a class="part" href="${name}.html#p${slot}" data-part="${name}:${slot}">${words}</a>`;
  }

  move(movable: Movable): SafeHtml {
    return movable.fallback ?? this.put(movable.html, movable.label, movable.home);
  }

  /** An id that another page has. */
  place(id: string, href: string): void {
    if (!this.#places.has(id)) this.#places.set(id, href);
  }

  /** `frame` makes a page of a part's body. */
  files(frame: (path: string, title: string, body: SafeHtml) => SafeHtml): SideFile[] {
    const files = this.#parts.flatMap((slots, index): SideFile[] => {
      const name = `part-${index + 1}`;
      const path = `${this.#folder}${name}.html`;
      return [
        { path, content: String(frame(path, `Part ${index + 1} of ${this.#parts.length}`, partBody(slots))) },
        {
          path: `${this.#folder}${name}.js`,
          content: partScript(
            name,
            slots.map((slot) => slot.html),
          ),
        },
      ];
    });
    if (this.#places.size === 0) return files;
    return [...files, { path: `${this.#folder}places.js`, content: placesScript(this.#places) }];
  }
}

function partBody(slots: readonly Slot[]): SafeHtml {
  return html`${slots.map(
    (slot, index) =>
      html`<section class="slot" id="p${index}"><h2><a href="index.html${slot.home === "" ? "" : `#${slot.home}`}">${slot.label}</a></h2>${slot.html}</section>\n`,
  )}`;
}
