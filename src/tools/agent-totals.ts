/** What the client counted of an agent's work, in words. */
import { count, longDuration } from "../text/format.ts";

const words: ReadonlyMap<string, (value: number) => string> = new Map([
  ["total_tokens", (value: number) => count(value, "token")],
  ["subagent_tokens", (value: number) => count(value, "token")],
  ["agent_count", (value: number) => count(value, "agent")],
  ["tool_uses", (value: number) => count(value, "call")],
  ["duration_ms", longDuration],
]);

/**
 * "33,946 tokens, 6 calls, 1 min 10 s" of "total_tokens: 33946\ntool_uses: 6\nduration_ms: 70414", or of the same in
 * tags (since 2.1.4x): `<total_tokens>33946</total_tokens><tool_uses>6</tool_uses>`. Anything else stays as it is.
 */
export function agentTotals(logged: string): string {
  const found: string[] = [];
  const rest = logged.replace(
    /<([a-z_]+)>\s*(\d{1,15})\s*<\/\1>|^[ \t]*([a-z_]+): (\d{1,15})[ \t]*$/gm,
    (whole, ...groups) => {
      const [tag, tagged, name, value] = groups as (string | undefined)[];
      const say = words.get(tag ?? name ?? "");
      if (say === undefined) return whole;
      found.push(say(Number(tagged ?? value)));
      return "";
    },
  );
  return found.length === 0 || rest.trim() !== "" ? logged : found.join(", ");
}
