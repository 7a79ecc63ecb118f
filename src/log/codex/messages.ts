/** What was said: prompts, answers, thoughts, plans, and what Codex put beside them. */
import type { Sender } from "../../model/sender.ts";
import { append } from "../../system/append.ts";
import type { ContentBlock, MediaBlock } from "../entries/content.ts";
import type { AssistantBody, UserBody } from "../entries/entry.ts";
import { any, isBlank, object, text, words } from "../fields.ts";
import { isMedia, parts, textsIn } from "./content.ts";
import { asTyped, injected, isAborted, isImageTag, shellTurn } from "./injected.ts";
import { notice } from "./notices.ts";
import { type CodexRecord, isEncrypted } from "./record.ts";
import { eventPictures, eventText, promptText, type Twins, thoughtTexts } from "./twins.ts";
import type { Writer } from "./writer.ts";

const planTag = "<proposed_plan>";

export class Messages {
  readonly #writer: Writer;
  readonly #twins: Twins;
  readonly #isAgent: boolean;
  /** Turns that were aborted by an event of their own. */
  readonly #hasAborts: boolean;
  /** The same preamble comes again when a session is resumed. */
  readonly #notes = new Texts();
  #plan: { readonly turn: string | undefined; readonly text: string } | undefined;
  /** Prompts since the turn began; `undefined` where none is open. */
  #prompts: number | undefined;
  /** Whether the agent had the last word in this turn. */
  hasAnswer = false;

  constructor(writer: Writer, twins: Twins, isAgent: boolean, hasAborts: boolean) {
    this.#writer = writer;
    this.#twins = twins;
    this.#isAgent = isAgent;
    this.#hasAborts = hasAborts;
  }

  turnStarts(): void {
    this.#prompts = 0;
    this.hasAnswer = false;
  }

  turnEnds(): void {
    this.#prompts = undefined;
  }

  promptEvent(record: CodexRecord): void {
    const said = promptText(record);
    const media = this.#twins.pictures.get(record) ?? eventPictures(record);
    const kind = words(record.body, "kind");
    // Up to 0.46 preambles were events too: `"kind":"user_instructions"`.
    if (kind !== undefined && kind !== "plain" && injected(said) !== undefined) this.#note(record, [said]);
    else if (/^\s*<(?:user_instructions|environment_context)>[\s\S]*<\/\w+>\s*$/.test(said)) this.#note(record, [said]);
    else this.#prompt(record, said, media);
  }

  userItem(record: CodexRecord): void {
    const blocks = parts(any(record.body, "content"));
    const own: ContentBlock[] = [];
    const notes: string[] = [];
    for (const block of blocks) {
      if (block.kind !== "text") {
        own.push(block);
        continue;
      }
      const shell = shellTurn(block.text);
      if (shell !== undefined) this.#shell(record, shell);
      else if (isAborted(block.text)) this.#aborted(record, block.text);
      else if (injected(block.text) !== undefined || this.#twins.hasPromptEvents) notes.push(block.text);
      else if (!isImageTag(block.text)) own.push(block);
    }
    this.#note(record, notes);
    if (own.length === 0 || this.#twins.hasPromptEvents) return;
    this.#prompt(
      record,
      textsIn(own).join("\n"),
      own.filter(isMedia),
      own.filter((block) => block.kind === "unknown"),
    );
  }

  developerItem(record: CodexRecord): void {
    this.#note(record, textsIn(parts(any(record.body, "content"))));
  }

  #prompt(record: CodexRecord, all: string, media: readonly MediaBlock[], others: readonly ContentBlock[] = []): void {
    const writer = this.#writer;
    const { said, context } = asTyped(all);
    const acceptsPlan = this.#acceptsPlan(said);
    const isSteering = this.#prompts !== undefined && this.#prompts > 0;
    if (this.#prompts !== undefined) this.#prompts++;
    const texts: ContentBlock[] = said.trim() === "" ? [] : [{ kind: "text", text: said }];
    const body: UserBody = {
      kind: "user",
      blocks: [...texts, ...media, ...others],
      isCompactSummary: false,
      isVerbatim: true,
      ...(isSteering ? { isSteering: true } : {}),
      ...(acceptsPlan ? { acceptsPlan } : {}),
      // What an agent is told is told by the one that sent it.
      ...(this.#isAgent ? { sent: { sender: { kind: "coordinator" }, opensTurn: true } } : {}),
    };
    if (body.blocks.length > 0) writer.add(record, "prompt", all, body);
    if (context !== undefined) writer.add(record, "note", context, notice("context", context));
    writer.settle();
    this.hasAnswer = false;
  }

  #shell(record: CodexRecord, { command, output, exitCode }: NonNullable<ReturnType<typeof shellTurn>>): void {
    const code = exitCode === undefined ? {} : { exitCode };
    const ran = { kind: "shell", command, stdout: output, stderr: "", ...code } as const;
    this.#writer.add(record, "shell", command, { kind: "user", blocks: [], isCompactSummary: false, ran });
    this.#writer.settle();
  }

  #aborted(record: CodexRecord, said: string): void {
    if (this.#hasAborts) return;
    const inner = said.replace(/<\/?turn_aborted>/g, "").trim();
    this.#writer.add(record, "aborted", inner, { kind: "event", event: "interrupted", text: inner });
  }

  /** Preambles and the like: beside the conversation, each text once; what comes in one message is one note. */
  #note(record: CodexRecord, texts: readonly string[]): void {
    const bySender = new Map<string, [Sender, string[]]>();
    for (const said of texts) {
      if (isBlank(said) || !this.#notes.isNew(said)) continue;
      this.#writer.noteFolder(said);
      const { sender, text: words } = injected(said) ?? { sender: { kind: "context" } as const, text: said };
      const known = bySender.get(sender.kind);
      if (known === undefined) bySender.set(sender.kind, [sender, [words]]);
      else known[1].push(words);
    }
    for (const [sender, said] of bySender.values()) {
      const all = said.join("\n\n");
      this.#writer.add(record, "note", all, notice(sender, all));
    }
  }

  answerItem(record: CodexRecord): void {
    this.#answer(record, parts(any(record.body, "content")));
  }

  answerEvent(record: CodexRecord): void {
    const said = eventText(record);
    if (said.trim() !== "") this.#answer(record, [{ kind: "text", text: said }]);
  }

  #answer(record: CodexRecord, blocks: readonly ContentBlock[]): void {
    const hasPlan = blocks.some((block) => block.kind === "text" && block.text.includes(planTag));
    const made = hasPlan
      ? blocks.flatMap((block) => (block.kind === "text" ? this.#planIn(block.text) : [block]))
      : blocks;
    if (made.length === 0) return;
    this.hasAnswer = true;
    this.#writer.add(record, "answer", textsIn(blocks).join("\n"), this.#writer.answer(made));
  }

  /** A plan stands in tags in the agent's words. */
  #planIn(said: string): readonly ContentBlock[] {
    const start = said.indexOf(planTag);
    const end = said.indexOf("</proposed_plan>", start);
    if (start < 0 || end < 0) return [{ kind: "text", text: said }];
    const plan = said.slice(start + planTag.length, end).trim();
    const [before, after] = [said.slice(0, start), said.slice(end + "</proposed_plan>".length)];
    const texts = [before, after].map((each): ContentBlock[] =>
      each.trim() === "" ? [] : [{ kind: "text", text: each.trim() }],
    );
    return [...(texts[0] ?? []), ...this.#propose(plan), ...(texts[1] ?? [])];
  }

  /** The same plan as an item of its own; the message with the tags is shown where there is one. */
  planItem(record: CodexRecord, hasMessage: boolean): void {
    const plan = text(record.body, "text") ?? "";
    if (hasMessage || plan.trim() === "") return;
    this.#writer.add(record, "plan", plan, this.#writer.answer(this.#propose(plan)));
  }

  #propose(plan: string): readonly ContentBlock[] {
    const { turn } = this.#writer;
    if (this.#plan?.text === plan && this.#plan.turn === turn) return [];
    this.#plan = { turn, text: plan };
    return [{ kind: "plan", text: plan, origin: "proposed-plan" }];
  }

  /** Nothing tells that a plan was accepted but the next prompt, which asks for it outside plan mode. */
  #acceptsPlan(said: string): boolean {
    const plan = this.#plan;
    this.#plan = undefined;
    if (plan === undefined || plan.turn === this.#writer.turn || this.#writer.mode === "plan") return false;
    return /\bimplement\b[^\n]{0,40}\bplan\b/i.test(said.slice(0, 300));
  }

  thoughts(record: CodexRecord): void {
    const said = thoughtTexts(record);
    if (said.length === 0 && !isEncrypted(record)) return;
    const blocks: AssistantBody["blocks"] =
      said.length === 0
        ? [{ kind: "thinking", text: "", isRedacted: true }]
        : said.map((each) => ({ kind: "thinking", text: each, isRedacted: false }));
    this.#writer.add(record, "thoughts", words(record.body, "id") ?? said.join("\n"), this.#writer.answer(blocks));
  }

  /** A message between agents: what one is to do, or what it came to. Parts may be for the server only. */
  fromAgent(record: CodexRecord): void {
    const { body } = record;
    const author = words(body, "author") ?? "agent";
    const blocks = parts(any(body, "content") ?? any(object(body, "message"), "content"));
    const said = textsIn(blocks).join("\n").trim();
    const hidden = blocks.some((block) => block.kind === "thinking") ? "(encrypted)" : "";
    const all = [said, hidden].filter((each) => each !== "").join("\n\n");
    if (all === "") return;
    const sender =
      author === "/root" ? ({ kind: "coordinator" } as const) : ({ kind: "teammate", name: author } as const);
    const isBrief = this.#isAgent && (this.#prompts ?? 0) === 0;
    if (!isBrief) {
      this.#writer.add(record, "from agent", `${author} ${all}`, notice(sender, all));
      return;
    }
    if (this.#prompts !== undefined) this.#prompts++;
    this.#writer.add(record, "prompt", all, {
      kind: "user",
      blocks: [{ kind: "text", text: all }],
      isCompactSummary: false,
      isVerbatim: true,
      sent: { sender, opensTurn: true },
    });
    this.#writer.settle();
  }
}

/** Preambles are tens of thousands of letters: of those that are as long as another, letters tell sooner than a hash. */
class Texts {
  readonly #byLength = new Map<number, string[]>();

  isNew(text: string): boolean {
    if (this.#byLength.get(text.length)?.includes(text)) return false;
    append(this.#byLength, text.length, text);
    return true;
  }
}
