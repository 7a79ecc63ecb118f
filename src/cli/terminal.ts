/** Results go to stdout, everything else to stderr. A reader that stops early (head, less) is no error. */
import { once } from "node:events";
import { printable } from "../text/printable.ts";

let isClosed = false;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  isClosed = true;
});

export async function write(text: string): Promise<void> {
  if (isClosed || text === "") return;
  // An error ends the wait too, and no listener is left behind.
  if (!process.stdout.write(text)) await once(process.stdout, "drain").catch(() => undefined);
}

/** Words for people. They may hold text of a log, which a terminal must not act on; what programs read is for `write`. */
export const print = (text: string): Promise<void> => write(printable(text));

export function note(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}
