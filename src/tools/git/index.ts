/** What a call of a shell did to a repository: read from the command and from what git and gh printed. */
import type { CommitMade, GitEvent } from "../../model/git.ts";
import type { ToolCall } from "../../model/session.ts";
import { perObject } from "../../system/per-object.ts";
import type { BashCall } from "../bash.ts";
import { commandsOf, gitArguments } from "./commands.ts";
import { authoredIn, commitsIn, loggedIn, sharedOut, subjectOf } from "./commit.ts";
import { folders, type GitPlaces, type GitStep } from "./place.ts";
import { mergedIn, mergedQuietly, openedIn } from "./pull-request.ts";
import { pushesIn } from "./push.ts";
import { remoteIn } from "./remote.ts";
import { resetOf } from "./reset.ts";

export { type GitPlaces, inPlaces } from "./place.ts";
export { linkedIn } from "./pull-request.ts";
export { commitUrl } from "./remote.ts";
export { withReplaced } from "./replaced.ts";

/** Most commands name none of what counts here: they are not taken apart. */
const isWorthIt = /\bgit\b[\s\S]*\b(?:commit|push|reset|remote)\b|\bgh\b/;

export interface GitWork extends GitPlaces {
  readonly events: readonly GitEvent[];
}

const nothing: GitWork = { events: [], steps: [], webs: [] };

export const gitWork = (call: ToolCall): GitWork =>
  call.kind === "bash" && isWorthIt.test(call.command) ? workOf(call) : nothing;

/** Its page, the search and pages over the archive ask for it. */
const workOf = perObject((call: BashCall): GitWork => {
  if (call.outcome.state === "none" || call.outcome.state === "rejected") return nothing;
  // Of a failed line that made several commits, those before the failure were done all the same.
  const output = [call.stdout, call.stderr, call.outcome.text].filter((text) => text !== undefined && text !== "");
  const printed = [...new Set(output)].join("\n").slice(0, longest);
  const isOk = call.outcome.state === "ok";
  const isDone = isOk && call.background === undefined && !call.interrupted;
  const all = commandsOf(call.command);
  const commits = commitsBy(all, printed, isOk);
  const steps: GitStep[] = [];
  const webs: { folder?: string; web: string }[] = [];
  const events = (): readonly GitEvent[] => steps.filter(isEvent);
  const folderOf = folders();
  for (const words of all) {
    const folder = folderOf(words);
    const place = folder === undefined ? {} : { folder };
    const git = gitArguments(words);
    const add = (made: readonly GitStep[]): void => {
      for (const step of made) steps.push({ ...step, ...place });
    };
    if (git?.[0] === "commit") add(once(commits.get(words) ?? [], events()));
    else if (git?.[0] === "push") {
      if (!isDryRun(git)) add(once(pushesIn(printed), events()));
    } else if (git?.[0] === "reset") {
      const reset = isDone ? resetOf(git, printed) : undefined;
      if (reset !== undefined) add([reset]);
    } else if (git?.[0] === "remote") {
      const web = remoteIn(printed);
      if (web !== undefined) webs.push({ ...place, web });
    } else if (words[0] === "gh" && words[1] === "pr" && words[2] === "create") {
      const opened = openedIn(words, printed);
      if (opened !== undefined) add([opened]);
    } else if (words[0] === "gh" && words[1] === "pr" && words[2] === "merge") {
      const { command } = call;
      const merged = mergedIn(printed) ?? (isDone ? mergedQuietly(words, { command, output: printed }) : undefined);
      if (merged !== undefined) add([merged]);
    }
  }
  for (const { kind, folder, ...step } of events())
    if (kind !== "commit" && "web" in step && step.web !== undefined)
      webs.push({ ...(folder === undefined ? {} : { folder }), web: step.web });
  // The first of a line: what else it goes to is a copy.
  const own = webs.filter(({ folder }, at) => webs.findIndex((other) => other.folder === folder) === at);
  return { events: events(), steps, webs: own };
});

const longest = 200_000;

const isEvent = (step: GitStep): step is GitEvent => step.kind !== "reset";

const isDryRun = (words: readonly string[]): boolean => words.includes("--dry-run") || words.includes("-n");

/** Of these one command, or one word in them, makes as many commits as it likes. */
const isLoop = (words: readonly string[]): boolean =>
  /^(?:for|while|until|xargs)$/.test(words[0] ?? "") ||
  /^(?:cherry-pick|revert|rebase|am)$/.test(gitArguments(words)?.[0] ?? "");

type Words = readonly string[];

/** The commits of each `git commit` among the commands of a line. */
function commitsBy(all: readonly Words[], printed: string, isOk: boolean): ReadonlyMap<Words, readonly GitEvent[]> {
  const asked = all.flatMap((words) => {
    const git = gitArguments(words);
    return git?.[0] === "commit" ? [{ words, git }] : [];
  });
  if (asked.length === 0) return new Map();
  const subjects = asked.map(({ git }) => subjectOf(git));
  const shares = sharedOut(once(commitsIn(printed), []), subjects, all.some(isLoop));
  return new Map(asked.map(({ words, git }, at) => [words, commits(git, printed, shares[at] ?? [], isOk)]));
}

/** Where git printed nothing (`-q`, or output that is left out), the command itself tells the message. */
function commits(
  words: readonly string[],
  printed: string,
  found: readonly CommitMade[],
  isDone: boolean,
): readonly GitEvent[] {
  const isAmended = words.includes("--amend");
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
