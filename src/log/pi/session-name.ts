/** `2026-05-27T21-53-31-476Z_019e6b6d-b154-72e9-a34c-db9957a96819.jsonl`: the id stands behind the time. */
import { plainName } from "../../system/packed-file.ts";

export function idInName(path: string): string {
  const name = plainName(path).split(/[\\/]/).pop() ?? path;
  return name.replace(/\.jsonl$/, "").replace(/^\d{4}-\d\d-\d\dT[\d-]+Z?_/, "");
}
