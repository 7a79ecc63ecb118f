/** What a call of a shell did to a repository: read from the command and from what git and gh printed. */
import type { GitEvent } from "../../model/git.ts";
import type { ToolCall } from "../../model/session.ts";
import { commandsOf, gitArguments } from "./commands.ts";
import { authoredIn, commitsIn, loggedIn, subjectOf } from "./commit.ts";
import { mergedIn, mergedQuietly, openedIn } from "./pull-request.ts";
import { pushesIn } from "./push.ts";
import { remoteIn } from "./remote.ts";

export { linkedIn } from "./pull-request.ts";
export { commitUrl } from "./remote.ts";
export { withReplaced } from "./replaced.ts";

/** Most commands name neither: they are not taken apart. */
const isWorthIt = /\bgit\b|\bgh\b/;

export interface GitWork {
  readonly events: readonly GitEvent[];
  /** The forge's page of the repository. */
  readonly web?: string;
}

const nothing: GitWork = { events: [] };

export function gitWork(call: ToolCall): GitWork {
  if (call.kind !== "bash" || !isWorthIt.test(call.command)) return nothing;
  if (call.outcome.state === "none" || call.outcome.state === "rejected") return nothing;
  // Of a failed line that made several commands, those before the failure were done all the same.
  const output = [call.stdout, call.stderr, call.outcome.text].filter((text) => text !== undefined && text !== "");
  const printed = [...new Set(output)].join("\n").slice(0, longest);
  const events: GitEvent[] = [];
  let web: string | undefined;
  for (const words of commandsOf(call.command)) {
    const git = gitArguments(words);
    if (git?.[0] === "commit") events.push(...commits(git, printed, events, call.outcome.state === "ok"));
    else if (git?.[0] === "push") events.push(...once(pushesIn(printed), events));
    else if (git?.[0] === "remote") web ??= remoteIn(printed);
    else if (words[0] === "gh" && words[1] === "pr" && words[2] === "create") {
      const opened = openedIn(words, printed);
      if (opened !== undefined) events.push(opened);
    } else if (words[0] === "gh" && words[1] === "pr" && words[2] === "merge") {
      const { command } = call;
      const isDone = call.outcome.state === "ok" && call.background === undefined && !call.interrupted;
      const merged = mergedIn(printed) ?? (isDone ? mergedQuietly(words, { command, output: printed }) : undefined);
      if (merged !== undefined) events.push(merged);
    }
  }
  for (const event of events) if (event.kind !== "commit") web ??= event.web;
  return { events, ...(web === undefined ? {} : { web }) };
}

const longest = 200_000;

/** Where git printed nothing (`-q`, or output that is left out), the command itself tells the message. */
function commits(
  words: readonly string[],
  printed: string,
  before: readonly GitEvent[],
  isDone: boolean,
): readonly GitEvent[] {
  const isAmended = words.includes("--amend");
  const found = once(commitsIn(printed), before);
  if (found.length > 0)
    return found.map((event) => (isAmended ? { ...event, isAmended, ...authoredIn(printed, found) } : event));
  const subject = subjectOf(words);
  if (!isDone || subject === undefined || words.includes("--dry-run") || commitsIn(printed).length > 0) return [];
  const isQuiet =
    words.some((word) => /^-[a-z]*q[a-z]*$/.test(word) || word === "--quiet") ||
    /left out of this archive/.test(printed);
  if (!isQuiet) return [];
  const logged = loggedIn(printed, subject);
  if (logged !== undefined) return [isAmended ? { ...logged, isAmended } : logged];
  return [{ kind: "commit", subject, ...(isAmended ? { isAmended: true as const } : {}) }];
}

/**
 * Two commands of a line share what it printed; and a result may say again, a line longer, what its output says:
 * "[main 3f2a91c] Count\n" and "[main 3f2a91c] Count\nShell cwd was reset to /work".
 */
function once<Event extends GitEvent>(found: readonly Event[], before: readonly GitEvent[]): readonly Event[] {
  const seen = new Set(before.map(keyOf));
  return found.filter((event) => {
    const key = keyOf(event);
    return !seen.has(key) && seen.add(key);
  });
}

const keyOf = (event: GitEvent): string =>
  event.kind === "commit" && event.sha !== undefined ? event.sha : JSON.stringify(event);
