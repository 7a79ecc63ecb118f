/** How many commits a session made, and which pull requests it touched. */
import type { SessionRecord } from "../model/archive.ts";
import type { Agent, Session, Step, Turn } from "../model/session.ts";
import { type GitPlaces, gitWork, inPlaces, linkedIn, withReplaced } from "../tools/git/index.ts";

export function gitCounts({ turns, agents, cwd }: Worked): SessionRecord["git"] {
  const works: { readonly work: GitPlaces; readonly time: Step["time"] }[] = [];
  const pulls = new Set<number>();
  const add = (list: readonly Turn[]): void => {
    for (const { steps } of list) {
      for (const step of steps) {
        const linked = step.kind === "event" && step.sender?.kind === "pull-request" ? linkedIn(step.text) : undefined;
        const work = step.kind === "call" ? gitWork(step.call) : undefined;
        if (work !== undefined && work.steps.length + work.webs.length > 0) works.push({ work, time: step.time });
        for (const event of work?.events ?? (linked === undefined ? [] : [linked]))
          if (event.kind === "pull-request" && event.number !== undefined) pulls.add(event.number);
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
  const { steps } = inPlaces(
    works.map(({ work }) => work),
    [cwd],
  );
  const made = works.flatMap(({ time }, at) => (steps[at] ?? []).map((event) => ({ event, time })));
  const commits = withReplaced(made).filter((event) => event.kind === "commit" && event.replaced === undefined).length;
  return commits === 0 && pulls.size === 0 ? undefined : { commits, pulls: [...pulls] };
}

type Worked = Pick<Session, "turns" | "agents"> & { readonly cwd?: string };
