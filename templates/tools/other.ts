/** A tool that we do not know: its input as JSON, its result as it stands. */

import { object } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import { type OtherCall, unparsed } from "../../src/tools/other.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const other = toolView<OtherCall>("other", (call, view) => {
  const raw = unparsed(call.input);
  if (raw === undefined) return html`${view.json(call.input, "Input")}${result(call, view)}`;
  const known = { __unparsedToolInput: object(call.input, "__unparsedToolInput") };
  return html`${view.output(raw, { label: "Input, no valid JSON" })}${rest(call, known, view)}${result(call, view)}`;
});
