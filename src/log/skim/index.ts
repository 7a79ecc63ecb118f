/** Logs read for what they count. */
import type { Entry } from "../entries/entry.ts";
import { parse, type ReadLog, readLog } from "../entries/parse.ts";
import { lines } from "../lines.ts";
import { giveBack, takeEngine } from "./engine.ts";
import { Skimmer } from "./skimmer.ts";

export { LeftOut, leaveOut } from "./left-out.ts";
export { skimRecords, type TakeRecord } from "./records.ts";

export const skimLog: ReadLog = (path, name) => {
  const engine = takeEngine();
  if (engine === undefined) return readLog(path, name);
  const entries: Entry[] = [];
  try {
    return parse(lines(path, new Skimmer(engine, name, entries)), name, entries);
  } finally {
    giveBack(engine);
  }
};
