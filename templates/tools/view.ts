/** What every tool's view is made of: a call of its kind, and what the page lends it. */
import type { Call, Media } from "../../src/model/session.ts";
import type { SafeHtml } from "../../src/text/html.ts";
import type { Hunk } from "../../src/text/hunks.ts";
import type { Paths } from "../../src/tools/tool.ts";
import { nameOfPart } from "../theme.ts";

/** Characters of what a row says of its call. */
export const rowLength = 240;

/** What a page lends a tool's view to draw with: it knows the project's root, the size budget and the side files. */
export interface View extends Paths {
  /** Terminal text with its colours; long text is cut, the whole one click away. */
  output(text: string, options?: { readonly label?: string; readonly error?: boolean }): SafeHtml;
  /** Code, numbered from `firstLine` where given. */
  code(
    text: string,
    options?: { readonly language?: string; readonly label?: string; readonly firstLine?: number },
  ): SafeHtml;
  diff(hunks: readonly Hunk[], path: string): SafeHtml;
  markdown(text: string): SafeHtml;
  json(value: unknown, label?: string): SafeHtml;
  media(media: Media): SafeHtml;
}

/** The body of a call's row: what was asked and what came back, none of it lost. */
export type ToolView<C extends Call<string>> = (call: C, view: View) => SafeHtml;

/** A theme replaces it as "tool/<kind>", see `drawCall`. */
export function toolView<C extends Call<string>>(kind: C["kind"], draw: ToolView<C>): ToolView<C> {
  nameOfPart(`tool/${kind}`);
  return draw;
}
