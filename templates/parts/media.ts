/** Images and documents: files named by their content, never inline. */
import { isImage } from "../../src/address/media.ts";
import type { Media } from "../../src/model/session.ts";
import { bytes } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";

/** A picture or a document; it gets the media, and the address of its file, where the log has it. */
export const mediaFigure = part("mediaFigure", (media: Media, href: string | undefined): SafeHtml => {
  const what = media.kind === "image" ? "Image" : "Document";
  const name = media.name ?? "";
  const measure = media.width && media.height ? `${media.width} × ${media.height}` : bytes(media.bytes);
  if (href === undefined) return html`<p class="cap"><span>${what} ${name}, not in the log (${measure})</span></p>`;
  const words = name === "" ? `${what}, ${measure}` : `${name}, ${measure}`;
  if (!isImage(media)) return html`<p class="cap"><span><a href="${href}">${words}</a> ${media.mediaType}</span></p>`;
  const size = media.width && media.height ? html` width="${media.width}" height="${media.height}"` : "";
  const alt = name === "" ? "Image from the session" : name;
  return html`<figure class="shot"><a href="${href}"><img src="${href}"${size} alt="${alt}" loading="lazy" decoding="async"></a><figcaption>${words}</figcaption></figure>`;
});
