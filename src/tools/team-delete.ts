/** TeamDelete: a team ends. Log example: {"name":"TeamDelete","input":{}} */
import type { Call } from "../model.ts";
import { words } from "../read/fields.ts";
import { html } from "../render/html.ts";
import { given } from "./given.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { callOf, defineTool } from "./tool.ts";

export interface TeamDeleteCall extends Call<"teamDelete"> {
  readonly team?: string;
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
  render: (call, view) => html`${rest(call, { team_name: call.team }, view)}${result(call, view)}`,
});
