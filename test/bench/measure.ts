/** What a command costs with everything it starts: CPU seconds, seconds on the clock, most memory at one time. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export interface Cost {
  /** User and system, of the process and of all that it started. */
  readonly cpu: number;
  readonly wall: number;
  /** Bytes of all its processes together; absent where there is no /proc. */
  readonly peak?: number;
}

export class Failed extends Error {}

const everyMs = 25;
// POSIX: the second line is what children used, theirs included.
const script = '"$@"; code=$?; times >&3; exit $code';

export function measure(command: readonly string[], environment: NodeJS.ProcessEnv): Promise<Cost> {
  const started = performance.now();
  const child = spawn("sh", ["-c", script, "sh", ...command], {
    env: environment,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const words: Buffer[] = [];
  const said: Buffer[] = [];
  child.stdio[2]?.on("data", (part: Buffer) => said.push(part));
  child.stdio[3]?.on("data", (part: Buffer) => words.push(part));
  let peak = 0;
  const seen = new Map<number, number>();
  const timer = setInterval(() => {
    peak = Math.max(peak, look(child.pid, seen));
  }, everyMs);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearInterval(timer);
      const wall = (performance.now() - started) / 1000;
      if (code !== 0) {
        const last = Buffer.concat(said).toString().trim().split("\n").slice(-3).join(" / ");
        reject(new Failed(`${command.join(" ")} ended with ${code}: ${last}`));
      } else {
        // The shell does not hear of helpers that were ended and not waited for; a look misses what was there shortly.
        const looked = [...seen.values()].reduce((sum, seconds) => sum + seconds, 0);
        const cpu = Math.max(childSeconds(Buffer.concat(words).toString()), looked);
        resolve({ cpu, wall, ...(peak === 0 ? {} : { peak }) });
      }
    });
  });
}

/** "0m0.00s 0m0.01s\n0m8.12s 0m0.73s" */
export function childSeconds(times: string): number {
  const found = [...(times.trim().split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  if (found.length !== 2) throw new Error(`times said ${JSON.stringify(times)}`);
  return found.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/**
 * Memory of all processes below the shell; one that was larger between two looks tells by its high-water mark. The CPU
 * seconds of each are noted.
 */
function look(shell: number | undefined, seconds: Map<number, number>): number {
  if (shell === undefined) return 0;
  let sum = 0;
  let highest = 0;
  const pending = childrenOf(shell);
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    const status = read(`/proc/${pid}/status`);
    sum += kilobytes(status, "VmRSS");
    highest = Math.max(highest, kilobytes(status, "VmHWM"));
    const spent = ownSeconds(read(`/proc/${pid}/stat`));
    if (spent !== undefined) seconds.set(pid, spent);
    pending.push(...childrenOf(pid));
  }
  return Math.max(sum, highest) * 1024;
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      read(`/proc/${pid}/task/${thread}/children`)
        .split(" ")
        .filter((word) => word !== "")
        .map(Number),
    );
  } catch {
    return [];
  }
}

const ticksASecond = 100;

/** "4711 (a name) S 1 …": user and system stand 12th and 13th after the name, which may hold anything. */
export function ownSeconds(stat: string): number | undefined {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields[11], fields[12]];
  return user === undefined || system === undefined ? undefined : (Number(user) + Number(system)) / ticksASecond;
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It ended meanwhile.
    return "";
  }
}

export function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}
