import type { Arguments } from "./arguments.ts";
export async function build(_options: Arguments): Promise<number> { throw new Error("not yet"); }
