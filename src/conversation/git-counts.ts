/** How many commits a session made, and which pull requests it touched. */
import type { SessionRecord } from "../model/archive.ts";
import type { CommitMade } from "../model/git.ts";
import type { Agent, Session, Step, Turn } from "../model/session.ts";
import { gitWork, linkedIn, withReplaced } from "../tools/git/index.ts";

export function gitCounts({ turns, agents }: Pick<Session, "turns" | "agents">): SessionRecord["git"] {
  const made: { event: CommitMade; time: Step["time"] }[] = [];
  const pulls = new Set<number>();
  const add = (list: readonly Turn[]): void => {
    for (const { steps } of list) {
      for (const step of steps) {
        const linked = step.kind === "event" && step.sender?.kind === "pull-request" ? linkedIn(step.text) : undefined;
        const events = step.kind === "call" ? gitWork(step.call).events : linked === undefined ? [] : [linked];
        for (const event of events) {
          if (event.kind === "commit") made.push({ event, time: step.time });
          else if (event.kind === "pull-request" && event.number !== undefined) pulls.add(event.number);
        }
      }
    }
  };
  const addAgents = (list: readonly Agent[]): void => {
    for (const agent of list) {
      add(agent.turns);
      addAgents(agent.agents);
    }
  };
  add(turns);
  addAgents(agents);
  const commits = withReplaced(made).filter((event) => event.kind === "commit" && event.replaced === undefined).length;
  return commits === 0 && pulls.size === 0 ? undefined : { commits, pulls: [...pulls] };
}
