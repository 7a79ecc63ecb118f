/** Read: a file, or lines of it; also images, PDFs and notebooks. Log example: {"name":"Read","input":{"file_path":"/src/tide.ts","offset":40,"limit":20}} */

import { number, object, text, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { lineRange, roughBytes } from "../text/format.ts";
import { given } from "./given.ts";
import { numbered } from "./numbered.ts";
import { callOf, defineTool, type Fact, textOf } from "./tool.ts";

export interface ReadCall extends Call<"read"> {
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
  /** Of a PDF: "1-5". */
  readonly pages?: string;
  /** What came back; absent where the log does not tell. */
  readonly lines?: { readonly first: number; readonly count: number; readonly total?: number };
  /** "text", "image", "pdf", "notebook", "parts" or "file_unchanged": the log's own word. */
  readonly content?: string;
  readonly bytes?: number;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly read: ReadCall;
  }
}

export const read = defineTool<ReadCall>({
  kind: "read",
  names: ["Read"],
  verb: "look",
  parse: (use, outcome, details) => {
    const path = words(use.input, "file_path");
    if (path === undefined) return undefined;
    const file = object(details, "file");
    const [first, amount, total] = [number(file, "startLine"), number(file, "numLines"), number(file, "totalLines")];
    const isTold = first !== undefined && amount !== undefined;
    const found = isTold || outcome.state !== "ok" ? undefined : numbered(textOf(outcome));
    return {
      ...callOf("read", use, outcome),
      path,
      ...given({
        offset: number(use.input, "offset"),
        limit: number(use.input, "limit"),
        pages: words(use.input, "pages"),
        lines:
          first !== undefined && amount !== undefined
            ? { first, count: amount, ...given({ total }) }
            : found && { first: found.firstLine, count: found.lineCount },
        content: file === undefined ? undefined : text(details, "type"),
        bytes: number(file, "originalSize"),
      }),
    };
  },
  summary: (call, paths) => paths.path(call.path),
  facts: (call) => {
    const facts: Fact[] = [];
    if (call.bytes !== undefined) facts.push({ text: roughBytes(call.bytes), tone: "optional" });
    if (call.pages !== undefined) facts.push({ text: `pages ${call.pages}` });
    if (call.content === "image") facts.push({ text: "image" });
    if (call.content === "pdf" || call.content === "parts") facts.push({ text: "PDF" });
    if (call.content === "notebook") facts.push({ text: "notebook" });
    if (call.content === "file_unchanged") facts.push({ text: "unchanged" });
    const { lines } = call;
    if (lines !== undefined) {
      facts.push({ text: lines.count === 0 ? "empty" : lineRange(lines.first, lines.count), tone: "optional" });
    }
    return facts;
  },
});
