/** What a team is for. */

import { html } from "../../src/text/html.ts";
import type { TeamCreateCall } from "../../src/tools/team-create.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const teamCreate = toolView<TeamCreateCall>(
  "teamCreate",
  (call, view) =>
    html`${call.description === undefined ? "" : html`<p>${call.description}</p>`}${caption(call.agentType)}${rest(
      call,
      { team_name: call.team, description: call.description, agent_type: call.agentType },
      view,
    )}${result(call, view)}`,
);
