/** Tools with a few texts: a message as Markdown, the others in one line above it. */
import { html, type SafeHtml } from "../../src/text/html.ts";
import { type SimpleCalls, simpleFields, simpleTexts } from "../../src/tools/simple-tools.ts";
import { textOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { covers } from "./covers.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { type ToolView, toolView, type View } from "./view.ts";

type Kind = keyof SimpleCalls;

export const simpleTools = Object.fromEntries(
  Object.keys(simpleFields).map((kind) => [kind, simpleView(kind as Kind)]),
) as { readonly [Each in Kind]: ToolView<SimpleCalls[Each]> };

function simpleView(kind: Kind): ToolView<SimpleCalls[Kind]> {
  return toolView<SimpleCalls[Kind]>(kind, (call, view) => {
    const texts = simpleTexts(call);
    const known = Object.fromEntries(texts.map(({ key, text }) => [key, text]));
    const { message, ...others } = Object.fromEntries(texts.map(({ name, text }) => [name, text]));
    return html`${caption(...Object.values(others))}${message === undefined ? "" : view.markdown(message)}${rest(call, known, view)}${answer(call, texts, view)}`;
  });
}

/** A tool may answer with what it was given, under names of its own: that is there for whoever looks for it. */
function answer(call: SimpleCalls[Kind], texts: readonly { readonly text: string }[], view: View): SafeHtml {
  const said = textOf(call.outcome);
  const given = texts.map(({ text }) => text).join("\n");
  const bare = said.replace(/^(?:Current topic|Topic summary|Strategic Intent): "?(.*?)"?$/gm, "$1");
  if (bare === said || !covers(given, bare)) return result(call, view, { shown: given });
  return html`<details class="logged"><summary>The answer as logged</summary>${view.output(said)}</details>`;
}
