/** What a skill was given, and what it may use. */

import { words } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import { type SkillCall, skillKeys } from "../../src/tools/skill.ts";
import { inputOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const skill = toolView<SkillCall>("skill", (call, view) => {
  const key = skillKeys.find((each) => words(inputOf(call), each) === call.skill) ?? "skill";
  return html`${call.args === undefined ? "" : view.markdown(call.args)}${caption(
    call.allowedTools === undefined ? undefined : `may use ${call.allowedTools.join(", ")}`,
  )}${rest(call, { [key]: call.skill, args: call.args }, view)}${result(call, view, { as: "caption" })}`;
});
