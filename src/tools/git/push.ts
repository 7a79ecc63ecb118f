/** `git push`: where it went. Example: `To github.com:a/b.git\n   1a2b3c4..3f2a91c  main -> main` */
import type { Pushed } from "../../model/git.ts";
import { given } from "../given.ts";
import { webOf } from "./remote.ts";

/** `From` is what was fetched. One line may do both, and to several repositories. */
const heading = /^(?<way>To|From) (?<remote>\S+)$/;
/** Not `! [rejected] main -> main (fetch first)`, nor `! 1a2b3c4..3f2a91c main -> main (pre-receive hook declined)`. */
const moved =
  /^ *(?:[+*=-] )?(?:(?:[0-9a-f]{4,40}\.{2,3}(?<sha>[0-9a-f]{4,40}))|\[new (?:branch|tag)\])\s+(?<from>\S+) +-> (?<to>\S+)/;

export function pushesIn(output: string): readonly Pushed[] {
  const pushed: Pushed[] = [];
  let way: string | undefined;
  let web: string | undefined;
  for (const line of output.split("\n")) {
    const head = heading.exec(line.trimEnd())?.groups;
    if (head !== undefined) {
      way = head.way;
      web = head.remote === undefined ? undefined : webOf(head.remote);
    }
    const { sha, from = "", to } = moved.exec(line)?.groups ?? {};
    if (to === undefined || way === "From") continue;
    // `git pull | tail -1` has no heading: "main -> origin/main" is what came from there.
    if (way === undefined && to.endsWith(`/${from}`)) continue;
    pushed.push({ kind: "push", ...given({ branch: to, sha, web }) });
  }
  return pushed;
}
