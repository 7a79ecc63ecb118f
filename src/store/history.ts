/** `history.jsonl`: every prompt that was typed, also those of sessions whose logs are gone. */
import { number, object, record, text, words } from "../log/fields.ts";

export interface HistoryPrompt {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The folder that it was typed in. */
  readonly project?: string;
  /** Absent in older lines. */
  readonly session?: string;
}

/** In the order of the lines; what is no prompt is passed over. */
export function promptsIn(bytes: Buffer): readonly HistoryPrompt[] {
  return bytes
    .toString("utf8")
    .split("\n")
    .flatMap((line) => promptIn(line) ?? []);
}

function promptIn(line: string): HistoryPrompt | undefined {
  if (line.trim() === "") return undefined;
  let raw: unknown;
  try {
    raw = record(JSON.parse(line));
  } catch {
    return undefined;
  }
  const shown = words(raw, "display");
  const time = number(raw, "timestamp");
  if (shown === undefined || time === undefined || time < Date.UTC(2020) || time > Date.UTC(2100)) return undefined;
  const project = words(raw, "project");
  const session = words(raw, "sessionId");
  return {
    text: withPastes(shown, object(raw, "pastedContents") ?? {}),
    time,
    ...(project === undefined ? {} : { project }),
    ...(session === undefined ? {} : { session }),
  };
}

/** "[Pasted text #1 +212 lines]" stands for a text that the same line may hold; where it does not, that is said. */
function withPastes(shown: string, pasted: Readonly<Record<string, unknown>>): string {
  return shown.replace(/\[(Pasted text|Image|\.\.\.Truncated text) #(\d+)([^\]]*)\]/g, (_, what, id, more) => {
    const content = text(pasted[id], "content");
    if (content !== undefined && what !== "Image") return content;
    const name = what === "Image" ? "Image" : "Pasted text";
    return `[${name}${String(more).replace(/^\s*\+/, ", ")}, not kept]`;
  });
}

/** Without the lines of some sessions. */
export function withoutSessions(bytes: Buffer, sessions: ReadonlySet<string>): Buffer {
  const lines = bytes.toString("utf8").split("\n");
  return Buffer.from(lines.filter((line) => !isOf(line, sessions)).join("\n"));
}

function isOf(line: string, sessions: ReadonlySet<string>): boolean {
  const id = /"sessionId"\s*:\s*"([^"\\]{1,200})"/.exec(line)?.[1];
  return id !== undefined && sessions.has(id.toLowerCase());
}
