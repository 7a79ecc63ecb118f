/** Divides the work among threads: as many as the cores allow, or the main thread alone where there is little to do. */

import { availableParallelism } from "node:os";
import { type ResourceLimits, Worker } from "node:worker_threads";
import { copying } from "../../archive/facts.ts";
import type { SessionFiles } from "../../log/session-files.ts";
import type { SessionId } from "../../model/session.ts";
import { packageFile } from "../../package.ts";
import { releaseMemoryAfter } from "../../system/memory.ts";
import type { Shared } from "../draw.ts";
import type { TaskName, TaskReply, TaskRequest } from "./protocol.ts";
import { type LocalWorker, type SessionWorker, sessionWorker, type WorkerSettings } from "./worker.ts";

export interface WorkerPool extends SessionWorker {
  readonly width: number;
  readonly close: () => Promise<void>;
}

/** Below this a thread costs more than it saves (bytes of logs for each). */
const worthAThread = 8_000_000;
const mostThreads = 8;
/** Enough for all but odd sessions; more is allowed only to the thread that needs it. */
const usualMemory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/**
 * 0 is this thread alone. One core stays for it, since cores are often halves of one; and one thread beside it would do
 * no more than it can do itself, with a heap of its local.
 */
export function widthFor(bytes: number, cores = availableParallelism()): number {
  const beside = cores <= 2 ? 0 : cores - 1;
  return Math.min(beside, mostThreads, Math.floor(bytes / worthAThread));
}

export function workerPool(settings: WorkerSettings, width: number): WorkerPool {
  const local = inThisThread(sessionWorker(settings));
  if (width === 0) return { ...local, width: 1, close: async () => local.forget() };
  const threads: WorkerThread[] = [];
  // A little work is done in the main thread, sooner than another has started.
  let little = worthAThread;
  const isLittle = (bytes: number): boolean => {
    little -= bytes;
    return threads.length === 0 && little > 0;
  };
  let common: Shared | undefined;
  // A thread starts when there is work for it: where everything is in the cache, there is none.
  const start = (): WorkerThread => {
    const thread = new WorkerThread(settings);
    if (common !== undefined) void thread.run("share", [common]);
    threads.push(thread);
    return thread;
  };
  const free = (): WorkerThread => {
    const idle = threads.find((thread) => thread.waiting === 0);
    if (idle !== undefined) return idle;
    if (threads.length < width) return start();
    return threads.reduce((best, each) => (each.waiting < best.waiting ? each : best));
  };
  return {
    width,
    facts: (files) => (isLittle(sizeOf(files)) ? local.facts(files) : free().run("facts", [files])),
    factsInContext: (files, context) =>
      isLittle(sizeOf(files)) ? local.factsInContext(files, context) : free().run("factsInContext", [files, context]),
    draw: (batch, onSession) =>
      isLittle(batch.reduce((sum, { source }) => sum + sizeOf(source.files), 0))
        ? local.draw(batch, onSession)
        : free().run("draw", [batch], onSession),
    share: async (shared) => {
      common = shared;
      await local.share(shared);
      await Promise.all(threads.map((thread) => thread.run("share", [shared])));
    },
    close: async () => {
      local.forget();
      await Promise.all(threads.splice(0).map((thread) => thread.close()));
    },
  };
}

function inThisThread(local: LocalWorker): LocalWorker {
  // One batch after the other, as in a thread: all at a time would all be in memory at a time.
  let before: Promise<unknown> = Promise.resolve();
  const draw: SessionWorker["draw"] = (batch, onSession) => {
    const drawn = before.then(() => local.draw(batch, onSession));
    before = drawn.catch(() => undefined);
    return drawn;
  };
  let read = 0;
  const facts: SessionWorker["facts"] = (files) => {
    read++;
    return local.facts(files);
  };
  const share: SessionWorker["share"] = async (shared) => {
    await local.share(shared);
    releaseMemoryAfter(read);
  };
  return { ...copying({ ...local, facts }), share, draw };
}

const sizeOf = ({ file, agents }: SessionFiles): number =>
  agents.reduce((sum, agent) => sum + agent.file.size, file?.size ?? 0);

interface Waiting {
  readonly request: TaskRequest;
  readonly done: (result: never) => void;
  readonly failed: (error: unknown) => void;
  readonly onSession?: (id: SessionId) => void;
}

class WorkerThread {
  readonly #settings: WorkerSettings;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker;
  #shared: TaskRequest | undefined;
  #next = 0;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
    this.#worker = this.#start(usualMemory);
  }

  #start(resourceLimits: ResourceLimits): Worker {
    const worker = new Worker(entry, { workerData: this.#settings, resourceLimits });
    worker.on("message", (reply: TaskReply) => this.#receive(reply));
    worker.on("error", (error) => (isOutOfMemory(error) ? this.#restart() : this.#fail(error)));
    worker.on("exit", () => {
      if (worker === this.#worker) this.#fail(new Error("A thread ended before its work was done."));
    });
    return worker;
  }

  /** After it ran out of memory: again without a limit, with all requests that are not answered. */
  #restart(): void {
    this.#worker = this.#start({});
    if (this.#shared !== undefined) this.#worker.postMessage(this.#shared);
    for (const { request } of this.#waiting.values()) if (request !== this.#shared) this.#worker.postMessage(request);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  run<T extends TaskName>(
    task: T,
    args: readonly unknown[],
    onSession?: Waiting["onSession"],
  ): ReturnType<SessionWorker[T]> {
    const number = this.#next++;
    return new Promise((done, failed) => {
      const request: TaskRequest = { number, task, args };
      if (task === "share") this.#shared = request;
      this.#waiting.set(number, { request, done, failed, ...(onSession === undefined ? {} : { onSession }) });
      this.#worker.postMessage(request);
    }) as ReturnType<SessionWorker[T]>;
  }

  async close(): Promise<void> {
    this.#waiting.clear();
    await this.#worker.terminate();
  }

  #receive(reply: TaskReply): void {
    const waiting = this.#waiting.get(reply.number);
    if ("drawn" in reply) {
      waiting?.onSession?.(reply.drawn);
      return;
    }
    this.#waiting.delete(reply.number);
    if ("error" in reply) waiting?.failed(reply.error);
    else waiting?.done(reply.result as never);
  }

  #fail(error: unknown): void {
    for (const { failed } of this.#waiting.values()) failed(error);
    this.#waiting.clear();
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

/** In a checkout the sources run as they are; the published package holds them compiled. */
const entry = packageFile(
  `src/build/workers/${import.meta.url.endsWith(".ts") ? "worker-thread-source" : "worker-thread"}.js`,
);
