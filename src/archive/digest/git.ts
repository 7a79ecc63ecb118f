/** Commits, pushes and pull requests at their places, and the forge that they went to. */
import type { GitDigest } from "../../model/digest.ts";
import { gitWork, linkedIn, withReplaced } from "../../tools/git/index.ts";
import type { Walk } from "./walk.ts";

export function gitDigests({ steps }: Walk): { readonly git: readonly GitDigest[]; readonly web?: string } {
  const git: GitDigest[] = [];
  let web: string | undefined;
  const pulls = new Set<string>();
  for (const { step, moment } of steps) {
    if (step.kind === "call") {
      const work = gitWork(step.call);
      web = work.web ?? web;
      for (const event of work.events) {
        git.push({ ...moment, event });
        if (event.kind === "pull-request" && event.action === "opened") pulls.add(String(event.number));
      }
    } else if (step.kind === "event" && step.sender?.kind === "pull-request") {
      const event = linkedIn(step.text);
      // The client notes what `gh pr create` just did, and repeats it.
      if (event === undefined || pulls.has(String(event.number))) continue;
      pulls.add(String(event.number));
      git.push({ ...moment, event });
      web = event.web ?? web;
    }
  }
  const events = withReplaced(git);
  return {
    git: git.map((each, at) => ({ ...each, event: events[at] ?? each.event })),
    ...(web === undefined ? {} : { web }),
  };
}
