/** Where pictures and documents are on the site: named by their content, with the ending of what a browser may open. */
import type { Media } from "../model/session.ts";

const images: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
]);

/** Only what a browser shows safely is an image. */
export const isImage = ({ mediaType }: Media): boolean => images.has(mediaType);

/** An SVG or HTML could run when opened, so it is kept as `.bin`. */
export function mediaPath(media: Media): string {
  const name = media.file
    .replace(/^.*[\\/]/, "")
    .replace(/\.[^.]*$/, "")
    .replace(/[^\w-]/g, "");
  return `media/${name}.${images.get(media.mediaType) ?? (media.mediaType === "application/pdf" ? "pdf" : "bin")}`;
}
