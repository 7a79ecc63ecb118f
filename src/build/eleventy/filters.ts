/** Filters for anybody's templates: what our own pages draw with. */
import type { AnnalsData, OpenedSession } from "../../../templates/annals-data.ts";
import {
  type DiffInput,
  diffFragment,
  type Fragment,
  markdownFragment,
  stepFragment,
  turnFragment,
} from "../../../templates/fragments.ts";
import { addressOf } from "../../address/address-of.ts";
import { link } from "../../address/paths.ts";
import type { SessionId, Step, Turn } from "../../model/session.ts";
import type { SafeHtml } from "../../text/html.ts";
import type { EleventyConfig, FilterContext } from "./config.ts";

/** `current` is what templates have as `annals`, once Eleventy has asked for it. */
export function addFilters(eleventyConfig: EleventyConfig, current: () => AnnalsData, onDrawn: () => void): void {
  const drawn = (markup: SafeHtml): string => {
    onDrawn();
    return String(markup);
  };
  const fragment = ({ html, files }: Fragment, { record }: OpenedSession): string => {
    current().emit(files, record);
    return drawn(html);
  };
  eleventyConfig.addAsyncFilter("openSession", (id: SessionId) => current().open(id));
  eleventyConfig.addFilter("annalsUrl", function (record: unknown) {
    const annals = current();
    const address = addressOf(record, annals);
    if (address === undefined) throw new Error("annalsUrl needs a record of a collection of `annals`.");
    return link(pathOf(this), `${annals.base}${address.path}`, address.anchor);
  });
  eleventyConfig.addFilter("renderTurn", function (turn: Turn, opened: OpenedSession) {
    return fragment(turnFragment(turn, opened, { annals: current(), path: pathOf(this) }), opened);
  });
  eleventyConfig.addFilter("renderCall", function (step: Step, opened: OpenedSession) {
    return fragment(stepFragment(step, opened, { annals: current(), path: pathOf(this) }), opened);
  });
  eleventyConfig.addFilter("renderMarkdown", (text: string) => drawn(markdownFragment(text)));
  eleventyConfig.addFilter("renderDiff", (given: DiffInput, path = "") => drawn(diffFragment(given, path)));
}

/** The page that the filter is used on, from the site's root. */
function pathOf({ page }: FilterContext): string {
  const url = page?.url;
  if (typeof url !== "string") return "index.html";
  return `${url.replace(/^\//, "")}${url.endsWith("/") ? "index.html" : ""}`;
}
