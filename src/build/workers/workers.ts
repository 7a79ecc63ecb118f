/** Many hands: as many threads as the cores allow, or just this one where there is little to do. */

import { availableParallelism } from "node:os";
import { type ResourceLimits, Worker } from "node:worker_threads";
import { copying } from "../../archive/facts.ts";
import type { SessionFiles } from "../../log/session-files.ts";
import type { SessionId } from "../../model/session.ts";
import { packageFile } from "../../package.ts";
import { releaseMemoryAfter } from "../../system/memory.ts";
import type { Shared } from "../draw.ts";
import type { Order, Reply, Task } from "./protocol.ts";
import { type Hand, type HandSettings, hand, type OwnHand } from "./worker.ts";

export interface Hands extends Hand {
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
 * no more than it can do itself, with a heap of its own.
 */
export function widthFor(bytes: number, cores = availableParallelism()): number {
  const beside = cores <= 2 ? 0 : cores - 1;
  return Math.min(beside, mostThreads, Math.floor(bytes / worthAThread));
}

export function hands(settings: HandSettings, width: number): Hands {
  const own = inThisThread(hand(settings));
  if (width === 0) return { ...own, width: 1, close: async () => own.forget() };
  const threads: Thread[] = [];
  // A little work is done here, sooner than a thread has started.
  let little = worthAThread;
  const isLittle = (bytes: number): boolean => {
    little -= bytes;
    return threads.length === 0 && little > 0;
  };
  let common: Shared | undefined;
  // A thread starts when there is work for it: where all is known already, there is none.
  const start = (): Thread => {
    const thread = new Thread(settings);
    if (common !== undefined) void thread.ask("share", [common]);
    threads.push(thread);
    return thread;
  };
  const free = (): Thread => {
    const idle = threads.find((thread) => thread.waiting === 0);
    if (idle !== undefined) return idle;
    if (threads.length < width) return start();
    return threads.reduce((best, each) => (each.waiting < best.waiting ? each : best));
  };
  return {
    width,
    facts: (files) => (isLittle(sizeOf(files)) ? own.facts(files) : free().ask("facts", [files])),
    factsInContext: (files, context) =>
      isLittle(sizeOf(files)) ? own.factsInContext(files, context) : free().ask("factsInContext", [files, context]),
    draw: (batch, onSession) =>
      isLittle(batch.reduce((sum, { source }) => sum + sizeOf(source.files), 0))
        ? own.draw(batch, onSession)
        : free().ask("draw", [batch], onSession),
    share: async (shared) => {
      common = shared;
      await own.share(shared);
      await Promise.all(threads.map((thread) => thread.ask("share", [shared])));
    },
    close: async () => {
      own.forget();
      await Promise.all(threads.splice(0).map((thread) => thread.close()));
    },
  };
}

function inThisThread(own: OwnHand): OwnHand {
  // One batch after the other, as in a thread: all at a time would all be in memory at a time.
  let before: Promise<unknown> = Promise.resolve();
  const draw: Hand["draw"] = (batch, onSession) => {
    const drawn = before.then(() => own.draw(batch, onSession));
    before = drawn.catch(() => undefined);
    return drawn;
  };
  let read = 0;
  const facts: Hand["facts"] = (files) => {
    read++;
    return own.facts(files);
  };
  const share: Hand["share"] = async (shared) => {
    await own.share(shared);
    releaseMemoryAfter(read);
  };
  return { ...copying({ ...own, facts }), share, draw };
}

const sizeOf = ({ file, agents }: SessionFiles): number =>
  agents.reduce((sum, agent) => sum + agent.file.size, file?.size ?? 0);

interface Waiting {
  readonly order: Order;
  readonly done: (result: never) => void;
  readonly failed: (error: unknown) => void;
  readonly onSession?: (id: SessionId) => void;
}

class Thread {
  readonly #settings: HandSettings;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker;
  #shared: Order | undefined;
  #next = 0;

  constructor(settings: HandSettings) {
    this.#settings = settings;
    this.#worker = this.#start(usualMemory);
  }

  #start(resourceLimits: ResourceLimits): Worker {
    const worker = new Worker(entry, { workerData: this.#settings, resourceLimits });
    worker.on("message", (reply: Reply) => this.#hear(reply));
    worker.on("error", (error) => (isOutOfMemory(error) ? this.#again() : this.#fail(error)));
    worker.on("exit", () => {
      if (worker === this.#worker) this.#fail(new Error("A thread ended before its work was done."));
    });
    return worker;
  }

  /** A session that needs more memory than is usual gets it; nothing that was begun is lost. */
  #again(): void {
    this.#worker = this.#start({});
    if (this.#shared !== undefined) this.#worker.postMessage(this.#shared);
    for (const { order } of this.#waiting.values()) if (order !== this.#shared) this.#worker.postMessage(order);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  ask<T extends Task>(task: T, given: readonly unknown[], onSession?: Waiting["onSession"]): ReturnType<Hand[T]> {
    const number = this.#next++;
    return new Promise((done, failed) => {
      const order: Order = { number, task, given };
      if (task === "share") this.#shared = order;
      this.#waiting.set(number, { order, done, failed, ...(onSession === undefined ? {} : { onSession }) });
      this.#worker.postMessage(order);
    }) as ReturnType<Hand[T]>;
  }

  async close(): Promise<void> {
    this.#waiting.clear();
    await this.#worker.terminate();
  }

  #hear(reply: Reply): void {
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
const entry = packageFile(`src/build/workers/${import.meta.url.endsWith(".ts") ? "source-thread" : "thread"}.js`);
