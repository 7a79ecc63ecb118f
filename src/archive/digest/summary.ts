/** A call in one line, as its row has it. */
import { shortPath } from "../../address/short-path.ts";
import type { Session, ToolCall } from "../../model/session.ts";
import { excerpt } from "../../text/format.ts";
import { toolOf } from "../../tools/index.ts";
import { most } from "./cut.ts";

export type Summary = (call: ToolCall) => string;

export function summaryBy({ cwd, project }: Pick<Session, "cwd" | "project">): Summary {
  const path = (each: string): string => shortPath(each, [cwd, project]);
  return (call) => excerpt(toolOf(call).summary(call, { path }), most.line);
}
