/**
 * What of a build's CPU time goes where. With `ANNALS_STAGES=FOLDER` in the environment each thread writes what it spent
 * by stage into a file there (`npm run bench -- --stages` adds them up); without it a stage is no more than a call. All
 * figures of a thread together are what it has spent: garbage is collected at the cost of the stage that needs room.
 */
import { mkdirSync, openSync, readSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";

/** Seconds by name. */
export type StageSums = Readonly<Record<string, number>>;

/** Before this file was loaded, and outside of all stages. */
const start = "start";
const outside = "between stages";

/** A stage inside another one: the time is the inner one's alone. */
export class StageClock {
  readonly #now: () => number;
  readonly #write: (sums: StageSums) => void;
  readonly #sums: Record<string, number> = {};
  readonly #running: string[] = [];
  /** Begun, and waiting for something, maybe. */
  readonly #waiting: { readonly name: string }[] = [];
  #since: number;

  /** What the thread has spent before is its start. */
  constructor(now: () => number, write: (sums: StageSums) => void) {
    this.#now = now;
    this.#write = write;
    this.#since = now();
    this.#sums[start] = this.#since;
  }

  run<Value>(name: string, work: () => Value): Value {
    this.#charge();
    this.#running.push(name);
    try {
      return work();
    } finally {
      this.#charge();
      this.#running.pop();
      this.#writeAtEnd();
    }
  }

  async runAsync<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const stage = { name };
    this.#charge();
    this.#waiting.push(stage);
    try {
      return await work();
    } finally {
      this.#charge();
      this.#waiting.splice(this.#waiting.indexOf(stage), 1);
      this.#writeAtEnd();
    }
  }

  /** When the thread ends: what came after the last stage. */
  end(): void {
    this.#charge();
    this.#write(this.#sums);
  }

  /** What was spent since the last time. */
  #charge(): void {
    const now = this.#now();
    const name = this.#running.at(-1) ?? this.#waiting.at(-1)?.name ?? outside;
    this.#sums[name] = (this.#sums[name] ?? 0) + now - this.#since;
    this.#since = now;
  }

  #writeAtEnd(): void {
    if (this.#running.length === 0) this.#write(this.#sums);
  }
}

const folder = process.env.ANNALS_STAGES;
const clock = folder === undefined || folder === "" ? undefined : new StageClock(threadSeconds(), writer(folder));
// A worker thread that is ended does not hear of it.
if (clock !== undefined) process.once("exit", () => clock.end());

/** For work that ends when it returns. */
export function stage<Value>(name: string, work: () => Value): Value {
  return clock === undefined ? work() : clock.run(name, work);
}

/**
 * For work that waits in between. While it waits, stages that others run are charged themselves; of what runs outside of
 * such the stage that began last is charged.
 */
export function stageAsync<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  return clock === undefined ? work() : clock.runAsync(name, work);
}

/** CPU seconds of this thread. Where the system does not tell, those of the process: right for a single thread. */
function threadSeconds(): () => number {
  const ofProcess = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  try {
    // "2415093517 18230 74\n": the first is nanoseconds on a CPU.
    const file = openSync("/proc/thread-self/schedstat", "r");
    const bytes = Buffer.alloc(64);
    const ofThread = (): number =>
      Number.parseInt(bytes.toString("latin1", 0, readSync(file, bytes, 0, 64, 0)), 10) / 1e9;
    return Number.isFinite(ofThread()) ? ofThread : ofProcess;
  } catch {
    return ofProcess;
  }
}

function writer(into: string): (sums: StageSums) => void {
  const path = join(into, `${process.pid}-${threadId}.json`);
  try {
    mkdirSync(into, { recursive: true });
  } catch {
    // Then nothing can be written either.
  }
  return (sums) => {
    try {
      writeFileSync(`${path}.part`, JSON.stringify(sums));
      renameSync(`${path}.part`, path);
    } catch {
      // A build is not stopped by what measures it.
    }
  };
}
