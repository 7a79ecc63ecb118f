/** Logs read for what they count. */
import { parse, type ReadLog } from "../entries/parse.ts";
import { lines } from "../lines.ts";
import { skimLine } from "./skim-line.ts";
import { skimmedEntry } from "./skimmed-entry.ts";

export { LeftOut } from "./skimmed-entry.ts";

export const skimLog: ReadLog = (path, name) => parse(lines(path, skimLine), name, skimmedEntry);
