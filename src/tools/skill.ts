/** Skill: instructions that the agent loads by name. Log example: {"name":"Skill","input":{"skill":"calendar-clients","args":"outlook"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given, texts } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface SkillCall extends Call<"skill"> {
  readonly skill: string;
  readonly args?: string;
  readonly allowedTools?: readonly string[];
}

/** Versions of the client name it differently. */
export const skillKeys = ["skill", "name", "command"];

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
    const name = skillKeys.map((key) => words(use.input, key)).find((found) => found !== undefined);
    if (name === undefined) return undefined;
    return {
      ...callOf("skill", use, outcome),
      skill: name,
      ...given({ args: words(use.input, "args"), allowedTools: texts(details, "allowedTools") }),
    };
  },
  summary: (call) => call.skill,
});
