/** The whole text of a file that a Read gave, as far as its log tells that it is all of it. */
import type { ToolCall } from "../../model/session.ts";

/** As the client numbers lines: "    12→text", earlier with a tab. */
const numbered = /^ *(\d+)(?:→|\t)(.*)$/;
/** The client cuts lines of more than 2,000 letters. */
const longestLine = 2_000;

export function wholeTextOf(call: ToolCall): string | undefined {
  if (call.kind !== "read" || call.outcome.state !== "ok" || call.outcome.persisted !== undefined) return undefined;
  const { lines, offset, limit, outcome } = call;
  if (offset !== undefined || limit !== undefined) return undefined;
  if (lines === undefined || lines.first !== 1 || (lines.total ?? lines.count) !== lines.count) return undefined;
  const found: string[] = [];
  for (const line of outcome.text.split("\n")) {
    const [, number, text = ""] = numbered.exec(line) ?? [];
    if (Number(number) !== found.length + 1 || text.length >= longestLine) return undefined;
    found.push(text);
  }
  return found.length === lines.count ? `${found.join("\n")}\n` : undefined;
}
