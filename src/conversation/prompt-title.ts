/** What a turn's prompt is called in lists, headings and titles, and whether it counts as a person's. */
import type { Block, Turn } from "../model/session.ts";
import { perObject } from "../system/per-object.ts";
import { excerpt } from "../text/format.ts";
import { plainText } from "../text/plain-text.ts";

const usual = 120;

/** A prompt in one line of plain text: for the outline, the heading and titles. */
export const promptTitle = (turn: Turn, limit = usual): string =>
  limit === usual ? usualTitle(turn) : titleOf(turn, limit);

/** Its page and pages over the archive ask for it. */
const usualTitle = perObject((turn: Turn): string => titleOf(turn, usual));

function titleOf({ prompt: said }: Turn, limit: number): string {
  switch (said.kind) {
    case "said":
      return excerpt(saidText(said.blocks), limit) || mediaWords(said.blocks);
    case "command":
      return excerpt(`${said.name.startsWith("/") ? "" : "/"}${said.name} ${said.args}`, limit);
    case "shell":
      return excerpt(`! ${said.command}`, limit);
    case "plan":
      return excerpt(`Plan: ${said.plan.title}`, limit);
    case "scheduled":
      return excerpt(`Scheduled: ${plainText(said.text.slice(0, 2000))}`, limit);
    case "machine":
      return excerpt(said.from, limit);
    case "none":
      return "The log starts in the middle";
  }
}

function saidText(list: readonly Block[]): string {
  for (const block of list)
    if (block.kind === "text" && block.markdown.trim() !== "") return plainText(block.markdown.slice(0, 2000));
  return "";
}

function mediaWords(list: readonly Block[]): string {
  const first = list.find((block) => block.kind === "image" || block.kind === "document");
  return first === undefined ? "Empty prompt" : first.kind === "image" ? "An image" : "A document";
}

/** Prompts of people are numbered; a machine's are not. */
export const isNumbered = ({ prompt: said }: Turn): boolean =>
  said.kind !== "machine" && said.kind !== "scheduled" && said.kind !== "none";
