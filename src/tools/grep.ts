/** Grep: files by content. Log example: {"name":"Grep","input":{"pattern":"eventUid","path":"src","output_mode":"content","-n":true}} */

import { flag, number, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count } from "../text/format.ts";
import { given } from "./given.ts";
import { type Matches, matches } from "./grep-matches.ts";
import { callOf, defineTool } from "./tool.ts";

export interface GrepCall extends Call<"grep"> {
  readonly pattern: string;
  readonly path?: string;
  readonly glob?: string;
  readonly type?: string;
  /** "content", "files_with_matches" or "count". */
  readonly mode?: string;
  /** As on a command line: "-i", "-n", "-A 2", "--head 20". */
  readonly flags?: readonly string[];
  readonly matches?: Matches;
}

export const switchKeys = ["-i", "-n", "-o", "multiline"];
export const numberKeys = ["-A", "-B", "-C", "context", "head_limit", "offset"];

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly grep: GrepCall;
  }
}

export const grep = defineTool<GrepCall>({
  kind: "grep",
  names: ["Grep"],
  verb: "look",
  parse: (use, outcome, details) => {
    const pattern = words(use.input, "pattern");
    if (pattern === undefined) return undefined;
    const mode = words(use.input, "output_mode");
    const flags = [
      ...switchKeys.filter((name) => flag(use.input, name)),
      ...numberKeys.flatMap((name) => {
        const value = number(use.input, name);
        return value === undefined ? [] : [`${name} ${value}`];
      }),
    ];
    return {
      ...callOf("grep", use, outcome),
      pattern,
      ...given({
        path: words(use.input, "path"),
        glob: words(use.input, "glob"),
        type: words(use.input, "type"),
        mode,
        flags: flags.length === 0 ? undefined : flags,
        matches: outcome.state === "ok" ? matches(outcome, mode, details) : undefined,
      }),
    };
  },
  summary: (call) => call.pattern,
  facts: ({ matches: found }) => {
    if (found === undefined) return [];
    const files = found.files === undefined ? undefined : count(found.files, "file");
    if (found.matches !== undefined) {
      const amount = count(found.matches, "match", "matches");
      return [{ text: files === undefined || found.matches === 0 ? amount : `${amount} in ${files}` }];
    }
    if (files !== undefined) return [{ text: files }];
    return found.lines === undefined ? [] : [{ text: count(found.lines, "line") }];
  },
});
