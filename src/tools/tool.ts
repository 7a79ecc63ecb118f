/** What every tool file gives: how its call is read, named and counted. How it looks is in templates/tools. */

import type { Call, Outcome, ToolUseId, Verb } from "../model/session.ts";

/** A `tool_use` block as it came. */
export interface ToolUse {
  readonly id: ToolUseId;
  readonly name: string;
  readonly input: unknown;
  readonly caller?: string | undefined;
  /** The tool of ours that means the same, and the input as that one has it. */
  readonly as?: Call<string>["as"];
  /** Of a use that is read as one of ours: what its call is kept by. */
  readonly own?: { readonly name: string; readonly input: unknown; readonly as: NonNullable<Call<string>["as"]> };
}

/** A short result on a call's row: "7 matches", "exit 1", or what a change added and removed. */
export type Fact =
  | { readonly text: string; readonly tone?: "optional" | "bad" }
  | { readonly added: number; readonly removed: number };

/** What one call did to one file. */
export interface Change {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly created?: true;
}

/** How a page names a file: relative to the project's root, home as `~`. */
export interface Paths {
  path(path: string): string;
}

export interface Tool<C extends Call<string>> {
  readonly kind: C["kind"];
  readonly names: readonly string[];
  /** For families of names such as `mcp__*`. */
  readonly matches?: (name: string) => boolean;
  readonly verb: Verb;
  /**
   * `details` is the entry's `toolUseResult`: an object, a string, an array or absent.
   * `undefined` means "not as I know it": the call falls to `other`.
   */
  readonly parse: (use: ToolUse, outcome: Outcome, details: unknown) => C | undefined;
  /** The name on the row where it is not the tool's own. */
  readonly label?: (call: C) => string;
  /** What was asked, in one line of plain text. */
  readonly summary: (call: C, paths: Paths) => string;
  /** What came of it, shortest first to go. */
  readonly facts?: (call: C) => readonly Fact[];
  readonly changes?: (call: C) => readonly Change[];
}

export function defineTool<C extends Call<string>>(tool: Tool<C>): Tool<C> {
  return tool;
}

/** What the tool said; nothing where there is no result. */
export function textOf(outcome: Outcome): string {
  return outcome.state === "none" ? "" : outcome.text;
}

/** The input as the tool of ours has it, also where another agent made the call. */
export const inputOf = (call: Pick<Call<string>, "input" | "as">): unknown =>
  call.as === undefined ? call.input : call.as.input;

/** What every call has, whatever its tool. */
export function callOf<Kind extends string>(kind: Kind, use: ToolUse, outcome: Outcome): Call<Kind> {
  const { id, own } = use;
  const call: Call<Kind> =
    own === undefined
      ? { kind, id, name: use.name, input: use.input, outcome }
      : { kind, id, name: own.name, input: own.input, outcome, as: own.as };
  return use.caller === undefined ? call : { ...call, caller: use.caller };
}
