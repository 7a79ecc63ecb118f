/** What a background shell has printed. */

import { html } from "../../src/text/html.ts";
import type { BashOutputCall } from "../../src/tools/bash-output.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { taggedResult } from "./tagged-result.ts";
import { toolView } from "./view.ts";

export const bashOutput = toolView<BashOutputCall>(
  "bashOutput",
  (call, view) =>
    html`${caption(`shell ${call.shellId}`, call.filter === undefined ? undefined : `lines that match ${call.filter}`)}${rest(
      call,
      { bash_id: call.shellId, shell_id: call.shellId, filter: call.filter },
      view,
    )}${taggedResult(call, view, { told: { status: call.status, exit_code: call.exitCode } })}`,
);
