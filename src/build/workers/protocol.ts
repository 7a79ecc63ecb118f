/** Messages between the build's main thread and its worker threads. */
import type { SessionId } from "../../model/session.ts";
import type { SessionWorker } from "./worker.ts";

export type TaskName = keyof SessionWorker;

export interface TaskRequest {
  readonly number: number;
  readonly task: TaskName;
  readonly args: readonly unknown[];
}

export type TaskReply =
  | { readonly number: number; readonly drawn: SessionId }
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: unknown };
