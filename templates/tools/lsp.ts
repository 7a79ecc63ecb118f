/** What a language server answers. */

import { html } from "../../src/text/html.ts";
import type { LspCall } from "../../src/tools/lsp.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const lsp = toolView<LspCall>(
  "lsp",
  (call, view) =>
    html`${rest(
      call,
      { operation: call.operation, filePath: call.path, line: call.line, character: call.character },
      view,
    )}${result(call, view)}`,
);
