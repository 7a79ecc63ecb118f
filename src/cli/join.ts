/** `annals join SITE… -o DIR`: one portal over several built archives. */
import type { Arguments } from "./arguments.ts";

export async function join(_options: Arguments): Promise<number> {
  return 0;
}
