/** A thread of its own: does what it is told, one order after the other. */
import { parentPort, workerData } from "node:worker_threads";
import { interner } from "../../archive/intern.ts";
import type { SessionId } from "../../model/session.ts";
import { releaseMemory } from "../../system/memory.ts";
import type { Shared } from "../draw.ts";
import type { Order, Reply } from "./protocol.ts";
import { type HandSettings, hand } from "./worker.ts";

const own = hand(workerData as HandSettings);
const say = (reply: Reply): void => parentPort?.postMessage(reply);
let before: Promise<void> = Promise.resolve();

parentPort?.on("message", (order: Order) => {
  before = before.then(() => follow(order));
});

async function follow({ number, task, given }: Order): Promise<void> {
  try {
    const work = own[task] as (...given: unknown[]) => Promise<unknown>;
    const onSession = (drawn: SessionId): void => say({ number, drawn });
    if (task === "share") {
      releaseMemory();
      interner()((given[0] as Shared).records);
    }
    say({ number, result: await work(...given, ...(task === "draw" ? [onSession] : [])) });
  } catch (error) {
    say({ number, error });
  }
}
