/** Logs read for what they count. */
import type { Entry } from "../entries/entry.ts";
import { parse, type ReadLog, readLog } from "../entries/parse.ts";
import { lines } from "../lines.ts";
import { type Engine, startedEngine } from "./engine.ts";
import { Skimmer } from "./skimmer.ts";

export { LeftOut } from "./left-out.ts";

let spare: Engine | undefined;

export const skimLog: ReadLog = (path, name) => {
  const engine = spare ?? startedEngine();
  spare = undefined;
  if (engine === undefined) return readLog(path, name);
  const entries: Entry[] = [];
  try {
    return parse(lines(path, new Skimmer(engine, name, entries)), name, entries);
  } finally {
    if (!engine.isLarge) spare = engine;
  }
};
