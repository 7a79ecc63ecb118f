/** Each phase leaves a heap full of what nobody needs; the engine would keep it while threads and processes ask for more. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export function releaseMemory(): void {
  try {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("gc");
    // The first time finds what is free, the second gives it back.
    if (typeof collect === "function") for (const _ of [1, 2]) collect();
  } catch {
    // An engine without this keeps its memory; nothing else depends on it.
  }
}

/** So many sessions leave enough behind that giving it back is worth the time. */
const many = 100;

export function releaseMemoryAfter(sessions: number): void {
  if (sessions > many) releaseMemory();
}
