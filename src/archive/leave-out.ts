/**
 * What an archive for the public leaves out by choice: thinking, and everything that a program gave back or a file held.
 * The place stays, with a word on what was there; what people and agents said stays as it is.
 */

import { any } from "../log/fields.ts";
import type { Sender, SenderKind } from "../model/sender.ts";
import type { Agent, Block, Outcome, Plan, Prompt, Session, Step, Turn } from "../model/session.ts";
import { toolCall } from "../tools/index.ts";

export interface LeftOut {
  thinking: number;
  toolOutput: number;
}

export interface LeaveOutOptions {
  readonly thinking: boolean;
  readonly toolOutput: boolean;
}

/** Kinds of output, as their places name them; README lists them. */
const kinds = {
  call: "output",
  shell: "output of the command",
  command: "output of the command",
  hook: "output of the hook",
  task: "result of the task",
  file: "content of the file",
  diagnostics: "diagnostics",
  loaded: "text that was loaded",
  unknown: "what the log has here",
  other: "text of the client",
} as const;

type Kind = keyof typeof kinds;

const instead = (kind: Kind): string => `(${kinds[kind]} left out of this archive)`;

type Event = Extract<Step, { kind: "event" }>;

/** Who speaks in a notice whose words stay: people, other agents, and the client where it only names something. */
const staying: ReadonlySet<SenderKind> = new Set<SenderKind>([
  "another-session",
  "caveat",
  "command",
  "coordinator",
  "editor-file",
  "fork",
  "goal-failed",
  "goal-met",
  "goal-open",
  "memory",
  "new-day",
  "pasted-image",
  "prompt-suggestion",
  "teammate",
  "with-plan",
]);

/** What the other notices hold. One that is not listed here is left out as well: it may hold anything. */
const held: Readonly<Partial<Record<SenderKind, Kind>>> = {
  "another-result": "call",
  "changed-file": "file",
  "command-output": "command",
  "command-text": "loaded",
  "cut-read": "file",
  "editor-diagnostics": "diagnostics",
  "editor-selection": "file",
  hook: "hook",
  "mentioned-file": "file",
  skill: "loaded",
  "task-notification": "task",
};

export function leaveOut(session: Session, options: LeaveOutOptions, count: LeftOut): Session {
  if (!options.thinking && !options.toolOutput) return session;
  return new Leaving(options, count).session(session);
}

class Leaving {
  readonly #options: LeaveOutOptions;
  readonly #count: LeftOut;

  constructor(options: LeaveOutOptions, count: LeftOut) {
    this.#options = options;
    this.#count = count;
  }

  session(session: Session): Session {
    return {
      ...session,
      turns: this.#turns(session.turns),
      plans: session.plans.map((plan) => this.#plan(plan)),
      agents: this.#agents(session.agents),
    };
  }

  #agents(list: readonly Agent[]): readonly Agent[] {
    return list.map((agent) => ({
      ...agent,
      turns: this.#turns(agent.turns),
      plans: agent.plans.map((plan) => this.#plan(plan)),
      agents: this.#agents(agent.agents),
    }));
  }

  #turns(list: readonly Turn[]): readonly Turn[] {
    return list.map((turn) => ({
      ...turn,
      prompt: this.#options.toolOutput ? this.#prompt(turn.prompt) : turn.prompt,
      steps: turn.steps.flatMap((step) => this.#step(step)),
      ...(turn.otherVersions === undefined
        ? {}
        : { otherVersions: turn.otherVersions.map((version) => this.#turns(version)) }),
    }));
  }

  /** Counts one output, where there is one. */
  #text(kind: Kind, text: string): string {
    if (text.trim() === "") return text;
    this.#count.toolOutput++;
    return instead(kind);
  }

  #prompt(prompt: Prompt): Prompt {
    switch (prompt.kind) {
      case "command":
        return prompt.output === undefined ? prompt : { ...prompt, output: this.#text("command", prompt.output) };
      case "shell": {
        const printed = this.#text("shell", prompt.stdout + prompt.stderr);
        return { ...prompt, stdout: printed, stderr: "" };
      }
      case "plan":
        return { ...prompt, plan: this.#plan(prompt.plan) };
      case "machine":
        return isStaying(prompt.sender) ? prompt : { ...prompt, text: this.#text(kindOf(prompt.sender), prompt.text) };
      case "said":
        return { ...prompt, blocks: prompt.blocks.map((block) => this.#unknown(block)) };
      case "scheduled":
      case "none":
        return prompt;
    }
  }

  #step(step: Step): readonly Step[] {
    if (this.#options.thinking && step.kind === "thinking") {
      this.#count.thinking++;
      return [];
    }
    if (!this.#options.toolOutput) return [step];
    switch (step.kind) {
      case "call":
        return [this.#call(step)];
      case "plan":
        return [{ ...step, plan: this.#plan(step.plan) }];
      case "event":
        return [this.#event(step)];
      case "orphan-result":
        return [{ ...step, text: this.#text("call", step.text) }];
      case "unknown":
        return [this.#unknown(step)];
      case "image":
      case "document":
        // Between a prompt and the next, only tools bring pictures and documents.
        this.#count.toolOutput++;
        return [];
      default:
        return [step];
    }
  }

  /** Each tool holds output in fields of its own: it reads the call again, without what came back. */
  #call(step: Extract<Step, { kind: "call" }>): Step {
    const { id, name, input, outcome } = step.call;
    if (outcome.state === "none") return step;
    this.#count.toolOutput++;
    const details = name === "AskUserQuestion" ? { answers: answersOf(step.call) } : undefined;
    // Nor may it count what stands in its place: a list of no files would be "0 files".
    const { call } = toolCall({ id, name, input }, { state: "none" }, details);
    return { ...step, call: { ...call, outcome: this.#outcome(outcome, "call") } };
  }

  /** How it ended and what the person said to it stays. */
  #outcome(outcome: Exclude<Outcome, { state: "none" }>, kind: Kind): Outcome {
    const { state, at, time, reason, feedback } = outcome;
    return {
      state,
      text: instead(kind),
      at,
      ...(time === undefined ? {} : { time }),
      ...(reason === undefined ? {} : { reason }),
      ...(feedback === undefined ? {} : { feedback }),
    };
  }

  #plan(plan: Plan): Plan {
    if (!this.#options.toolOutput || plan.outcome === undefined || plan.outcome.state === "none") return plan;
    return { ...plan, outcome: this.#outcome(plan.outcome, "call") };
  }

  #event(step: Event): Step {
    if (step.event === "hook") return { ...step, text: this.#text("hook", step.text) };
    if (step.event !== "notice" || isStaying(step.sender)) return step;
    return { ...step, text: this.#text(kindOf(step.sender), step.text) };
  }

  /** Lines and blocks that we do not know may hold anything. */
  #unknown<Kept extends Step | Block>(step: Kept): Kept {
    if (step.kind !== "unknown") return step;
    this.#count.toolOutput++;
    return { ...step, raw: instead("unknown") };
  }
}

const isStaying = (sender: Sender | undefined): boolean => sender !== undefined && staying.has(sender.kind);

const kindOf = (sender: Sender | undefined): Kind => (sender && held[sender.kind]) ?? "other";

/** What the person answered, by question. */
function answersOf(call: unknown): Readonly<Record<string, string>> {
  const questions = any(call, "questions");
  const all = Array.isArray(questions) ? questions : [];
  return Object.fromEntries(
    all.flatMap(({ question, answer }: { question: string; answer?: string }) =>
      answer === undefined ? [] : [[question, answer] as const],
    ),
  );
}
