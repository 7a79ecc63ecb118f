/** Lines of a file with their numbers, coloured by its language. */

import { count, number } from "../../src/text/format.ts";
import { html } from "../../src/text/html.ts";
import { languageOf } from "../../src/text/language.ts";
import { given } from "../../src/tools/given.ts";
import { numbered } from "../../src/tools/numbered.ts";
import type { ReadCall } from "../../src/tools/read.ts";
import { textOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { persistedNote, reminders, result } from "./result.ts";
import { toolView } from "./view.ts";

export const read = toolView<ReadCall>("read", (call, view) => {
  const { total } = call.lines ?? {};
  const head = html`${caption(
    call.offset === undefined ? undefined : `from line ${number(call.offset)}`,
    call.limit === undefined ? undefined : `at most ${count(call.limit, "line")}`,
    total === undefined || total === call.lines?.count ? undefined : `of ${count(total, "line")}`,
  )}${rest(call, { file_path: call.path, offset: call.offset, limit: call.limit, pages: call.pages }, view)}`;
  const answer = textOf(call.outcome);
  const note = persistedNote(call.outcome);
  const found = call.outcome.state === "ok" ? numbered(answer) : undefined;
  if (found === undefined) return html`${head}${result(call, view)}`;
  const language = languageOf(call.path);
  return html`${head}${caption(note, found.before)}${view.code(found.code, {
    firstLine: found.firstLine,
    ...given({ language }),
  })}${found.after === "" ? "" : view.output(found.after)}${reminders(call.outcome, view)}`;
});
