/** Pieces of a page that moved out of it: each as a script that opens in place, and as a page for those without one. */

import { pieceLink, pieceName, placesName, slotId } from "../../src/address/pieces.ts";
import type { SideFile } from "../../src/address/side-file.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { type Movable, sizeOf } from "./chunk.ts";
import { pieceScript, placesScript } from "./piece-script.ts";

/** A file is loaded whole, so it must stay small; a single piece may be larger. */
const fileSize = 200_000;
/** Places to which the page leads on without scripts: each takes a hundred bytes. */
const mostPlaces = 1000;

/** A piece that moved. */
export interface MovedPiece {
  readonly html: SafeHtml;
  readonly label: string;
  /** The id on the page that it belongs to; "" for none. */
  readonly home: string;
}

export class MovedPieces {
  /** The page's folder from the site's root. */
  readonly #folder: string;
  readonly #files: MovedPiece[][] = [];
  readonly #places = new Map<string, string>();
  /** Ids that moved with the piece that they name: without scripts, its link stands for them. */
  readonly #homes = new Set<string>();
  #size = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get isEmpty(): boolean {
    return this.#files.length === 0 && this.#places.size === 0;
  }

  /** Takes a piece; gives what stands in for it. */
  put(markup: SafeHtml, label: string, home: string, words = "Open this part"): SafeHtml {
    const size = sizeOf(markup);
    if (this.#files.length === 0 || this.#size + size > fileSize) {
      this.#files.push([]);
      this.#size = 0;
    }
    this.#size += size;
    const file = this.#files.at(-1) ?? [];
    const name = pieceName(this.#files.length);
    const slot = file.length;
    file.push({ html: markup, label, home });
    for (const id of idsIn(String(markup))) this.#places.set(id, `${name}:${slot}`);
    const link = movedLink(words, pieceLink(name, slot), `${name}:${slot}`);
    if (home === "" || this.#places.get(home) !== `${name}:${slot}` || this.#homes.has(home)) return link;
    this.#homes.add(home);
    return html`<noscript><i id="${home}"></i></noscript>${link}`;
  }

  move(movable: Movable): SafeHtml {
    return movable.fallback ?? this.put(movable.html, movable.label, movable.home);
  }

  /** An id that another page has. */
  place(id: string, href: string): void {
    if (!this.#places.has(id)) this.#places.set(id, href);
  }

  /** Links to what the page does not have itself, for those without scripts; `first` of more than fit. */
  links(page: SafeHtml, first: readonly string[]): SafeHtml {
    if (this.#places.size === 0) return html``;
    const own = idsIn(String(page));
    const ids = new Set(first.filter((id) => this.#places.has(id)));
    for (const id of this.#places.keys()) ids.add(id);
    const links: PlaceLink[] = [];
    for (const id of ids) {
      const place = this.#places.get(id) ?? "";
      const page = place.includes("/") ? place : `${place.slice(0, place.indexOf(":"))}.html`;
      if (links.length < mostPlaces && !own.has(id)) links.push({ id, href: `${page}#${id}` });
    }
    return links.length === 0 ? html`` : placeLinks(links);
  }

  /** One after the other, and let go of then; `frame` makes a page of a file's body. */
  *files(frame: (path: string, title: string, body: SafeHtml) => SafeHtml): Generator<SideFile> {
    for (const [index, pieces] of this.#files.entries()) {
      const name = pieceName(index + 1);
      const path = `${this.#folder}${name}.html`;
      const body = html`${pieces.map((piece, slot) => movedPiece(piece, slotId(slot)))}`;
      yield { path, content: outward(String(frame(path, `Part ${index + 1} of ${this.#files.length}`, body))) };
      const script = pieceScript(
        name,
        pieces.map((piece) => piece.html),
      );
      yield { path: `${this.#folder}${name}.js`, content: script };
      // A long page has hundreds of them.
      pieces.length = 0;
    }
    if (this.#places.size > 0) yield { path: `${this.#folder}${placesName}`, content: placesScript(this.#places) };
  }
}

const idsIn = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/ id="(s-[^"]+)"/g)].map(([, id = ""]) => id));

/** What stayed on the page that the pieces are from is there. */
function outward(page: string): string {
  const own = idsIn(page);
  return page.replace(/ href="#(s-[^"]+)"/g, (link, id: string) => (own.has(id) ? link : ` href="index.html#${id}"`));
}

/** Stands in for a piece that moved; it gets its words, its address, and the name by which a script opens it in place. */
export const movedLink = part(
  "movedLink",
  (words: string, href: string, piece: string): SafeHtml =>
    html`<a class="part" href="${href}" data-part="${piece}">${words}</a>`,
);

export interface PlaceLink {
  readonly id: string;
  readonly href: string;
}

/**
 * Where links lead that ask the page for what is elsewhere, without scripts: only that one shows which the address names.
 * It gets the ids, and where each is.
 */
export const placeLinks = part(
  "placeLinks",
  (links: readonly PlaceLink[]): SafeHtml =>
    html`<noscript><p class="places">${links.map(({ id, href }) => html`<a id="${id}" href="${href}"></a>`)}</p></noscript>\n`,
);

/** A piece on the page that it moved to, with the way back; it gets the piece and its id there. */
export const movedPiece = part(
  "movedPiece",
  ({ html: markup, label, home }: MovedPiece, id: string): SafeHtml =>
    html`<section class="slot" id="${id}"><h2><a href="index.html${home === "" ? "" : `#${home}`}">${label}</a></h2>${markup}</section>\n`,
);
