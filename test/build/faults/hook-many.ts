/** Lets the Nth change of a file below a folder fail, again and again in one process. Must load before anything that takes functions of `fs`. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

let below = "";
let at = Number.POSITIVE_INFINITY;
let code = "";
let count = 0;
let hit: string | undefined;

export function fail(folder: string, call: number, as: string): void {
  [below, at, code, count, hit] = [folder, call, as, 0, undefined];
}

/** The call that failed, if it came to that. */
export const failed = (): string | undefined => hit;

function step(name: string, path: unknown): void {
  if (below === "" || typeof path !== "string" || !path.startsWith(below) || ++count !== at) return;
  hit = `${name} ${path.slice(below.length)}`;
  throw Object.assign(new Error(`${code}: made up for a test, ${name} '${path}'`), { code });
}

type Any = (...given: unknown[]) => unknown;
const sync = fs as unknown as Record<string, Any>;
const later = fs.promises as unknown as Record<string, Any>;

for (const name of ["writeFile", "mkdir", "rename", "link", "unlink", "rm", "rmdir", "copyFile", "utimes"]) {
  const now = sync[`${name}Sync`] as Any;
  sync[`${name}Sync`] = (...given) => {
    step(name, given[0]);
    return now(...given);
  };
  const promised = later[name] as Any;
  later[name] = async (...given) => {
    step(name, given[0]);
    return promised.apply(fs.promises, given);
  };
  const back = sync[name] as Any;
  sync[name] = (...given) => {
    try {
      step(name, given[0]);
    } catch (error) {
      return process.nextTick(given.at(-1) as Any, error);
    }
    return back(...given);
  };
}
syncBuiltinESMExports();
