/** A user record taken apart: what the person typed, what the client put beside it, results of calls. */
import type { Sender } from "../../model/sender.ts";
import type { RanByPerson } from "../entries/entry.ts";
import { any, type Json } from "../fields.ts";
import { type Part, partsOf, wordsOf } from "./parts.ts";

export interface Typed {
  /** Texts and pictures, as the person saw them. */
  readonly said: readonly Part[];
  readonly ran?: RanByPerson;
  /** What the client wrote, in order. */
  readonly asides: readonly { readonly sender: Sender; readonly text: string }[];
  readonly responses: readonly Extract<Part, { kind: "response" }>[];
}

const context: Sender = { kind: "context" };
const shell =
  /^I ran the following shell command:\n```\w*\n([\s\S]*?)\n```\n+This produced the following result:\n```\n?([\s\S]*?)\n?```\s*$/;
/** `/init`, `/memory show`; not `/home/mara/notes.md`. */
const command = /^\/([A-Za-z][\w:.-]*)(?:\s+([\s\S]*))?$/;
const files = /^\s*--- Content from referenced files ---/;

export function typed(raw: Json): Typed {
  const content = partsOf(any(raw, "content") ?? any(raw, "parts"));
  const display = partsOf(any(raw, "displayContent"));
  const isDisplayed = display.some((part) => part.kind === "text" && part.text.trim() !== "");
  const responses = [...content, ...display].filter((part) => part.kind === "response");
  const said = (isDisplayed ? display : content).filter((part) => part.kind !== "response" && part.kind !== "thought");
  const machine = (sender: Sender, text: string): Typed => ({ said: [], asides: [{ sender, text }], responses });
  const words = wordsOf(said).trim();
  if (words === "" && said.length === 0) return { said, asides: [], responses };
  // Shown was the result of a call: the client itself asked the model to go on.
  if (!isDisplayed && display.length > 0) return machine({ kind: "client" }, words);
  if (isContext(words)) return machine(context, words);
  const hook = /^<hook_context>([\s\S]*?)(?:<\/hook_context>\s*)?$/.exec(words)?.[1];
  if (hook !== undefined) return machine({ kind: "hook" }, hook.trim());
  const ran = shell.exec(words);
  if (ran !== null) {
    const done = { kind: "shell", command: ran[1] ?? "", stdout: ran[2] ?? "", stderr: "" } as const;
    return { said: said.filter((part) => part.kind !== "text"), ran: done, asides: [], responses };
  }
  const beside = isDisplayed ? added(content, display) : "";
  const asked = command.exec(words);
  if (asked !== null) {
    const named = { kind: "command", name: `/${asked[1]}`, args: (asked[2] ?? "").trim() } as const;
    const asides = beside === "" ? [] : [{ sender: { kind: "command-text" } as const, text: beside }];
    return { said: said.filter((part) => part.kind !== "text"), ran: named, asides, responses };
  }
  const end = isDisplayed ? said.length : said.findIndex((part) => part.kind === "text" && isAdded(part.text));
  const own = end < 0 ? said : said.slice(0, end);
  const rest = [wordsOf(end < 0 ? [] : said.slice(end)), beside].filter((each) => each.trim() !== "").join("\n");
  const media = end < 0 ? [] : said.slice(end).filter((part) => part.kind !== "text");
  const asides = rest === "" ? [] : [{ sender: context, text: rest.trim() }];
  return { said: [...own, ...media], asides, responses };
}

/** The first message of every session: date, system, folders. */
export function isContext(words: string): boolean {
  return (
    words.startsWith("<session_context>") || words.startsWith("This is the Gemini CLI. We are setting up the context")
  );
}

/** The folder that it names first. */
export function folderIn(words: string): string | undefined {
  const found =
    /\*\*Workspace Directories:\*\*\s*\n\s*- ([^\n]+)/.exec(words) ??
    /working in the following directories:\s*\n\s*- ([^\n]+)/.exec(words) ??
    /working in the directory: ([^\n]+)/.exec(words);
  return found?.[1]?.trim();
}

const isAdded = (text: string): boolean => files.test(text) || /^\s*<system_note>/.test(text);

/** What the model got beyond what the person saw: files that were mentioned, notes, what a command stands for. */
function added(content: readonly Part[], display: readonly Part[]): string {
  const shown = new Set(display.map((part) => (part.kind === "text" ? part.text.trim() : "")));
  return wordsOf(content.filter((part) => part.kind === "text" && !shown.has(part.text.trim()))).trim();
}
