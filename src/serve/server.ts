/** Serves a built site on this machine only, and tells open pages when something new is there. */
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";

export interface SiteServer {
  readonly address: string;
  /** Pages below these paths have changed; "" is all of them. */
  readonly tell: (changed: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".pdf": "application/pdf",
};

const script = fileURLToPath(new URL("../../templates/assets/live/live.js", import.meta.url));
const own = { script: "/-live/live.js", events: "/-live/events" } as const;
const tag = `<script src="${own.script}" defer></script>`;
/** Proxies and browsers drop a connection that says nothing. */
const heartbeat = 25_000;

/** Tries the wanted port, then any free one. */
export async function serveSite(folder: string, port: number): Promise<SiteServer> {
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    // Another site's page must not read the archive through a name that it points here.
    if (!isLocal(request.headers.host)) return refuse(response, 403, "This server answers only to localhost.");
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "Only GET.");
    const path = pathOf(request);
    if (path === own.events) return listen(request, response, listeners);
    if (path === own.script) return send(response, script);
    const file = path === undefined ? undefined : fileAt(folder, path);
    if (file !== undefined) return send(response, file);
    response.statusCode = 404;
    const missing = fileAt(folder, "/404.html");
    return missing === undefined ? refuse(response, 404, "Not found.") : send(response, missing);
  });
  await start(server, port);
  const beat = setInterval(() => {
    for (const listener of listeners) listener.write(":\n\n");
  }, heartbeat);
  beat.unref();
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    tell: (changed) => {
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

const isLocal = (host: string | undefined): boolean =>
  host !== undefined && /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);

function pathOf({ url }: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent(new URL(url ?? "/", "http://localhost").pathname);
  } catch {
    return undefined;
  }
}

/** Only regular files below the folder; a folder stands for its index. */
function fileAt(folder: string, path: string): string | undefined {
  if (path.includes("\0")) return undefined;
  const file = join(folder, normalize(path));
  if (file !== folder && !file.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)) return undefined;
  try {
    const stat = statSync(file);
    if (stat.isDirectory()) return path.endsWith("/") ? fileAt(folder, `${path}index.html`) : undefined;
    return stat.isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, file: string): void {
  response.setHeader("content-type", types[extname(file).toLowerCase()] ?? "application/octet-stream");
  response.setHeader("cache-control", "no-cache");
  response.setHeader("x-content-type-options", "nosniff");
  if (!file.endsWith(".html")) {
    createReadStream(file)
      .on("error", () => response.destroy())
      .pipe(response);
    return;
  }
  // The site itself knows nothing of this server; the tag is put in on the way.
  try {
    response.end(readFileSync(file, "utf8").replace("</head>", `${tag}</head>`));
  } catch {
    refuse(response, 404, "Not found.");
  }
}

function listen(request: IncomingMessage, response: ServerResponse, listeners: Set<ServerResponse>): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(":\n\n");
  listeners.add(response);
  request.on("close", () => listeners.delete(response));
}

function refuse(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  response.end(`${words}\n`);
}
