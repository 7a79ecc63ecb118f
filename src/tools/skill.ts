/** Skill: instructions that the agent loads by name. Log example: {"name":"Skill","input":{"skill":"calendar-clients","args":"outlook"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { html } from "../text/html.ts";
import { caption } from "./caption.ts";
import { given, texts } from "./given.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { callOf, defineTool } from "./tool.ts";

export interface SkillCall extends Call<"skill"> {
  readonly skill: string;
  readonly args?: string;
  readonly allowedTools?: readonly string[];
}

const spellings = ["skill", "name", "command"];

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly skill: SkillCall;
  }
}

export const skill = defineTool<SkillCall>({
  kind: "skill",
  names: ["Skill"],
  verb: "delegate",
  parse: (use, outcome, details) => {
    const name = spellings.map((key) => words(use.input, key)).find((found) => found !== undefined);
    if (name === undefined) return undefined;
    return {
      ...callOf("skill", use, outcome),
      skill: name,
      ...given({ args: words(use.input, "args"), allowedTools: texts(details, "allowedTools") }),
    };
  },
  summary: (call) => call.skill,
  render: (call, view) => {
    const key = spellings.find((each) => words(call.input, each) === call.skill) ?? "skill";
    return html`${call.args === undefined ? "" : view.markdown(call.args)}${caption(
      call.allowedTools === undefined ? undefined : `may use ${call.allowedTools.join(", ")}`,
    )}${rest(call, { [key]: call.skill, args: call.args }, view)}${result(call, view, { as: "caption" })}`;
  },
});
