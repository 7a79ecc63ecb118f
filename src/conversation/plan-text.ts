/** The words of a plan, without what its card says already. */

import type { Plan } from "../model/session.ts";
import { plainText } from "../text/plain-text.ts";
import { wholeLines } from "../text/whole-lines.ts";

/** Its Markdown without a heading that is its title. */
export function planBody(plan: Plan): string {
  const heading = /^\s*#[ \t]+([^\n]*)\n?/.exec(plan.markdown);
  if (heading === null) return plan.markdown;
  const words = plainText(heading[1] ?? "");
  return words === plan.title || words.replace(/^plan:\s*/i, "") === plan.title
    ? plan.markdown.slice(heading[0].length)
    : plan.markdown;
}

/** What the log has as the answer: mostly words of the client to the model, with the plan in them once more. */
export function planAnswer({ outcome, markdown }: Plan): string | undefined {
  if (outcome === undefined || outcome.state === "none" || outcome.text.trim() === "") return undefined;
  const plan = markdown.trim();
  const at = wholeLines(outcome.text, plan);
  return at === -1 ? outcome.text : `${outcome.text.slice(0, at)}[the plan]${outcome.text.slice(at + plan.length)}`;
}
