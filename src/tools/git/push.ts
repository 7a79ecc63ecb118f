/** `git push`: where it went. Example: `To github.com:a/b.git\n   1a2b3c4..3f2a91c  main -> main` */
import type { Pushed } from "../../model/git.ts";
import { given } from "../given.ts";
import { webOf } from "./remote.ts";

const target = /^To (\S+)$/m;
const moved =
  /^ *(?:[+*=!-] )?(?:(?:[0-9a-f]{4,40}\.{2,3}(?<sha>[0-9a-f]{4,40}))|\[new (?:branch|tag)\])\s+(?<from>\S+) -> (?<to>\S+)/gm;

export function pushesIn(output: string): readonly Pushed[] {
  const remote = target.exec(output)?.[1];
  const web = remote === undefined ? undefined : webOf(remote);
  return [...output.matchAll(moved)].map(({ groups = {} }) => ({
    kind: "push",
    ...given({ branch: groups.to, sha: groups.sha, web }),
  }));
}
