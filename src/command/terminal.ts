/** Results go to stdout, everything else to stderr. A reader that stops early (head, less) is no error. */
import { once } from "node:events";

let isClosed = false;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  isClosed = true;
});

export async function write(text: string): Promise<void> {
  if (isClosed || text === "") return;
  if (!process.stdout.write(text))
    await Promise.race([once(process.stdout, "drain"), once(process.stdout, "error").catch(() => undefined)]);
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
