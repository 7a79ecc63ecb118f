/** When a session began, as far as the first bytes of its log tell: so sessions can be read in the order of their time. */
import { closeSync, readSync } from "node:fs";
import { openRegular } from "./regular-file.ts";
import type { SessionFiles } from "./session-files.ts";

/** Of a log whose first line is long more is read. */
const sizes = [1 << 14, 1 << 18, 1 << 22];
const pattern = /"timestamp"\s*:\s*"([^"]{10,40})"/;

/** As the log spells it; "9" where it does not tell, which is after all others. */
export function firstTime({ file, agents }: SessionFiles): string {
  const began = (file ?? agents[0]?.file)?.began;
  if (began !== undefined) return began;
  const path = file?.path ?? agents[0]?.file.path;
  try {
    const opened = openRegular(path ?? "");
    try {
      for (const size of sizes) {
        const bytes = Buffer.allocUnsafe(Math.min(size, opened.size));
        const length = readSync(opened.file, bytes, 0, bytes.length, 0);
        const found = pattern.exec(bytes.toString("latin1", 0, length))?.[1];
        if (found !== undefined || size >= opened.size) return found ?? "9";
      }
      return "9";
    } finally {
      closeSync(opened.file);
    }
  } catch {
    return "9";
  }
}
