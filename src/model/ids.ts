/** Names of things in logs, and where and when they stand there. An id is branded where it enters. */
declare const brand: unique symbol;
export type Brand<Name extends string> = string & { readonly [brand]: Name };
export type SessionId = Brand<"SessionId">;
export type EntryId = Brand<"EntryId">;
export type ToolUseId = Brand<"ToolUseId">;
export type AgentId = Brand<"AgentId">;
export type IsoTime = Brand<"IsoTime">;

/** Where in the logs something stands; `line` counts from 1. */
export interface At {
  readonly file: string;
  readonly line: number;
}

export interface Span {
  readonly from: IsoTime;
  readonly to: IsoTime;
}
