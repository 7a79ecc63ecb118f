#!/usr/bin/env node
// In a checkout the sources run as they are; the published package holds them compiled.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const oldest = engines.node.replace(">=", "");
const source = new URL("../src/cli/main.ts", import.meta.url);
const compiled = new URL("../dist/src/cli/main.js", import.meta.url);
const isCheckout = existsSync(source);
const enoughYoung = 8 << 20;

// Before all else is loaded: that holds what an older Node does not know.
if (process.versions.node.localeCompare(oldest, "en", { numeric: true }) < 0) {
  refuse(`this needs Node ${oldest} or newer, and was started with Node ${process.versions.node}.`);
} else if (!isCheckout && !existsSync(compiled)) {
  // Installed from git by a package manager that was told to run no scripts, `prepare` neither.
  refuse(`${fileURLToPath(compiled)} is missing; install again with scripts allowed (npm: --ignore-scripts=false).`);
} else {
  tuneEngine(Number.parseInt(process.versions.v8, 10), process.argv[2] !== "stats");
  // Our templates stay as they are: Eleventy need not look at every import for a change, with a thread of its own for it
  // beside each of ours.
  process.env.ELEVENTY_SKIP_ESM_RESOLVER ??= "1";
  if (isCheckout) (await import("tsx/esm/api")).register();
  const { main } = await import((isCheckout ? source : compiled).href);
  process.exitCode = await main(process.argv.slice(2));
}

function refuse(sentence) {
  console.error(`annals: ${sentence}`);
  process.exitCode = 2;
}

/** Each setting only where it exists: of one it does not know the engine complains on stderr, and nothing can catch that. */
function tuneEngine(v8, isLong) {
  // A build runs much code a little: at the engine's own pace a sixth of its time would go into making that faster,
  // and what was not used for a few collections would be forgotten and made again.
  if (v8 <= 11) setFlagsFromString("--interrupt-budget=1200000");
  if (v8 > 13) return;
  setFlagsFromString("--no-flush-bytecode");
  // Each thread of ours collects its own garbage: a build has one for each core already. Helpers of the engine took 7 % of
  // its CPU time to save the threads 5. How marking is divided stays as it is: to change that for a heap which is there
  // already stops the process.
  const helpers = ["parallel-scavenge", "parallel-compaction", "parallel-pointer-update", "concurrent-sweeping"];
  for (const name of [...helpers, "concurrent-array-buffer-sweeping", "incremental-marking"])
    setFlagsFromString(`--no-${name}`);
  // Counting is over before the rest pays.
  if (!isLong) return;
  // Garbage is collected when the heap has grown by half, not by several times: an archive needs little at a time.
  setFlagsFromString("--heap-growing-percent=50");
  // Left alone, room for new values grows to four times this size, and nothing is faster for it. There is no setting for
  // it once the engine runs; but it grows only while much of what is new stays.
  for (const kept = []; youngBytes() < enoughYoung && kept.length < 500; )
    kept.push(Array.from({ length: 2000 }, Object));
  setFlagsFromString("--semi-space-growth-factor=1");
}

function youngBytes() {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? enoughYoung;
}
