/** The texts of a session, one after the other, each once. */

import { anchor, planId, tasksId } from "../address/anchor.ts";
import { agentPath } from "../address/paths.ts";
import { shortPath } from "../address/short-path.ts";
import { noteId } from "../archive/notes/apply.ts";
import { eventText } from "../conversation/event-text.ts";
import { isNumbered } from "../conversation/prompt-title.ts";
import { text as field } from "../log/fields.ts";
import type { AgentRecord, SessionRecord } from "../model/archive.ts";
import type { ShownNote } from "../model/notes.ts";
import type {
  Agent,
  AgentId,
  Block,
  Plan,
  Prompt,
  Session,
  Step,
  TaskSnapshot,
  ToolCall,
  ToolUseId,
  Turn,
  Verb,
} from "../model/session.ts";
import { plainLines } from "../text/plain-text.ts";
import { gitWork, linkedIn } from "../tools/git/index.ts";
import { gitSearchText } from "../tools/git/search-text.ts";
import { toolOf } from "../tools/index.ts";
import { inputOf } from "../tools/tool.ts";
import type { DocumentOptions, SearchKind, SearchSection } from "./document.ts";
import { headOfEdit, headOfFailure, headOfInput, headOfLook, headOfOutput, tailOfFailure } from "./options.ts";
import { head, headAndTail, headWithoutLineNumbers, textsIn, visible, withoutLineNumbers } from "./text.ts";

/** Where the sections being made stand. */
interface Place {
  readonly label: string;
  readonly page?: string;
  readonly agent?: string;
}

export class Sections {
  readonly list: SearchSection[] = [];
  readonly #seen = new Set<string>();
  readonly #callers = new Map<ToolUseId, { readonly label: string; readonly asked?: string }>();
  readonly #agents: ReadonlyMap<AgentId, AgentRecord>;
  readonly #session: Session;
  readonly #record: SessionRecord;
  readonly #options: DocumentOptions;

  constructor(session: Session, record: SessionRecord, options: DocumentOptions) {
    this.#session = session;
    this.#record = record;
    this.#options = options;
    this.#agents = new Map(record.agents.map((agent) => [agent.id, agent]));
  }

  /** What the owner says of the session and of places in it. */
  notes(): void {
    const { notes } = this.#record;
    if (notes === undefined) return;
    const words = ({ title = "", tags = [], note = "" }: ShownNote): string =>
      [title, tags.join(" "), plainLines(note)].filter((each) => each !== "").join("\n");
    this.#add("typed", noteId, words(notes), { label: "Note" });
    // Where they stand is an anchor already.
    for (const [place, note] of Object.entries(notes.places ?? {}))
      this.#add("typed", place.replace(/^s-/, ""), words(note), { label: "Note" });
  }

  turns(turns: readonly Turn[], within?: Place): void {
    let prompts = 0;
    for (const turn of turns) {
      if (isNumbered(turn)) prompts++;
      this.#turn(turn, within ?? { label: prompts === 0 ? "Start" : `Prompt ${prompts}` });
      for (const version of turn.otherVersions ?? []) this.turns(version, within ?? { label: "Rewound" });
    }
  }

  /** What nobody asked for is not shown on its own either. */
  agent(agent: Agent): void {
    if (agent.internal) return;
    const record = this.#agents.get(agent.id);
    const pageOf = this.#options.agentPage ?? agentPath;
    const page = record === undefined ? undefined : pageOf(this.#record, record);
    const caller = agent.calledBy === undefined ? undefined : this.#callers.get(agent.calledBy);
    this.turns(agent.turns, {
      label: caller?.label ?? "Agent",
      agent: head(agent.description ?? caller?.asked ?? agent.type ?? agent.id, 60),
      ...(page === undefined ? {} : { page }),
    });
    for (const inner of agent.agents) this.agent(inner);
  }

  #turn(turn: Turn, place: Place): void {
    this.#prompt(turn.prompt, turn.id, place);
    const calls = new Set(turn.steps.flatMap((step) => (step.kind === "call" ? [step.call.id] : [])));
    for (const step of turn.steps) this.#step(step, place, calls);
  }

  #prompt(prompt: Prompt, id: string, place: Place): void {
    // Agents are prompted by agents: nobody typed that.
    const kind = place.agent === undefined ? "typed" : "command";
    switch (prompt.kind) {
      case "said":
        this.#add(kind, id, plainLines(said(prompt.blocks)), place);
        break;
      case "command":
        this.#add(kind, id, `${prompt.name} ${prompt.args}`, place);
        this.#output(id, prompt.output ?? "", place);
        break;
      case "shell":
        this.#add(kind, id, prompt.command, place);
        this.#output(id, `${prompt.stdout}\n${prompt.stderr}`, place);
        break;
      case "plan":
        this.#plan(prompt.plan, place);
        break;
      case "scheduled":
        this.#add(kind, id, plainLines(prompt.text), place);
        break;
      case "machine":
        this.#output(id, prompt.text, place, { summary: prompt.from });
        break;
      case "none":
        break;
    }
  }

  /** `calls` are those of the turn: an event of one stands with it, any other by itself. */
  #step(step: Step, place: Place, calls: ReadonlySet<ToolUseId>): void {
    switch (step.kind) {
      case "text":
        this.#add("said", step.id, plainLines(step.markdown), place);
        break;
      case "thinking":
        this.#add("thinking", `${step.id}-thinking`, plainLines(step.markdown), place);
        break;
      case "compaction":
        this.#add("said", step.id, plainLines(step.summary ?? ""), place, { summary: "Summary of what came before" });
        break;
      case "event":
        this.#linked(step, place);
        this.#output(step.call !== undefined && calls.has(step.call) ? step.call : step.id, eventText(step), place, {
          summary: step.from ?? step.event,
        });
        break;
      case "plan":
        this.#plan(step.plan, place);
        break;
      case "tasks":
        this.#tasks(step.snapshot, place);
        break;
      case "call":
        this.#call(step.call, place);
        break;
      default:
        break;
    }
  }

  /** A pull request that the client noted. */
  #linked({ sender, text, id }: Extract<Step, { kind: "event" }>, place: Place): void {
    const event = sender?.kind === "pull-request" ? linkedIn(text) : undefined;
    if (event !== undefined) this.#add("commit", id, gitSearchText(event), place, { summary: "Pull request" });
  }

  #plan(plan: Plan, place: Place): void {
    const feedback = plan.status === "rejected" ? (plan.feedback ?? "") : "";
    const id = planId(plan);
    const allowed = (plan.allowedPrompts ?? []).map(({ prompt }) => prompt);
    this.#add("plan", id, [plainLines(plan.markdown), ...allowed].join("\n"), place, { summary: "Plan" });
    this.#add("typed", id, feedback, place, { summary: "Answer to the plan" });
  }

  /** Only what changed: a list is logged anew with each step. */
  #tasks(snapshot: TaskSnapshot, place: Place): void {
    const lines = snapshot.tasks.flatMap((task) => {
      const line = [task.subject, task.description].filter((each) => each !== undefined).join("\n");
      return this.#isNew(`task ${line}`) ? [line] : [];
    });
    this.#add("tasks", tasksId(snapshot), lines.join("\n"), place, { summary: "Tasks" });
  }

  #call(call: ToolCall, place: Place): void {
    const tool = toolOf(call);
    const { verb } = tool;
    const path = (each: string): string => shortPath(each, [this.#session.cwd, this.#session.project]);
    const summary = head(`${tool.label?.(call) ?? call.name} ${tool.summary(call, { path })}`.trim(), 80);
    const about = { tool: call.name, verb, summary };
    const asked = call.kind === "agent" ? call.description : undefined;
    this.#callers.set(call.id, { label: place.label, ...(asked === undefined ? {} : { asked }) });
    if (verb === "change") {
      const paths = [...new Set((tool.changes?.(call) ?? []).map((change) => change.path))].join("\n");
      const changed = this.#limited(textsIn(changedTexts(inputOf(call))), headOfEdit, 0);
      this.#add("edit", call.id, `${paths === "" ? summary : paths}\n${changed}`, place, about);
    } else if (call.kind === "askUserQuestion") {
      const answer = call.outcome.state === "none" ? "" : call.outcome.text;
      this.#add("question", call.id, plainLines(`${textsIn(inputOf(call))}\n${answer}`), place, about);
    } else if (verb !== "decide") {
      const limit = verb === "delegate" ? Number.POSITIVE_INFINITY : headOfInput;
      this.#add("command", call.id, head(textsIn(inputOf(call)), limit), place, about);
      // The agent's own page begins with it.
      if (call.kind === "agent") this.#isNew(visible(plainLines(call.prompt ?? "")).trim());
    }
    for (const event of gitWork(call).events) this.#add("commit", call.id, gitSearchText(event), place, about);
    const { outcome } = call;
    if (outcome.state === "none") return;
    if (outcome.feedback !== undefined) this.#add("typed", call.id, outcome.feedback, place, { summary });
    const isBad = outcome.state === "error";
    // That a file was written is no news; plans and tasks are steps of their own, an answer stands with its question.
    if (!isBad && (verb === "change" || verb === "decide")) return;
    this.#output(call.id, outcome.persisted?.text ?? outcome.text, place, { ...about, isBad });
  }

  #output(
    id: string,
    output: string,
    place: Place,
    about: { tool?: string; verb?: Verb; summary?: string; isBad?: boolean } = {},
  ): void {
    const { isBad = false, ...rest } = about;
    const cut =
      isBad || this.#options.toolOutput !== "head"
        ? this.#limited(withoutLineNumbers(output), headOfFailure, tailOfFailure)
        : headWithoutLineNumbers(output, rest.verb === "look" ? headOfLook : headOfOutput);
    const summary = isBad ? `${rest.summary ?? ""} failed`.trim() : rest.summary;
    this.#add("output", id, cut, place, { ...rest, ...(summary === undefined ? {} : { summary }) });
  }

  /** As much of it as the options want. */
  #limited(text: string, first: number, last: number): string {
    if (this.#options.toolOutput === "none") return "";
    if (this.#options.toolOutput === "all") return text;
    return last === 0 ? head(text, first) : headAndTail(text, first, last);
  }

  #add(
    kind: SearchKind,
    id: string,
    raw: string,
    place: Place,
    about: { tool?: string; verb?: Verb; summary?: string } = {},
  ): void {
    const text = visible(raw).trim();
    // What someone typed counts as typed, whoever said the same before.
    if (text === "" || !this.#isNew(kind === "typed" ? `typed ${text}` : text)) return;
    const agent = place.agent === undefined ? undefined : `in agent ${place.agent}`;
    const title = [place.label, about.summary, agent].filter((each) => each !== undefined && each !== "");
    this.list.push({
      anchor: anchor(id),
      kind,
      title: visible(title.join(" · ")).replace(/\s+/g, " "),
      text,
      ...(about.tool === undefined ? {} : { tool: about.tool }),
      ...(about.verb === undefined ? {} : { verb: about.verb }),
      ...(place.page === undefined ? {} : { page: place.page }),
    });
  }

  /** An agent's report is also the result of its call, a file is read again: the first time is enough. */
  #isNew(text: string): boolean {
    if (this.#seen.has(text)) return false;
    this.#seen.add(text);
    return true;
  }
}

function said(blocks: readonly Block[]): string {
  return blocks.map((block) => (block.kind === "text" ? block.markdown : "")).join("\n");
}

/** What an edit took away and put in; its path stands before it already. */
function changedTexts(input: unknown): unknown {
  const { file_path: _, notebook_path: __, ...rest } = Object(input) as Record<string, unknown>;
  return field(input, "content") ?? rest;
}
