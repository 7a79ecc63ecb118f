/**
 * Who may ask. A browser sends requests for any page that is open in it, so being on this machine is no proof: an archive
 * is for its own pages and for whoever opens it, not for a script of another site.
 */
import type { IncomingHttpHeaders } from "node:http";

export function isRefused(headers: IncomingHttpHeaders): boolean {
  // A name that another site has pointed here would make its pages pages of this server.
  if (!isLocal(headers.host)) return true;
  const site = headers["sec-fetch-site"];
  // Not a browser, or one that does not say: what it loads is sealed, and where it says its origin that must be ours.
  if (site === undefined) return headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
  if (site === "same-origin" || site === "none") return false;
  // Another port of this machine is "same-site". A link may lead here from anywhere, but only into a window of its own.
  return !(headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document");
}

const isLocal = (host: string | undefined): boolean =>
  host !== undefined && /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);

/** On every answer: no other origin may load, frame or hold on to it, whatever the request said of its origin. */
export const sealing: Readonly<Record<string, string>> = {
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "content-security-policy": "frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};
