/** Commits, pushes and pull requests at their places, and the forge that they went to. */
import type { GitDigest, Moment } from "../../model/digest.ts";
import type { Session } from "../../model/session.ts";
import { type GitPlaces, gitWork, inPlaces, linkedIn, withReplaced } from "../../tools/git/index.ts";
import type { Walk } from "./walk.ts";

/** `session` says which folders are its own. */
export function gitDigests(
  { steps }: Walk,
  { cwd, project }: Pick<Session, "cwd" | "project">,
): { readonly git: readonly GitDigest[]; readonly web?: string } {
  const works: { readonly moment: Moment; readonly work: GitPlaces }[] = [];
  const pulls = new Set<string>();
  for (const { step, moment } of steps) {
    if (step.kind === "call") {
      const work = gitWork(step.call);
      if (work.steps.length + work.webs.length > 0) works.push({ moment, work });
      for (const event of work.events)
        if (event.kind === "pull-request" && event.action === "opened") pulls.add(String(event.number));
    } else if (step.kind === "event" && step.sender?.kind === "pull-request") {
      const event = linkedIn(step.text);
      // The client notes what `gh pr create` just did, and repeats it.
      if (event === undefined || pulls.has(String(event.number))) continue;
      pulls.add(String(event.number));
      works.push({ moment, work: { steps: [event], webs: event.web === undefined ? [] : [{ web: event.web }] } });
    }
  }
  const placed = inPlaces(
    works.map(({ work }) => work),
    [cwd, project],
  );
  const all = works.flatMap(({ moment }, at) => (placed.steps[at] ?? []).map((event) => ({ ...moment, event })));
  const events = withReplaced(all);
  return {
    git: all.flatMap((each, at) => {
      const event = events[at] ?? each.event;
      return event.kind === "reset" ? [] : [{ ...each, event }];
    }),
    ...(placed.web === undefined ? {} : { web: placed.web }),
  };
}
