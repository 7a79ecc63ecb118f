/** What was to be done, and the result. */

import { html } from "../../src/text/html.ts";
import type { SendFeedbackCall } from "../../src/tools/send-feedback.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const sendFeedback = toolView<SendFeedbackCall>(
  "sendFeedback",
  (call, view) =>
    html`${call.message === undefined ? "" : view.markdown(call.message)}${rest(
      call,
      { message: call.message },
      view,
    )}${result(call, view)}`,
);
