/** In which repository git ran: `cd other && git commit` is no work on the session's own. */
import type { GitEvent } from "../../model/git.ts";
import type { Reset } from "./reset.ts";

export type GitStep = GitEvent | Reset;

export interface GitPlaces {
  readonly steps: readonly GitStep[];
  /** The forge's pages of repositories; those without a folder are where the call ran. */
  readonly webs: readonly { readonly folder?: string; readonly web: string }[];
}

/** Follows `cd` through the commands of a line. Gives the folder that git runs in; undefined for that of the call. */
export function folders(): (words: readonly string[]) => string | undefined {
  let at: string | undefined;
  const around: (string | undefined)[] = [];
  return (words) => {
    const first = (words[0] ?? "").replace(/^\(+/, "");
    const isInner = (words[0] ?? "").startsWith("(");
    if (isInner) around.push(at);
    const rest = first === "" ? words.slice(1) : [first, ...words.slice(1)];
    if (/^(?:cd|pushd)$/.test(rest[0] ?? ""))
      at = changed(
        at,
        rest.slice(1).filter((word) => !/^-[LPe@]+$|^--$/.test(word)),
      );
    const option = /^(?:.*\/)?git$/.test(rest[0] ?? "") && rest[1] === "-C" ? rest[2] : undefined;
    const here = option === undefined ? at : joined(at, option);
    if (around.length > 0 && /\)$/.test(words.at(-1) ?? "")) at = around.pop();
    return here;
  };
}

function changed(before: string | undefined, [to = "~", ...more]: readonly string[]): string | undefined {
  // The top of the repository that it is in anyway, and back to where it was.
  if ([to, ...more].join(" ").includes("--show-toplevel") || to === "-") return undefined;
  return joined(before, to.replace(/\)+$/, ""));
}

const joined = (before: string | undefined, to: string): string =>
  before === undefined || /^(?:[/~$]|[A-Za-z]:)/.test(to) ? to : `${before}/${to}`;

/** Below it there may be another repository, or a part of this one. */
type Place = "home" | "below" | "elsewhere";

function placeOf(folder: string | undefined, roots: readonly string[]): Place {
  const at = folder === undefined ? "." : plain(folder);
  if (at === ".") return "home";
  const own = roots.map(plain);
  if (own.includes(at)) return "home";
  if (own.some((root) => at.startsWith(`${root}/`))) return "below";
  // Somebody who is below it goes back to it.
  if (/^\.\.(?:\/\.\.)*$/.test(at)) return "below";
  return /^(?:[/~$]|[a-z]:|\.\.(?:\/|$))/.test(at) ? "elsewhere" : "below";
}

/** `C:\w\tide\` and `/c/w/tide`, `/home/mara/tide/.` and `~/tide` are the same. */
const plain = (path: string): string =>
  path
    .replaceAll("\\", "/")
    .replace(/^(?:\/([A-Za-z])|([A-Za-z]):)(?=\/)/, (_, one = "", two = "") => `${`${one}${two}`.toLowerCase()}:`)
    .replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|\$HOME|\$\{HOME\})(?=\/|$)/, "~")
    .replace(/(?<=[^/])(?:\/+\.?)+$/, "")
    .replace(/^\.\/(?=.)/, "");

/**
 * What was done where, with the page of each repository: `folder` stays only on what was done in another one. `roots`
 * are the folders of the session.
 */
export function inPlaces(
  works: readonly GitPlaces[],
  roots: readonly (string | undefined)[],
): { readonly steps: readonly (readonly GitStep[])[]; readonly web?: string } {
  const own = roots.flatMap((root) => (root === undefined || root === "" ? [] : [root]));
  const known = works.flatMap(({ webs }) => webs);
  const web = known.findLast(({ folder }) => placeOf(folder, own) === "home")?.web;
  const webs = new Map(known.map((each) => [plain(each.folder ?? "."), each.web]));
  const inPlace = (step: GitStep): GitStep => {
    if (step.folder === undefined) return step;
    const { folder, ...here } = step;
    const place = placeOf(folder, own);
    const there = webs.get(plain(folder));
    if (place === "home" || (place === "below" && (there === undefined || there === web))) return here;
    return step.kind === "commit" && there !== undefined ? { ...step, web: there } : step;
  };
  return { steps: works.map(({ steps }) => steps.map(inPlace)), ...(web === undefined ? {} : { web }) };
}
