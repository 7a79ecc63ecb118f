/** Serves a built site on this machine only, and notifies open pages of changes. */

import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, sep } from "node:path";
import { packageFile } from "../package.ts";
import { isRefused, sealing } from "./origin.ts";

export interface SiteServer {
  readonly address: string;
  /** Pages below these paths have changed; "" is all of them. */
  readonly notify: (changed: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

/** When the logs behind a page were written last, in milliseconds; the path is from the site's root. */
export type WrittenAt = (path: string) => number | undefined;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".ndjson": "application/x-ndjson",
  ".xml": "application/xml",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".pdf": "application/pdf",
};

const script = packageFile("templates/assets/live/live.js");
const own = { script: "/-live/live.js", events: "/-live/events" } as const;
/** Proxies and browsers drop a connection that says nothing. */
const heartbeat = 25_000;

/** Tries the wanted port, then any free one. */
export async function serveSite(
  folder: string,
  port: number,
  writtenAt: WrittenAt = () => undefined,
): Promise<SiteServer> {
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (isRefused(request.headers))
      return refuse(response, 403, "This server answers only to its own pages on this machine.");
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "Only GET.");
    const path = pathOf(request);
    if (path === own.events) return listen(request, response, listeners);
    if (path === own.script) return send(response, openSync(script, "r"), script, "");
    const found = path === undefined ? undefined : lookUp(folder, path);
    if (found?.kind === "folder") return redirect(request, response, found.path);
    if (found?.kind === "file") return send(response, found.file, found.path, tagFor(writtenAt(found.path)));
    response.statusCode = 404;
    const missing = lookUp(folder, "/404.html");
    return missing?.kind === "file"
      ? send(response, missing.file, missing.path, tagFor(undefined))
      : refuse(response, 404, "Not found.");
  });
  await start(server, port);
  const beat = setInterval(() => {
    for (const listener of listeners) listener.write(":\n\n");
  }, heartbeat);
  beat.unref();
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    notify: (changed) => {
      for (const listener of listeners) listener.write(`data: ${JSON.stringify(changed)}\n\n`);
    },
    close: async () => {
      clearInterval(beat);
      for (const listener of listeners) listener.end();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

async function start(server: Server, port: number): Promise<void> {
  const listening = (at: number): Promise<void> =>
    new Promise((done, failed) => {
      server.once("error", failed);
      server.listen(at, "127.0.0.1", () => {
        server.off("error", failed);
        done();
      });
    });
  try {
    await listening(port);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    await listening(0);
  }
}

/** Before the page's own scripts, so that it sees the page as it was sent. */
const tagFor = (written: number | undefined): string =>
  `<script src="${own.script}"${written === undefined ? "" : ` data-written="${Math.round(written)}"`} defer></script>`;

/** Joined as text: taken as a relative address, "//search" would be the name of a host. */
const addressOf = ({ url = "/" }: IncomingMessage): URL =>
  new URL(url.startsWith("/") ? `http://localhost${url}` : url);

function pathOf(request: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent(addressOf(request).pathname);
  } catch {
    return undefined;
  }
}

type Found =
  | { readonly kind: "file"; readonly path: string; readonly file: number }
  | { readonly kind: "folder"; readonly path: string };

/**
 * Only regular files below the folder; a folder stands for its index. Nothing behind a link, which may lead anywhere, and
 * nothing whose name begins with a dot: a site that is also a repository has its history there.
 */
function lookUp(folder: string, path: string): Found | undefined {
  const names = path.split("/").filter((name) => name !== "");
  if (names.some((name) => name.startsWith(".") || /[\\\0:]/.test(name))) return undefined;
  try {
    const root = realpathSync(folder);
    const file = [root.endsWith(sep) ? root.slice(0, -1) : root, ...names].join(sep);
    if (names.length > 0 && realpathSync(file) !== file) return undefined;
    if (names.length === 0 || statSync(file).isDirectory()) {
      const index = lookUp(folder, `/${[...names, "index.html"].join("/")}`);
      if (path.endsWith("/") || index?.kind !== "file") return index;
      closeSync(index.file);
      return { kind: "folder", path: names.join("/") };
    }
    if (path.endsWith("/")) return undefined;
    const opened = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    if (fstatSync(opened).isFile()) return { kind: "file", path: names.join("/"), file: opened };
    closeSync(opened);
    return undefined;
  } catch {
    return undefined;
  }
}

/** Relative links of a page need its last `/`. */
function redirect(request: IncomingMessage, response: ServerResponse, path: string): void {
  const { search } = addressOf(request);
  const location = `/${path.split("/").map(encodeURIComponent).join("/")}/${search}`;
  response.writeHead(302, { ...sealing, location, "cache-control": "no-cache" });
  response.end();
}

function send(response: ServerResponse, file: number, name: string, tag: string): void {
  const type = types[extname(name).toLowerCase()] ?? "application/octet-stream";
  for (const [header, value] of Object.entries(sealing)) response.setHeader(header, value);
  response.setHeader("content-type", type);
  response.setHeader("cache-control", "no-cache");
  // A picture that is opened by itself is a page of its own, and might hold a script.
  if (type === types[".svg"])
    response.setHeader("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  if (!name.endsWith(".html")) {
    createReadStream("", { fd: file })
      .on("error", () => response.destroy())
      .pipe(response);
    return;
  }
  // The site itself knows nothing of this server; the tag is put in on the way.
  try {
    response.end(readFileSync(file, "utf8").replace("<head>", () => `<head>${tag}`));
  } catch {
    response.destroy();
  } finally {
    closeSync(file);
  }
}

function listen(request: IncomingMessage, response: ServerResponse, listeners: Set<ServerResponse>): void {
  response.writeHead(200, { ...sealing, "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(":\n\n");
  listeners.add(response);
  request.on("close", () => listeners.delete(response));
}

function refuse(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, { ...sealing, "content-type": "text/plain; charset=utf-8" });
  response.end(`${words}\n`);
}
