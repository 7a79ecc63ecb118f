/** Each phase leaves a heap full of garbage; the engine would keep it while threads and other processes need memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { stage } from "./stages.ts";

export function releaseMemory(): void {
  // The first time finds what is free, the second gives it back.
  for (const _ of [1, 2]) collect();
}

let collector: unknown;

function collect(): void {
  try {
    setFlagsFromString("--expose-gc");
    collector ??= runInNewContext("gc");
    if (typeof collector === "function") stage("collect garbage", () => (collector as () => void)());
  } catch {
    // An engine without this keeps its memory; nothing else depends on it.
  }
}

/** So many sessions leave enough behind that giving it back is worth the time. */
const many = 100;

export function releaseMemoryAfter(sessions: number): void {
  if (sessions > many) releaseMemory();
}

/** So much text leaves more behind than all else of an archive. */
const large = 5_000_000;

/** What is done next with so many bytes of a session shall not come on top of what was left when they were read or drawn. */
export function releaseMemoryOf(bytes: number): void {
  if (bytes > large) collect();
}

/** bin/annals.js stops room for new values from growing; a thread begins with little, and its work is not so small. */
export function letYoungGrow(): void {
  if (Number.parseInt(process.versions.v8, 10) <= 13) setFlagsFromString("--semi-space-growth-factor=2");
}

/** So many bytes outside of the heap are given back at once. */
const mostOutside = 40_000_000;
let leastOutside = Number.POSITIVE_INFINITY;

/**
 * Long texts of files lie outside of the heap: they wait for a collection that the heap itself does not need yet, a hundred
 * megabytes of them while finished pages are looked at.
 */
export function releaseTexts(): void {
  const { external } = process.memoryUsage();
  leastOutside = Math.min(leastOutside, external);
  if (external < leastOutside + mostOutside) return;
  collect();
  leastOutside = process.memoryUsage().external;
}
