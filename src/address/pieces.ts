/** Names of files that a page's larger pieces move to, and of texts that it shows in part. */
import { hash } from "./anchor.ts";

/** They lie beside the page, so that their relative links are the page's own: "part-2", the second. */
export const pieceName = (number: number): string => `part-${number}`;
export const placesName = "places.js";

/** Where a piece is on the page without scripts: "part-2.html#p0". */
export const pieceLink = (name: string, slot: number): string => `${name}.html#${slotId(slot)}`;
export const slotId = (slot: number): string => `p${slot}`;

/** A text by its content, in the folder of its session: "text/1f0c…". */
export const textName = (text: string): string => `text/${hash(text)}`;
/** How it is shown in place depends on how it was drawn, so its name does too. */
export const drawnTextName = (text: string, markup: string): string => `${textName(text)}-${hash(markup, 6)}`;
