/** The page of a repository on its forge, from the address that git uses. */

const scp = /^(?:[\w.-]+@)?(?<host>[\w.-]+\.[a-z]{2,}):(?!\/\/)(?<path>[\w./~-]+)$/i;
const url = /^(?:https?|ssh|git):\/\/(?:[^@/\s]+@)?(?<host>[\w.-]+\.[a-z]{2,})(?::\d+)?\/(?<path>[\w./~-]+)$/i;

/** "git@github.com:a/b.git" → "https://github.com/a/b"; undefined for what is no forge: a folder, a host of one word. */
export function webOf(remote: string): string | undefined {
  const { host, path } = (scp.exec(remote) ?? url.exec(remote))?.groups ?? {};
  if (host === undefined || path === undefined) return undefined;
  const repository = path.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  return repository.includes("/") && !repository.includes("..")
    ? `https://${host.toLowerCase()}/${repository}`
    : undefined;
}

/** The lines of `git remote -v`: "origin  git@github.com:a/b.git (push)". */
export function remoteIn(output: string): string | undefined {
  const lines = [...output.matchAll(/^(\S+)\s+(\S+) \((?:push|fetch)\)$/gm)];
  const own = lines.find(([, name]) => name === "origin") ?? lines[0];
  return own?.[2] === undefined ? undefined : webOf(own[2]);
}

/** The repository of a pull request: "https://github.com/a/b/pull/7" → "https://github.com/a/b". */
export const repositoryOf = (pull: string): string | undefined =>
  /^(https:\/\/[\w.-]+\/[\w./-]+?)\/(?:-\/)?(?:pull|pulls|merge_requests)\/\d+/.exec(pull)?.[1];

const gitlab = /^https:\/\/(?:[\w-]+\.)*gitlab\./;

export const commitUrl = (web: string, sha: string): string => `${web}${gitlab.test(web) ? "/-" : ""}/commit/${sha}`;
