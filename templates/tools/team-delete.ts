/** The answer to the end of a team. */

import { html } from "../../src/text/html.ts";
import type { TeamDeleteCall } from "../../src/tools/team-delete.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const teamDelete = toolView<TeamDeleteCall>(
  "teamDelete",
  (call, view) => html`${rest(call, { team_name: call.team }, view)}${result(call, view)}`,
);
