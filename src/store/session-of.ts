/** The session that a file belongs to: by its path, else, as for agents beside their session, by its lines. */
import { basename } from "node:path";
import { usualSession } from "../log/session-id.ts";
import { plainName } from "../system/packed-file.ts";
import { sessionIn } from "./manifest.ts";

/** In small letters. `path` is where its bytes are, maybe packed. */
export function sessionOf(key: string, path: string): string | undefined {
  const named = sessionIn(key);
  if (named !== undefined) return named.toLowerCase();
  if (!key.endsWith(".jsonl")) return undefined;
  return (usualSession(path) ?? basename(plainName(path), ".jsonl")).toLowerCase();
}
