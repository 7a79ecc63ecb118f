/** `git commit`: what git printed of it. Example: `[main 3f2a91c] Count the last day\n 2 files changed, 7 insertions(+)` */
import type { CommitMade } from "../../model/git.ts";
import type { IsoTime } from "../../model/session.ts";
import { given } from "../given.ts";
import { optionValues } from "./commands.ts";

const made = /^\[(?<branch>[^\]\n]{1,200}?) (?:\((?:root-commit)\) )?(?<sha>[0-9a-f]{4,40})\] (?<subject>.*)$/gm;
const counted =
  /^ ?(?<files>\d+) files? changed(?:, (?<added>\d+) insertions?\(\+\))?(?:, (?<removed>\d+) deletions?\(-\))?/m;

/** Each commit in an output; a line may make several. */
export function commitsIn(output: string): readonly CommitMade[] {
  const found = [...output.matchAll(made)];
  return found.map(({ groups = {}, index }, at) => {
    const own = output.slice(index, found[at + 1]?.index);
    const counts = counted.exec(own)?.groups;
    const branch = groups.branch?.replace(/^detached HEAD$/, "");
    return {
      kind: "commit",
      ...given({ sha: groups.sha, branch: branch === "" ? undefined : branch }),
      subject: groups.subject ?? "",
      ...given({ files: numberOf(counts?.files) }),
      ...(counts === undefined ? {} : { added: numberOf(counts.added) ?? 0, removed: numberOf(counts.removed) ?? 0 }),
    };
  });
}

/**
 * Which of the commits that a line printed are whose. Another command may print such lines, too: `cat notes.txt`. Git's own
 * come with the message that was given, or last. `isMany`: one command may have made several.
 */
export function sharedOut(
  made: readonly CommitMade[],
  subjects: readonly (string | undefined)[],
  isMany: boolean,
): readonly (readonly CommitMade[])[] {
  if (isMany) return subjects.map((_, at) => (at === 0 ? made : []));
  const left = [...made];
  const shares = subjects.map((subject, at): readonly CommitMade[] => {
    if (subject === undefined) return [];
    const same = subjects.slice(at).filter((other) => other === subject).length;
    const found = left.filter((commit) => commit.subject === subject).slice(-same)[0];
    return found === undefined ? [] : left.splice(left.indexOf(found), 1);
  });
  const open = shares.filter((share) => share.length === 0).length;
  const rest = open === 0 ? [] : left.slice(-open);
  return shares.map((share) => (share.length > 0 ? share : rest.splice(0, 1)));
}

/** " Date: Tue Feb 17 14:02:10 2026 +0000" stands below a commit that was made before; of several nobody knows whose. */
export function authoredIn(output: string, commits: readonly CommitMade[]): Pick<CommitMade, "authored"> {
  const [date, ...others] = [...output.matchAll(/^ Date: (\w{3} \w{3} \d{1,2} [\d:]{8} \d{4} [+-]\d{4})$/gm)];
  const at = date?.[1] === undefined || others.length > 0 || commits.length > 1 ? Number.NaN : Date.parse(date[1]);
  return Number.isNaN(at) ? {} : { authored: new Date(at).toISOString() as IsoTime };
}

const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

/** The first line of the message in `git commit -m …`, or in the here-document of `git commit -F -`. */
export function subjectOf(words: readonly string[]): string | undefined {
  const document = words.find((word) => word.startsWith("<<"))?.slice(2);
  return (optionValues(words, "-m", "--message")[0] ?? document)?.trim().split("\n", 1)[0];
}

/** A commit that said nothing itself, as `git log --oneline --stat` shows it after it: "3f2a91c Count the last day". */
export function loggedIn(output: string, subject: string): CommitMade | undefined {
  const sha = [...output.matchAll(/^([0-9a-f]{7,40}) (.*)$/gm)].find(([, , words]) => words === subject)?.[1];
  if (sha === undefined) return undefined;
  const counts = counted.exec(output)?.groups;
  return {
    kind: "commit",
    sha,
    subject,
    ...given({ files: numberOf(counts?.files) }),
    ...(counts === undefined ? {} : { added: numberOf(counts.added) ?? 0, removed: numberOf(counts.removed) ?? 0 }),
  };
}
