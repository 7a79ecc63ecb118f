/** A server that puts a folder below a prefix, as GitHub Pages does. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

export interface Served {
  readonly address: (path: string) => string;
  readonly close: () => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

export async function serve(folder: string, prefix = "/some/prefix/"): Promise<Served> {
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const below = path.startsWith(prefix) ? normalize(path.slice(prefix.length)) : undefined;
    let file = below === undefined || below.startsWith("..") ? undefined : join(folder, below);
    if (file !== undefined && existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (file === undefined || !existsSync(file)) {
      response.writeHead(404, { "content-type": "text/html; charset=utf-8" });
      createReadStream(join(folder, "404.html")).pipe(response);
      return;
    }
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (path) => `http://127.0.0.1:${port}${prefix}${path}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
