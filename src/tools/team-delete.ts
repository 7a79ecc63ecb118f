/** TeamDelete: a team ends. Log example: {"name":"TeamDelete","input":{}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface TeamDeleteCall extends Call<"teamDelete"> {
  readonly team?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly teamDelete: TeamDeleteCall;
  }
}

export const teamDelete = defineTool<TeamDeleteCall>({
  kind: "teamDelete",
  names: ["TeamDelete"],
  verb: "delegate",
  parse: (use, outcome, details) => ({
    ...callOf("teamDelete", use, outcome),
    ...given({ team: words(use.input, "team_name") ?? words(details, "team_name") }),
  }),
  summary: (call) => call.team ?? "",
});
