/** Plans, task lists and prompts of all sessions. They are in the bodies of sessions, so those are read when first asked for. */
import { Anchors, planId, tasksId } from "../address/anchor.ts";
import { agentPath, sessionPath } from "../address/paths.ts";
import { isNumbered, promptTitle } from "../conversation/prompt-title.ts";
import type { Archive, SessionRecord } from "../model/archive.ts";
import type { Collections, Place, PlanRecord, PromptRecord, SnapshotRecord } from "../model/collections.ts";
import type { Agent, EntryId, Plan, Prompt, Session, SessionId, Turn } from "../model/session.ts";
import { storyRecords } from "./story/records.ts";

interface Sessions extends Pick<Archive, "chains" | "session" | "extract"> {
  readonly sessions: readonly SessionRecord[];
  /** One session as it may be seen. */
  readonly whole: (id: SessionId) => { readonly session: Session };
}

/** In the order of `sessions`; within a session as they happened, those of agents after its own. */
export function collections(archive: Sessions): Collections {
  let found: Bodies | undefined;
  const all = (): Bodies => {
    found ??= collect(archive);
    return found;
  };
  let stories: Collections["stories"] | undefined;
  let decisions: Collections["decisions"] | undefined;
  let commits: Collections["commits"] | undefined;
  const agents = archive.sessions.flatMap((session) =>
    session.agents.map((agent) => Object.freeze({ session, agent })),
  );
  return {
    agents: Object.freeze(agents),
    get stories() {
      stories ??= Object.freeze(storyRecords(archive));
      return stories;
    },
    get decisions() {
      decisions ??= newestFirst(archive.sessions.flatMap(({ id }) => archive.extract(id).decisions));
      return decisions;
    },
    get commits() {
      commits ??= newestFirst(archive.sessions.flatMap(({ id }) => archive.extract(id).commits));
      return commits;
    },
    get plans() {
      return all().plans;
    },
    get snapshots() {
      return all().snapshots;
    },
    get prompts() {
      return all().prompts;
    },
  };
}

type Bodies = Pick<Collections, "plans" | "snapshots" | "prompts">;

/** Those without a time are the oldest. */
function newestFirst<Item extends Place>(items: readonly Item[]): readonly Item[] {
  for (const item of items) Object.freeze(item);
  return Object.freeze([...items].sort((a, b) => (a.time === b.time ? 0 : (a.time ?? "") < (b.time ?? "") ? 1 : -1)));
}

function collect({ sessions, whole }: Sessions): Bodies {
  const known = new Set(sessions.map(({ id }) => id));
  const isElsewhere = (plan: Plan): boolean =>
    plan.status === "approved" &&
    (plan.proposedAs !== undefined || (plan.plannedIn !== undefined && known.has(plan.plannedIn)));
  const lists: Lists = { plans: [], snapshots: [], prompts: [], isElsewhere };
  for (const record of sessions) {
    const { session } = whole(record.id);
    addTurns(session.turns, { session: record.id, path: sessionPath(record) }, lists);
    addAgents(session.agents, record, lists);
  }
  return Object.freeze({
    plans: Object.freeze(lists.plans),
    snapshots: Object.freeze(lists.snapshots),
    prompts: Object.freeze(lists.prompts),
  });
}

interface Lists {
  readonly plans: PlanRecord[];
  readonly snapshots: SnapshotRecord[];
  readonly prompts: PromptRecord[];
  /** A plan that is a prompt is that of the session which wrote it, where that is in the archive. */
  readonly isElsewhere: (plan: Plan) => boolean;
}

type Page = Pick<Place, "session" | "agent" | "path">;

function addAgents(agents: readonly Agent[], record: SessionRecord, lists: Lists): void {
  for (const agent of agents) {
    const known = record.agents.find(({ id }) => id === agent.id);
    const path = known === undefined ? sessionPath(record) : agentPath(record, known);
    // Its prompts are another agent's words: they are not listed as anybody's.
    addTurns(agent.turns, { session: record.id, agent: agent.id, path }, { ...lists, prompts: [] });
    addAgents(agent.agents, record, lists);
  }
}

/** Turns that a rewind left behind are not part of what happened in the end. */
function addTurns(turns: readonly Turn[], page: Page, lists: Lists): void {
  // Given out in the order in which the page gives them.
  const anchors = new Anchors();
  let prompts = 0;
  const plans = new Set<EntryId>();
  // Once it is accepted it may be a prompt, of this session or another one: it is the same plan.
  const addPlan = (plan: Plan, place: Place): void => {
    if (!plans.has(plan.entry) && !lists.isElsewhere(plan)) lists.plans.push(planRecord(plan, place));
    plans.add(plan.entry);
  };
  for (const turn of turns) {
    const at = (id: string, time = turn.time): Place => ({
      ...page,
      anchor: anchors.take(id),
      ...(time === undefined ? {} : { time }),
    });
    if (isNumbered(turn)) prompts++;
    const start = at(turn.id);
    if (turn.prompt.kind !== "none")
      lists.prompts.push(
        Object.freeze({
          ...start,
          kind: turn.prompt.kind,
          ...(isNumbered(turn) ? { number: prompts } : {}),
          title: promptTitle(turn),
          text: promptText(turn.prompt),
        }),
      );
    if (turn.prompt.kind === "plan") addPlan(turn.prompt.plan, at(planId(turn.prompt.plan)));
    for (const step of turn.steps) {
      if (step.kind === "plan") addPlan(step.plan, at(planId(step.plan), step.time));
      if (step.kind !== "tasks") continue;
      const { entry, origin, tasks, changed } = step.snapshot;
      lists.snapshots.push(Object.freeze({ ...at(tasksId(step.snapshot), step.time), entry, origin, tasks, changed }));
    }
  }
}

function planRecord(plan: Plan, place: Place): PlanRecord {
  const { entry, title, markdown, status } = plan;
  return Object.freeze({
    ...place,
    ...{ entry, title, markdown, status },
    ...(plan.status === "rejected" && plan.feedback !== undefined ? { feedback: plan.feedback } : {}),
    ...(plan.status === "approved" && plan.implementedIn !== undefined ? { implementedIn: plan.implementedIn } : {}),
    ...(plan.status === "approved" && plan.plannedIn !== undefined ? { plannedIn: plan.plannedIn } : {}),
  });
}

function promptText(prompt: Prompt): string {
  switch (prompt.kind) {
    case "said":
      return prompt.blocks.flatMap((block) => (block.kind === "text" ? [block.markdown] : [])).join("\n\n");
    case "command":
      return `${prompt.name} ${prompt.args}`.trim();
    case "shell":
      return prompt.command;
    case "plan":
      return prompt.plan.markdown;
    case "scheduled":
    case "machine":
      return prompt.text;
    case "none":
      return "";
  }
}
