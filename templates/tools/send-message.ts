/** To whom a message went, and its words as Markdown. */

import { words } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import type { SendMessageCall } from "../../src/tools/send-message.ts";
import { inputOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const sendMessage = toolView<SendMessageCall>("sendMessage", (call, view) => {
  const known = {
    ...{ recipient: words(inputOf(call), "recipient"), content: words(inputOf(call), "content") },
    // A second spelling beside the first is not what was read.
    to: words(inputOf(call), "to") === call.to ? call.to : undefined,
    message: words(inputOf(call), "message") === call.message ? call.message : undefined,
    type: words(inputOf(call), "type"),
    summary: call.messageSummary,
  };
  return html`${caption(
    call.to === undefined ? undefined : `to ${call.to}`,
    call.messageType,
    call.messageSummary,
  )}${call.message === undefined ? "" : view.markdown(call.message)}${rest(call, known, view)}${result(call, view)}`;
});
