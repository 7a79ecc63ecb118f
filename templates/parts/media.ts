/** Images and documents: files named by their content, never inline. Only what a browser shows safely is an image. */
import type { Media } from "../../src/model/session.ts";
import { bytes } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import type { PageView } from "./page-view.ts";

const images: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
]);

/** Where a media file is on the site. An SVG or HTML could run when opened, so it is kept as `.bin`. */
export function mediaPath(media: Media): string {
  const name = media.file
    .replace(/^.*[\\/]/, "")
    .replace(/\.[^.]*$/, "")
    .replace(/[^\w-]/g, "");
  return `media/${name}.${images.get(media.mediaType) ?? (media.mediaType === "application/pdf" ? "pdf" : "bin")}`;
}

export function mediaFigure(media: Media, view: PageView, content: Uint8Array | undefined): SafeHtml {
  const path = mediaPath(media);
  const what = media.kind === "image" ? "Image" : "Document";
  const name = media.name ?? "";
  const measure = media.width && media.height ? `${media.width} × ${media.height}` : bytes(media.bytes);
  if (content === undefined) return html`<p class="cap"><span>${what} ${name}, not in the log (${measure})</span></p>`;
  view.add({ path, content });
  const href = view.link(path);
  const words = name === "" ? `${what}, ${measure}` : `${name}, ${measure}`;
  if (!images.has(media.mediaType)) {
    return html`<p class="cap"><span><a href="${href}">${words}</a> ${media.mediaType}</span></p>`;
  }
  const size = media.width && media.height ? html` width="${media.width}" height="${media.height}"` : "";
  const alt = name === "" ? "Image from the session" : name;
  return html`<figure class="shot"><a href="${href}"><img src="${href}"${size} alt="${alt}" loading="lazy" decoding="async"></a><figcaption>${words}</figcaption></figure>`;
}
