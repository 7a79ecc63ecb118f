/** TeamCreate: a team of sessions begins (2.1.4x). Log example: {"name":"TeamCreate","input":{"team_name":"harbour","description":"Close the gaps","agent_type":"lead"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface TeamCreateCall extends Call<"teamCreate"> {
  readonly team: string;
  readonly description?: string;
  readonly agentType?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly teamCreate: TeamCreateCall;
  }
}

export const teamCreate = defineTool<TeamCreateCall>({
  kind: "teamCreate",
  names: ["TeamCreate"],
  verb: "delegate",
  parse: (use, outcome) => {
    const team = words(use.input, "team_name");
    if (team === undefined) return undefined;
    return {
      ...callOf("teamCreate", use, outcome),
      team,
      ...given({ description: words(use.input, "description"), agentType: words(use.input, "agent_type") }),
    };
  },
  summary: (call) => call.team,
});
