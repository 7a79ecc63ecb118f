/** Tools with a few texts: a message as Markdown, the others in one line above it. */
import { html } from "../../src/text/html.ts";
import { type SimpleCalls, simpleFields, simpleTexts } from "../../src/tools/simple-tools.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { type ToolView, toolView } from "./view.ts";

type Kind = keyof SimpleCalls;

export const simpleTools = Object.fromEntries(
  Object.keys(simpleFields).map((kind) => [kind, simpleView(kind as Kind)]),
) as { readonly [Each in Kind]: ToolView<SimpleCalls[Each]> };

function simpleView(kind: Kind): ToolView<SimpleCalls[Kind]> {
  return toolView<SimpleCalls[Kind]>(kind, (call, view) => {
    const texts = simpleTexts(call);
    const known = Object.fromEntries(texts.map(({ key, text }) => [key, text]));
    const { message, ...others } = Object.fromEntries(texts.map(({ name, text }) => [name, text]));
    return html`${caption(...Object.values(others))}${message === undefined ? "" : view.markdown(message)}${rest(call, known, view)}${result(call, view, { shown: texts.flatMap(({ text }) => repeated(text)).join("\n") })}`;
  });
}

/** A tool may answer with what it was given, under names of its own. */
const repeated = (text: string): readonly string[] => [
  text,
  ...[`Current topic: "${text}"`, `Topic summary: ${text}`, `Strategic Intent: ${text}`],
];
