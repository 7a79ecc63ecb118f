/** What a call's input holds beyond what its tool reads: shown as JSON, or on a small line, never dropped. */

import { commandText, patchInCommand } from "../../src/log/codex/shell.ts";
import { type Json, record } from "../../src/log/fields.ts";
import type { Call } from "../../src/model/session.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { caption } from "./caption.ts";
import type { View } from "./view.ts";

/**
 * `known` maps each input key to what was read from it, in whatever form. A key that holds more than that (a number
 * spelt as text, a list where text was expected, an option's new field) is shown as well.
 */
export function rest(call: Call<string>, known: Readonly<Record<string, unknown>>, view: View): SafeHtml {
  if (call.as !== undefined)
    return html`${rest({ ...call, input: call.as.input, as: undefined } as never, known, view)}${beyond(call, call.as, view)}`;
  const input = record(call.input);
  if (input === undefined) return leaves(call.input).size > 0 ? view.json(call.input, "Input") : html``;
  const unread = Object.entries(input).filter(([name, value]) => {
    const read = leaves(Object.hasOwn(known, name) ? known[name] : undefined);
    return [...leaves(value)].some((leaf) => !read.has(leaf));
  });
  if (unread.length === 0) return html``;
  return view.json(Object.fromEntries(unread), unread.length === Object.keys(input).length ? "Input" : "Further input");
}

/** Of another agent's call: what its own input says and the input as our tool has it does not. */
function beyond(call: Call<string>, as: NonNullable<Call<string>["as"]>, view: View): SafeHtml {
  const told = leaves(as.input);
  const isTold = (leaf: string): boolean =>
    told.has(leaf) ||
    // Pi counts the seconds of a timeout, we count milliseconds.
    (Number.isNaN(Number(leaf))
      ? [...told].some((text) => text.includes(leaf))
      : told.has(String(Number(leaf) * 1000)));
  const input = record(call.input);
  if (input === undefined) return [...leaves(call.input)].every(isTold) ? html`` : view.json(call.input, "Input");
  const unread = untold(input, isTold);
  return unread === undefined ? html`` : (smallLine(unread, view) ?? view.json(unread, "Further input"));
}

const mostFields = 6;
const longestValue = 200;

/** The folder of a command, a limit, a switch: words on a line, where JSON would be a block under every call. */
function smallLine(unread: Json, view: View): SafeHtml | undefined {
  const fields = Object.entries(unread).flatMap(([name, value]) => {
    const inner = record(value);
    return inner === undefined
      ? [[name, value] as const]
      : Object.entries(inner).map(([own, each]) => [`${name}.${own}`, each] as const);
  });
  if (fields.length > mostFields || !fields.every(([name, value]) => isSmall(name) && isSmall(value))) return undefined;
  return caption(
    ...fields.map(([name, value]) => html`${name} ${isFolder(name) ? view.path(String(value)) : String(value)}`),
  );
}

/** What no letter of is invisible or turns the line around. */
function isSmall(value: unknown): boolean {
  if (typeof value === "number" || typeof value === "boolean") return true;
  return typeof value === "string" && value.length <= longestValue && /^[^\p{C}]+$/u.test(value);
}

const isFolder = (name: string): boolean => name === "workdir" || name === "cwd";

/** The fields that say more; of a field with fields again, those of them. */
function untold(input: Json, isTold: (leaf: string) => boolean, depth = 0): Json | undefined {
  const unread = Object.entries(input).flatMap(([name, value]) => {
    const words = [commandText(value), patchInCommand(value)];
    if (words.some((each) => each !== undefined && isTold(each))) return [];
    if ([...leaves(value)].every(isTold)) return [];
    const inner = depth < 3 ? record(value) : undefined;
    return [[name, inner === undefined ? value : untold(inner, isTold, depth + 1)]];
  });
  return unread.length === 0 ? undefined : Object.fromEntries(unread);
}

/** Every text, number and `true` in a value; `false`, null and "" are how a model spells "not given". */
function leaves(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  // Not by recursion: a line may nest deeper than the stack.
  const open = [value];
  while (open.length > 0) {
    const each = open.pop();
    if (typeof each === "object" && each !== null) for (const child of Object.values(each)) open.push(child);
    else if (each !== undefined && each !== null && each !== false && each !== "") found.add(String(each));
  }
  return found;
}
