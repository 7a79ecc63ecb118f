/** What threads say to each other. */
import type { SessionId } from "../../model/session.ts";
import type { Hand } from "./worker.ts";

export type Task = keyof Hand;

export interface Order {
  readonly number: number;
  readonly task: Task;
  readonly given: readonly unknown[];
}

export type Reply =
  | { readonly number: number; readonly drawn: SessionId }
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: unknown };
