/** A user line taken apart: results of tools, what a person said, what the client wrote. */
import type { ContentBlock, MediaBlock, ResultBlock } from "../log/entries/content.ts";
import type { Entry, RanByPerson, UserEntry } from "../log/entries/entry.ts";
import { type Piece, pieces } from "./machine-text.ts";

export type Said =
  | { readonly kind: "text"; readonly text: string }
  | MediaBlock
  | Extract<ContentBlock, { kind: "unknown" }>;

export interface UserParts {
  readonly results: readonly ResultBlock[];
  readonly said: readonly Said[];
  /** In order; none of them is "human". */
  readonly machine: readonly Piece[];
  /** A person began something with this line. */
  readonly opensTurn: boolean;
}

export const noParts: UserParts = { results: [], said: [], machine: [], opensTurn: false };

type Typed = Extract<Entry, { kind: "user" | "delivered" | "local-command" | "enqueue" }>;

/** All others have no parts. */
export function isTyped(entry: Entry): entry is Typed {
  const { kind } = entry;
  return kind === "user" || kind === "delivered" || kind === "local-command" || kind === "enqueue";
}

export function userParts(entry: Typed): UserParts {
  if (entry.kind === "delivered") return split(entry.blocks, { isMeta: false, ...originOf(entry) });
  if (entry.kind !== "user") return split([{ kind: "text", text: entry.text }], { isMeta: false });
  if (isResult(entry)) return { ...noParts, results: entry.blocks };
  if (entry.isVerbatim || entry.sent !== undefined || entry.ran !== undefined) return asSaid(entry);
  if (entry.isCompactSummary) return { ...noParts, machine: [{ kind: "continuation", text: textOfAll(entry.blocks) }] };
  if (entry.turnOrigin === "scheduled") return scheduled(entry);
  const context = { isMeta: entry.isMeta, ...originOf(entry) };
  const parts = split(entry.blocks, context);
  if (entry.planContent === undefined || parts.machine.some((piece) => piece.kind === "plan")) return parts;
  const beside = parts.said.flatMap((part): Piece[] =>
    part.kind === "text" ? [{ kind: "machine", sender: { kind: "with-plan" }, text: part.text }] : [],
  );
  return {
    ...parts,
    said: parts.said.filter((part) => part.kind !== "text"),
    machine: [{ kind: "plan", text: entry.planContent }, ...beside, ...parts.machine],
    opensTurn: true,
  };
}

/** The log itself says who wrote it: no text is searched for signs of that. */
function asSaid({ blocks, sent, ran, isMeta }: UserEntry): UserParts {
  const results = blocks.filter((block) => block.kind === "result");
  const said = blocks.flatMap((block): Said[] => {
    if (block.kind === "text") return block.text.trim() === "" ? [] : [{ kind: "text", text: block.text }];
    return block.kind === "image" || block.kind === "document" || block.kind === "unknown" ? [block] : [];
  });
  if (sent !== undefined) {
    const text = textOfAll(blocks);
    const { sender, opensTurn } = sent;
    const piece: Piece = { kind: "machine", sender, text, ...(opensTurn ? { opensTurn } : {}) };
    return { results, said: said.filter(({ kind }) => kind !== "text"), machine: [piece], opensTurn };
  }
  const machine = ran === undefined ? [] : commandPieces(ran);
  const isPrompt = machine.length > 0 || said.some(({ kind }) => kind !== "unknown");
  return { results, said, machine, opensTurn: isPrompt && !isMeta };
}

function commandPieces(ran: RanByPerson): readonly Piece[] {
  if (ran.kind === "shell") {
    const { command, ...output } = ran;
    return [
      { kind: "shell", command },
      { ...output, kind: "shell-output" },
    ];
  }
  const { name, args, output } = ran;
  return [
    { kind: "command", name, args },
    ...(output === undefined ? [] : [{ kind: "command-output", text: output } as const]),
  ];
}

const originOf = ({ origin }: { origin?: string | undefined }): { origin?: string } =>
  origin === undefined ? {} : { origin };

/** The client wrote the line, but a person wrote the prompt, when they made the schedule. */
function scheduled({ blocks, scheduledTask }: UserEntry): UserParts {
  const parts = split(blocks, { isMeta: false });
  const texts = parts.said.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  if (texts.length === 0) return parts;
  const task = scheduledTask === undefined ? {} : { task: scheduledTask };
  return {
    ...parts,
    said: parts.said.filter((part) => part.kind !== "text"),
    machine: [{ kind: "scheduled", text: texts.join("\n\n"), ...task }, ...parts.machine],
    opensTurn: true,
  };
}

/** Most lines of tools are one result and nothing else: they neither open a turn nor hold a plan. */
export function isResult(entry: Entry): entry is UserEntry & { readonly blocks: readonly ResultBlock[] } {
  if (entry.kind !== "user") return false;
  const { blocks, isCompactSummary, planContent } = entry;
  return blocks.length === 1 && blocks[0]?.kind === "result" && !isCompactSummary && planContent === undefined;
}

function split(blocks: readonly ContentBlock[], context: { isMeta: boolean; origin?: string }): UserParts {
  const results: ResultBlock[] = [];
  const said: Said[] = [];
  const machine: Piece[] = [];
  for (const block of blocks) {
    if (block.kind === "result") results.push(block);
    else if (block.kind === "text") {
      for (const piece of pieces(block.text, context)) {
        if (piece.kind !== "human") machine.push(piece);
        else if (piece.text.trim() !== "") said.push({ kind: "text", text: piece.text });
      }
    } else if (block.kind === "image" || block.kind === "document" || block.kind === "unknown") said.push(block);
    // What only agents write is not known here.
    else if (block.kind === "fallback") said.push({ kind: "unknown", type: block.kind, raw: block.raw });
  }
  // What another agent sends, pictures too, is no prompt of a person.
  const isHuman = context.origin === undefined || context.origin === "human";
  const opensTurn =
    !context.isMeta &&
    ((isHuman && said.some((part) => part.kind !== "unknown")) ||
      machine.some((piece) => piece.kind === "command" || piece.kind === "shell" || piece.kind === "plan"));
  return { results, said, machine, opensTurn };
}

function textOfAll(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("\n");
}

/** What a person typed, as one text: for finding the same prompt again. */
export function typedText(parts: UserParts): string {
  const command = parts.machine.find((piece) => piece.kind === "command");
  if (command !== undefined) return `${command.name} ${command.args}`.trim();
  const shell = parts.machine.find((piece) => piece.kind === "shell");
  if (shell !== undefined) return `!${shell.command}`;
  return parts.said.flatMap((part) => (part.kind === "text" ? [part.text.trim()] : [])).join("\n");
}
