/** Many hands: as many threads as the cores allow, or just this one where there is little to do. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { SessionId } from "../model.ts";
import type { Shared } from "../site/draw.ts";
import { type Hand, type HandSettings, hand } from "./hand.ts";
import type { Order, Reply, Task } from "./protocol.ts";

export interface Hands extends Hand {
  readonly width: number;
  readonly close: () => Promise<void>;
}

/** Below this a thread costs more than it saves (bytes of logs for each). */
const worthAThread = 8_000_000;
const mostThreads = 8;

export function widthFor(bytes: number): number {
  return Math.max(1, Math.min(availableParallelism(), mostThreads, Math.floor(bytes / worthAThread)));
}

export function hands(settings: HandSettings, width: number): Hands {
  if (width <= 1) return { ...hand(settings), width: 1, close: async () => undefined };
  const threads: Thread[] = [];
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
    facts: (...given) => free().ask("facts", given),
    within: (...given) => free().ask("within", given),
    draw: (batch, onSession) => free().ask("draw", [batch], onSession),
    share: async (shared) => {
      common = shared;
      await Promise.all(threads.map((thread) => thread.ask("share", [shared])));
    },
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

interface Waiting {
  readonly done: (result: never) => void;
  readonly failed: (error: unknown) => void;
  readonly onSession?: (id: SessionId) => void;
}

class Thread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;

  constructor(settings: HandSettings) {
    this.#worker = new Worker(entry, { workerData: settings });
    this.#worker.on("message", (reply: Reply) => this.#hear(reply));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("A thread ended before its work was done.")));
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  ask<T extends Task>(task: T, given: readonly unknown[], onSession?: Waiting["onSession"]): ReturnType<Hand[T]> {
    const number = this.#next++;
    return new Promise((done, failed) => {
      this.#waiting.set(number, { done, failed, ...(onSession === undefined ? {} : { onSession }) });
      this.#worker.postMessage({ number, task, given } satisfies Order);
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

/** In a checkout the sources run as they are; the published package holds them compiled. */
const entry = new URL(import.meta.url.endsWith(".ts") ? "./source-thread.js" : "./thread.js", import.meta.url);
