/** Pull requests: `gh pr create` prints the address, `gh pr merge` a sentence, and the client notes links of its own. */
import type { PullRequestTouched } from "../../model/git.ts";
import { given } from "../given.ts";
import { optionValues } from "./commands.ts";
import { repositoryOf } from "./remote.ts";

/** More digits are no number of a pull request. */
const address = /https:\/\/[\w.-]+\/[\w./-]+?\/(?:-\/)?(?:pull|pulls|merge_requests)\/(\d{1,9})(?!\d)/g;

/** `gh pr create …`, with what it printed. */
export function openedIn(words: readonly string[], output: string): PullRequestTouched | undefined {
  const found = [...output.matchAll(address)].at(-1);
  if (found === undefined) return undefined;
  return touched("opened", found[0], optionValues(words, "-t", "--title")[0]);
}

/** "✓ Squashed and merged pull request #7 (Count the last day)", with `a/b#7` in newer versions. */
export function mergedIn(output: string): PullRequestTouched | undefined {
  const found = /\b[Mm]erged pull request (?:[\w.-]+\/[\w.-]+)?#(\d{1,9})(?!\d)(?: \((.*)\))?/.exec(output);
  if (found === null) return undefined;
  return { kind: "pull-request", action: "merged", ...given({ number: Number(found[1]), title: found[2] }) };
}

/**
 * `gh pr merge 7 --squash` without a terminal prints nothing of it, or what git says of the branch that it goes to. Then
 * its exit code tells, where it is that of the whole line: what follows must not run if it failed.
 */
export function mergedQuietly(
  words: readonly string[],
  { command, output }: { readonly command: string; readonly output: string },
): PullRequestTouched | undefined {
  const others = /^--(?:auto|disable-auto|help)\b/;
  if (words.some((word) => word === "-h" || others.test(word)) || /already merged|merge queue/i.test(output))
    return undefined;
  const after = command.slice(command.lastIndexOf("gh pr merge")).replace(/\d?>&\d|&&/g, "");
  if (/[;|\n&]/.test(after.trim())) return undefined;
  const named = words
    .map((word) => new RegExp(`^(?:#?(\\d{1,9})|${address.source})$`).exec(word))
    .find((found) => found !== null);
  const url = named?.[2] === undefined ? undefined : named[0];
  if (url !== undefined) return touched("merged", url);
  return {
    kind: "pull-request",
    action: "merged",
    ...given({ number: named?.[1] === undefined ? undefined : Number(named[1]) }),
  };
}

/** The words of a `pr-link` line: "a/b#7 https://github.com/a/b/pull/7". */
export function linkedIn(text: string): PullRequestTouched | undefined {
  const found = [...text.matchAll(address)][0];
  if (found !== undefined) return touched("linked", found[0]);
  const number = /#(\d{1,9})\b/.exec(text)?.[1];
  return number === undefined ? undefined : { kind: "pull-request", action: "linked", number: Number(number) };
}

function touched(action: PullRequestTouched["action"], url: string, title?: string): PullRequestTouched {
  const number = /(\d+)$/.exec(url)?.[1];
  return {
    kind: "pull-request",
    action,
    url,
    ...given({ number: number === undefined ? undefined : Number(number), title, web: repositoryOf(url) }),
  };
}
