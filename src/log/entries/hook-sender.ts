/** Which hook wrote a line: "PostToolUse:Edit" where the log names it, else the event that it is for. */
import type { Sender } from "../../model/sender.ts";
import { type Json, words } from "../fields.ts";

export function hookSender(facts: Json | undefined): Sender {
  const name = words(facts, "hookName") ?? words(facts, "hookEvent");
  return { kind: "hook", ...(name === undefined ? {} : { name }) };
}
