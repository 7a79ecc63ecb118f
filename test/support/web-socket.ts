/** As much of a WebSocket client as a test needs that talks to a browser: texts, one connection. */
import { randomBytes } from "node:crypto";
import { request } from "node:http";
import type { Duplex } from "node:stream";

export interface Socket {
  send(text: string): void;
  close(): void;
}

export function connect(address: string, onText: (text: string) => void): Promise<Socket> {
  const { hostname, port, pathname } = new URL(address);
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": randomBytes(16).toString("base64"),
  };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: pathname, headers });
    asked.on("error", reject);
    asked.on("response", ({ statusCode }) => reject(new Error(`${address} answers ${statusCode}.`)));
    asked.on("upgrade", (_, stream, head) => {
      listen(stream, head, onText);
      resolve({ send: (text) => void stream.write(frame(text)), close: () => stream.destroy() });
    });
    asked.end();
  });
}

/** From a client every frame is masked, here with ones; Firefox does not take zeros for a mask. */
function frame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const isShort = bytes.length < 126;
  const head = Buffer.alloc(isShort ? 6 : 8, 0xff);
  head[0] = 0x81;
  head[1] = 0x80 | (isShort ? bytes.length : 126);
  if (!isShort) head.writeUInt16BE(bytes.length, 2);
  return Buffer.concat([head, bytes.map((byte) => byte ^ 0xff)]);
}

function listen(stream: Duplex, head: Buffer, onText: (text: string) => void): void {
  let waiting = head;
  const pieces: Buffer[] = [];
  const read = (): void => {
    for (let at = sizes(waiting); at !== undefined; at = sizes(waiting)) {
      const isText = ((waiting[0] as number) & 15) < 2;
      if (isText) pieces.push(waiting.subarray(at.from, at.to));
      if (isText && (waiting[0] as number) & 0x80) onText(Buffer.concat(pieces.splice(0)).toString());
      waiting = waiting.subarray(at.to);
    }
  };
  stream.on("error", () => {});
  stream.on("data", (more: Buffer) => {
    waiting = Buffer.concat([waiting, more]);
    read();
  });
  read();
}

function sizes(bytes: Buffer): { from: number; to: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] as number) & 127;
  const from = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < from) return undefined;
  const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return bytes.length < from + size ? undefined : { from, to: from + size };
}
