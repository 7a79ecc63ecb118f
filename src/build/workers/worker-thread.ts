/** The entry of a worker thread: runs the requests of the main thread one after the other. */
import { parentPort, workerData } from "node:worker_threads";
import { interner } from "../../archive/intern.ts";
import type { SessionId } from "../../model/session.ts";
import { releaseMemory } from "../../system/memory.ts";
import type { Shared } from "../draw.ts";
import type { TaskReply, TaskRequest } from "./protocol.ts";
import { sessionWorker, type WorkerSettings } from "./worker.ts";

const worker = sessionWorker(workerData as WorkerSettings);
const send = (reply: TaskReply): void => parentPort?.postMessage(reply);
let last: Promise<void> = Promise.resolve();
let previous: TaskRequest["task"] | undefined;

parentPort?.on("message", (request: TaskRequest) => {
  last = last.then(() => run(request));
});

async function run({ number, task, args }: TaskRequest): Promise<void> {
  try {
    const work = worker[task] as (...args: unknown[]) => Promise<unknown>;
    const onSession = (drawn: SessionId): void => send({ number, drawn });
    const [shared] = args as readonly Shared[];
    if (task === "share" && shared !== undefined && !shared.isPartial) {
      releaseMemory();
      interner()(shared.records);
    }
    // What was left when finished pages were looked at would come on top of what is drawn now.
    if (task === "draw" && previous === "finish") releaseMemory();
    previous = task;
    const [batch, ...more] = args;
    const isDrawing = task === "draw" || task === "draft";
    send({ number, result: await (isDrawing ? work(batch, onSession, ...more) : work(...args)) });
  } catch (error) {
    send({ number, error });
  }
}
