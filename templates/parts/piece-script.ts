/** A piece of a page as a script: opening it in place also works from file://, where nothing can be fetched. */
import type { SafeHtml } from "../../src/text/html.ts";
import { withChips } from "../../src/text/redacted.ts";

export function pieceScript(name: string, slots: readonly SafeHtml[]): string {
  return `annalsPart(${JSON.stringify(name)},${JSON.stringify(slots.map((slot) => String(withChips(slot))))})\n`;
}

/** Which piece holds an id that is not on the page, or which other page has it. */
export function placesScript(places: ReadonlyMap<string, string>): string {
  return `annalsPlaces(${JSON.stringify(Object.fromEntries(places))})\n`;
}
