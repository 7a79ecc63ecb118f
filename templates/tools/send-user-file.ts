/** Files that were handed over. */

import { html } from "../../src/text/html.ts";
import type { SendUserFileCall } from "../../src/tools/send-user-file.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const sendUserFile = toolView<SendUserFileCall>(
  "sendUserFile",
  (call, view) =>
    html`${call.caption === undefined ? "" : view.markdown(call.caption)}<ul>${call.files.map(
      (file) => html`<li>${view.path(file)}</li>`,
    )}</ul>${caption(call.status, call.display)}${rest(
      call,
      { files: call.files, caption: call.caption, status: call.status, display: call.display },
      view,
    )}${result(call, view)}`,
);
