/** A worker thread as the main thread sees it: each call is a request, answered in its order. */
import { type ResourceLimits, Worker } from "node:worker_threads";
import type { SessionId } from "../../model/session.ts";
import { packageFile } from "../../package.ts";
import type { TaskName, TaskReply, TaskRequest } from "./protocol.ts";
import type { SessionWorker, WorkerSettings } from "./worker.ts";

/** Enough for all but odd sessions; more is allowed only to the thread that needs it. */
const usualMemory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

interface Waiting {
  readonly request: TaskRequest;
  readonly done: (result: never) => void;
  readonly failed: (error: unknown) => void;
  readonly onSession?: (id: SessionId) => void;
}

export class WorkerThread implements SessionWorker {
  readonly #settings: WorkerSettings;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker;
  #shared: TaskRequest | undefined;
  #next = 0;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
    this.#worker = this.#start(usualMemory);
  }

  readonly facts: SessionWorker["facts"] = (files) => this.#run("facts", [files]);
  readonly factsInContext: SessionWorker["factsInContext"] = (...given) => this.#run("factsInContext", given);
  readonly share: SessionWorker["share"] = (shared) => this.#run("share", [shared]);
  readonly draft: SessionWorker["draft"] = (batch, onSession, letGo) => this.#run("draft", [batch, letGo], onSession);
  readonly draw: SessionWorker["draw"] = (batch, onSession) => this.#run("draw", [batch], onSession);
  readonly finish: SessionWorker["finish"] = (jobs) => this.#run("finish", [jobs]);
  readonly index: SessionWorker["index"] = (plan) => this.#run("index", [plan]);

  async close(): Promise<void> {
    this.#waiting.clear();
    await this.#worker.terminate();
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

  /** After it ran out of memory: again without a limit, with all requests that are not answered. What it held is read anew. */
  #restart(): void {
    this.#worker = this.#start({});
    if (this.#shared !== undefined) this.#worker.postMessage(this.#shared);
    for (const { request } of this.#waiting.values()) if (request !== this.#shared) this.#worker.postMessage(request);
  }

  #run<Task extends TaskName>(
    task: Task,
    args: readonly unknown[],
    onSession?: Waiting["onSession"],
  ): ReturnType<SessionWorker[Task]> {
    const number = this.#next++;
    return new Promise((done, failed) => {
      const request: TaskRequest = { number, task, args };
      if (task === "share") this.#shared = request;
      this.#waiting.set(number, { request, done, failed, ...(onSession === undefined ? {} : { onSession }) });
      this.#worker.postMessage(request);
    }) as ReturnType<SessionWorker[Task]>;
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
