/** What OpenCode's `task` answers: the words of the agent, without what the client put around them for the model. */

/** `task_id: ses_1 (for resuming to continue this task if needed)`; some builds name the agent in a second line. */
const heading = /^task_id: (\S+)(?: \([^\n]*\))?\n*(?:agent: [^\n]*\n+)?/;
/** Since 1.17 `<task id="ses_1" state="completed">`, also where an agent in the background reports by itself. */
const wrapped = /^<task id="[^"\n]*"(?: state="([^"\n]*)")?>\n([\s\S]*)\n<\/task>\s*$/;
const result =
  /^(?:<summary>\n?([\s\S]*?)\n?<\/summary>\n+)?<(task_result|task_error)>\n?([\s\S]*?)\n?<\/\2>([\s\S]*)$/;
/** Up to 1.1 after the words. */
const atEnd = /\n*<task_metadata>\s*session_id: \S+\s*<\/task_metadata>\s*$/;

/** `agent` is the session that the call is known to have started: then its id says nothing more. */
export function taskText(said: string, agent?: string): string {
  const [whole, state, inWrapper] = wrapped.exec(said) ?? [];
  if (whole !== undefined && inWrapper !== undefined) {
    const words = inner(inWrapper);
    return words === undefined ? said : [state === "completed" ? "" : state, words].filter(Boolean).join("\n\n");
  }
  const [start, id] = heading.exec(said) ?? [];
  if (start === undefined) return atEnd.test(said) ? said.replace(atEnd, "") : said;
  const rest = said.slice(start.length);
  if (rest.trim() === "") return id === agent ? "" : said;
  return inner(rest) ?? said;
}

function inner(text: string): string | undefined {
  const [found, summary, , words = "", after = ""] = result.exec(text) ?? [];
  return found === undefined ? undefined : [summary, words, after.trim()].filter(Boolean).join("\n\n");
}
