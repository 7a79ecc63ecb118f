/**
 * Takes out of a session what its owner withdrew, right after it was read: nothing that is made of it afterwards can hold
 * the text. The place stays, so that numbers and links do. Lines of it that the session repeats elsewhere (a summary, a
 * task list, a file that is read again) go as well.
 */
import { anchor, stepAnchor, tasksId } from "../../address/anchor.ts";
import { promptTitle } from "../../conversation/prompt-title.ts";
import type { Withdrawn } from "../../model/notes.ts";
import type { Agent, AgentId, EntryId, Prompt, Step, ToolCall, ToolUseId, Turn } from "../../model/session.ts";
import { stringsOf } from "../digest/edits.ts";
import type { ReadSession } from "../read-session.ts";
import { type EditCall, editsIn } from "../work.ts";

/** Stands where something was. */
export const instead = "(withdrawn)";
export const withdrawnTitle = "Withdrawn session";

/** Shorter lines are everybody's. */
const leastLine = 12;

type Body = ReadSession["session"];

export interface Withdrawing {
  readonly places?: Withdrawn | undefined;
  /** Plans of other sessions that this one was given. */
  readonly plans?: readonly EntryId[] | undefined;
}

/** `originals` are texts of files that the log holds beside the session; they change along. */
export function withdraw<Read extends ReadSession>(
  read: Read,
  { places, plans = [] }: Withdrawing,
  originals?: Map<ToolUseId, string>,
): Read {
  if (places === undefined && plans.length === 0) return read;
  const taking = new Taking(places ?? [], plans);
  const session = taking.session(read.session);
  for (const [call, text] of originals ?? []) originals?.set(call, taking.text(text));
  // Pictures that nothing leads to any more are not asked for.
  return { ...read, session, diagnostics: taking.value(read.diagnostics) };
}

class Taking {
  readonly #isAll: boolean;
  readonly #places: ReadonlySet<string>;
  readonly #givenPlans: ReadonlySet<EntryId>;
  readonly #calls = new Set<ToolUseId>();
  readonly #agents = new Set<AgentId>();
  readonly #turns = new Set<EntryId>();
  readonly #plans = new Set<EntryId>();
  readonly #snapshots = new Set<EntryId>();
  /** Lines of what was taken out. */
  readonly #lines = new Set<string>();

  constructor(places: Withdrawn, plans: readonly EntryId[]) {
    this.#isAll = places === "all";
    // The second of several steps of one entry is `…-2`: then all of them go.
    const all = places === "all" ? [] : places.flatMap((each) => [each, each.replace(/-\d{1,3}$/, "")]);
    this.#places = new Set(all.map((each) => each.replace(/^#/, "")));
    this.#givenPlans = new Set(plans);
  }

  session(session: Body): Body {
    const turns = this.#turnsOf(session.turns);
    const agents = session.agents.map((agent) => this.#agent(agent, false));
    const bare: Body = {
      ...session,
      turns,
      agents,
      plans: session.plans.filter(({ entry }) => !this.#isAll && !this.#plans.has(entry)),
      tasks: session.tasks.filter(({ entry }) => !this.#isAll && !this.#snapshots.has(entry)),
      files: this.#isAll ? [] : session.files.filter(({ calls }) => !calls.every((call) => this.#calls.has(call))),
    };
    return this.#named(this.#isAll ? withoutWords(bare) : this.value(bare), session);
  }

  /** What was made of the conversation may tell of it. */
  #named(taken: Body, before: Body): Body {
    if (this.#isAll) return { ...taken, title: withdrawnTitle, titleFrom: "none" };
    if (before.titleFrom === "custom-title" || before.titleFrom === "agent-name" || before.titleFrom === "team")
      return taken;
    const first = taken.turns.find((turn) => !this.#turns.has(turn.id) && turn.prompt.kind === "said");
    return first === undefined
      ? { ...taken, title: withdrawnTitle, titleFrom: "none" }
      : { ...taken, title: promptTitle(first), titleFrom: "prompt" };
  }

  #turnsOf(turns: readonly Turn[], isInAll = this.#isAll): readonly Turn[] {
    return turns.map((turn) => this.#turn(turn, isInAll || this.#has(anchor(turn.id))));
  }

  #has(place: string): boolean {
    return this.#places.has(place);
  }

  #turn(turn: Turn, isTaken: boolean): Turn {
    const { otherVersions, ...own } = turn;
    if (!isTaken) {
      const prompt = this.#isGiven(turn.prompt) ? this.#prompt(turn.prompt) : turn.prompt;
      return {
        ...own,
        prompt,
        steps: turn.steps.flatMap((step) => this.#step(step, turn)),
        ...(otherVersions === undefined
          ? {}
          : { otherVersions: otherVersions.map((version) => this.#turnsOf(version)) }),
      };
    }
    this.#turns.add(turn.id);
    for (const step of turn.steps) this.#takeStep(step);
    for (const version of otherVersions ?? []) for (const each of version) this.#turn(each, true);
    return { ...own, prompt: this.#prompt(turn.prompt), steps: [] };
  }

  /** Also what repeats a proposal that was taken out before. */
  #isGiven(prompt: Prompt): boolean {
    if (prompt.kind !== "plan") return false;
    const { plan } = prompt;
    const proposal = plan.status === "approved" ? plan.proposedAs : undefined;
    return this.#givenPlans.has(plan.entry) || (proposal !== undefined && this.#plans.has(proposal));
  }

  #prompt(prompt: Prompt): Prompt {
    this.#take(prompt);
    if (prompt.kind === "plan") this.#plans.add(prompt.plan.entry);
    if (prompt.kind === "none") return prompt;
    return prompt.kind === "machine" || prompt.kind === "scheduled"
      ? { kind: "machine", sender: { kind: "notice" }, from: "Notice", text: instead }
      : { kind: "said", blocks: [{ kind: "text", markdown: instead }] };
  }

  #step(step: Step, turn: Turn): readonly Step[] {
    const own = step.kind === "tasks" ? anchor(tasksId(step.snapshot)) : stepAnchor(step, "");
    const isGiven = step.kind === "plan" && this.#givenPlans.has(step.plan.entry);
    if (!isGiven && !this.#has(own) && !(own === "" && this.#has(anchor(step.id)))) return [step];
    this.#takeStep(step);
    const { id, at, time = turn.time } = step;
    return [{ kind: "text", markdown: instead, id, at, ...(time === undefined ? {} : { time }) }];
  }

  #takeStep(step: Step): void {
    this.#take(step);
    if (step.kind === "plan") this.#plans.add(step.plan.entry);
    if (step.kind === "tasks") this.#snapshots.add(step.snapshot.entry);
    if (step.kind !== "call") return;
    this.#calls.add(step.call.id);
    if (step.agent !== undefined) this.#agents.add(step.agent);
  }

  #agent(agent: Agent, isBelow: boolean): Agent {
    const isCalled = agent.calledBy !== undefined && this.#calls.has(agent.calledBy);
    // What the client started by itself was given the conversation.
    const isTaken = isBelow || this.#isAll || isCalled || this.#agents.has(agent.id) || this.#isMachinery(agent);
    if (!isTaken) {
      const turns = this.#turnsOf(agent.turns, false);
      return { ...agent, turns, agents: agent.agents.map((each) => this.#agent(each, false)) };
    }
    for (const turn of agent.turns) this.#turn(turn, true);
    const { id, calledBy, internal, file, span, models, usage } = agent;
    return {
      ...{ id, file, models, usage, description: instead },
      ...(calledBy === undefined ? {} : { calledBy }),
      ...(internal === undefined ? {} : { internal }),
      ...(span === undefined ? {} : { span }),
      ...{ turns: [], plans: [], tasks: [], files: [] },
      agents: agent.agents.map((each) => this.#agent(each, true)),
    };
  }

  #isMachinery = ({ internal }: Agent): boolean => internal === true && (this.#isAll || this.#places.size > 0);

  /** Remembers its lines. */
  #take(value: Prompt | Step): void {
    for (const text of wordsOf(value))
      for (const line of text.split("\n")) if (line.trim().length >= leastLine) this.#lines.add(line.trim());
  }

  /** The text without lines that were taken out elsewhere. */
  text(text: string): string {
    if (text.length < leastLine || this.#lines.size === 0) return text;
    let isChanged = false;
    const lines = text.split("\n").map((line) => {
      const kept = this.#line(line);
      if (kept !== line) isChanged = true;
      return kept;
    });
    return isChanged ? lines.join("\n") : text;
  }

  /** A line of a patch, of a numbered listing or of a quotation says the same. */
  #line(line: string): string {
    const bare = line
      .replace(/^\s*(?:\d+(?:→|\t)|[-+>*]\s?|\d+[.)]\s)?\s*(?:["“«'])?/, "")
      .replace(/["”»',;]*\s*$/, "");
    if (this.#lines.has(line.trim()) || this.#lines.has(bare) || this.#lines.has(line.slice(1).trim()))
      return `${/^[-+ ]?/.exec(line)?.[0] ?? ""}${instead}`;
    if (line.length > 2000) return line;
    for (const taken of this.#lines)
      if (taken.length >= 24 && line.includes(taken)) return this.#line(line.replaceAll(taken, instead));
    return line;
  }

  value<Value>(value: Value, depth = 0): Value {
    if (typeof value === "string") return this.text(value) as Value;
    if (typeof value !== "object" || value === null) return value;
    // No log of a client is nested so deep.
    if (depth > deepest) return instead as Value;
    if (Array.isArray(value)) return value.map((each) => this.value(each, depth + 1)) as Value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.value(each, depth + 1)])) as Value;
  }
}

const deepest = 400;

/** What a person, the agent or an edit wrote there; what a tool read was somebody else's before. */
function wordsOf(value: Prompt | Step): readonly string[] {
  switch (value.kind) {
    case "said":
      return value.blocks.flatMap((block) => (block.kind === "text" ? [block.markdown] : []));
    case "command":
      return [value.args, value.output ?? ""];
    case "shell":
      return [value.command, value.stdout, value.stderr];
    case "plan":
      return [
        value.plan.markdown,
        value.plan.title,
        value.plan.status === "rejected" ? (value.plan.feedback ?? "") : "",
      ];
    case "scheduled":
    case "machine":
    case "event":
    case "orphan-result":
      return [value.text];
    case "text":
    case "thinking":
      return [value.markdown];
    case "tasks":
      return value.snapshot.tasks
        .filter(({ id }) => value.snapshot.changed.includes(id))
        .flatMap(({ subject, description = "" }) => [subject, description]);
    case "compaction":
      return [value.summary ?? ""];
    case "call":
      return wordsOfCall(value.call);
    default:
      return [];
  }
}

/** Lines that an edit put into its file. */
const writtenBy = (edit: EditCall): readonly string[] =>
  edit.hunks === undefined
    ? stringsOf(edit).map(([, after]) => after)
    : edit.hunks.flatMap(({ lines }) => lines.flatMap((line) => (line.startsWith("+") ? [line.slice(1)] : [])));

function wordsOfCall(call: ToolCall): readonly string[] {
  const said = call.outcome.state === "none" ? [] : [call.outcome.feedback ?? ""];
  const edits = editsIn(call);
  if (edits.length > 0) return [...edits.flatMap(writtenBy), ...said];
  if (call.kind === "agent") return [call.prompt ?? "", call.description ?? "", ...said];
  return call.kind === "bash" ? [call.command, call.description ?? "", ...said] : said;
}

/** What is left of a session that is withdrawn as a whole: when it was, and what it cost. */
function withoutWords(session: Body): Body {
  const { id, agent, title, titleFrom, span, versions, models, file, continues, continuedIn, turns, agents, usage } =
    session;
  return {
    ...{
      id,
      agent,
      title,
      titleFrom,
      versions,
      models,
      gitBranches: [],
      file,
      turns,
      agents,
      usage,
      plans: [],
      tasks: [],
      files: [],
    },
    ...(span === undefined ? {} : { span }),
    ...(continues === undefined ? {} : { continues }),
    ...(continuedIn === undefined ? {} : { continuedIn }),
  };
}
