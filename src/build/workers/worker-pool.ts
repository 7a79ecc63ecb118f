/** Divides the work among threads: as many as cores and memory allow, or the main thread alone where there is little to do. */

import { availableParallelism, totalmem } from "node:os";
import { copying } from "../../archive/facts.ts";
import type { SessionFiles } from "../../log/session-files.ts";
import { letYoungGrow, releaseMemoryAfter } from "../../system/memory.ts";
import { type LocalWorker, type SessionWorker, sessionWorker, type WorkerSettings } from "./worker.ts";
import { WorkerThread } from "./worker-thread-handle.ts";

export interface WorkerPool {
  /** How much can be done at a time. */
  readonly width: number;
  /** With a worker that is free, as soon as there is one. `bytes` is how much work it is, in bytes of logs. */
  readonly use: <Result>(bytes: number, work: (worker: SessionWorker) => Promise<Result>) => Promise<Result>;
  /** With this one, as soon as it is free: it holds what was read before. */
  readonly useAgain: <Result>(
    worker: SessionWorker,
    work: (worker: SessionWorker) => Promise<Result>,
  ) => Promise<Result>;
  /** Ends all threads but one of several, which is free for something else now; a lone one ends, so that memory is free. */
  readonly closeAllButOne: () => Promise<SessionWorker | undefined>;
  readonly close: () => Promise<void>;
}

/** Below this a thread costs more than it saves (bytes of logs for each). */
const worthAThread = 8_000_000;
const mostThreads = 8;
/** What a thread takes where no session is odd, and the share of the machine's memory that all of them may take. */
const memoryOfAThread = 300_000_000;
const shareOfMemory = 1 / 4;

/** 0 is this thread alone. */
export function widthFor(bytes: number, cores = availableParallelism(), memory = totalmem()): number {
  const most = Math.floor((memory * shareOfMemory) / memoryOfAThread);
  const width = Math.min(cores, most, mostThreads, Math.floor(bytes / worthAThread));
  // One thread beside this one would do no more than it can do itself.
  return width < 2 ? 0 : width;
}

/** `isAllNew` where every session has to be read: then threads are worth while from the first one on. */
export function workerPool(settings: WorkerSettings, width: number, isAllNew = false): WorkerPool {
  if (width > 0) letYoungGrow();
  const local = inThisThread(sessionWorker(settings));
  const threads: WorkerThread[] = [];
  const busy = new Set<SessionWorker>();
  /** In the order in which they came: whoever waits for an earlier session must not be overtaken by a later one. */
  const waiting: (() => boolean)[] = [];
  const dispatch = (): void => {
    for (const start of [...waiting]) if (start()) waiting.splice(waiting.indexOf(start), 1);
  };
  // A little work is done in the main thread, sooner than another has started.
  let little = isAllNew ? 0 : worthAThread;
  const isLittle = (bytes: number): boolean => width === 0 || (threads.length === 0 && little > bytes);
  const free = (bytes: number): SessionWorker | undefined => {
    if (isLittle(bytes)) {
      if (busy.has(local)) return undefined;
      little -= bytes;
      return local;
    }
    const idle = threads.find((thread) => !busy.has(thread));
    if (idle !== undefined || threads.length >= width) return idle;
    // A thread starts when there is work for it: where everything is in the cache, there is none.
    const thread = new WorkerThread(settings);
    threads.push(thread);
    return thread;
  };
  const once = async <Result>(
    find: () => SessionWorker | undefined,
    work: (worker: SessionWorker) => Promise<Result>,
  ): Promise<Result> => {
    const worker = await new Promise<SessionWorker>((found) => {
      waiting.push(() => {
        const free = find();
        if (free === undefined) return false;
        busy.add(free);
        found(free);
        return true;
      });
      dispatch();
    });
    try {
      return await work(worker);
    } finally {
      busy.delete(worker);
      dispatch();
    }
  };
  return {
    width: Math.max(1, width),
    use: (bytes, work) => once(() => free(bytes), work),
    useAgain: (worker, work) => once(() => (busy.has(worker) ? undefined : worker), work),
    closeAllButOne: async () => {
      local.forget();
      await Promise.all(threads.splice(width > 1 ? 1 : 0).map((thread) => thread.close()));
      return threads[0];
    },
    close: async () => {
      local.forget();
      await Promise.all(threads.splice(0).map((thread) => thread.close()));
    },
  };
}

function inThisThread(local: LocalWorker): LocalWorker {
  let read = 0;
  const facts: SessionWorker["facts"] = (files) => {
    read++;
    return local.facts(files);
  };
  const share: SessionWorker["share"] = async (shared) => {
    await local.share(shared);
    if (!shared.isPartial) releaseMemoryAfter(read);
  };
  // A secret that a page depends on was cut out of a text as well.
  const draft: SessionWorker["draft"] = async (...given) => structuredClone(await local.draft(...given));
  const draw: SessionWorker["draw"] = async (...given) => structuredClone(await local.draw(...given));
  return { ...copying({ ...local, facts }), draft, draw, share };
}

export const sizeOf = ({ file, agents }: SessionFiles): number =>
  agents.reduce((sum, agent) => sum + agent.file.size, file?.size ?? 0);
