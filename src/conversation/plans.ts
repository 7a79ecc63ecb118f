/**
 * Plans and what became of them. "Accept and clear context" looks like a rejection where the plan was proposed;
 * before 2026-01 the next prompt of the same file shows it, since then another file does (archive/link/plans.ts).
 */
import type { PlanBlock } from "../log/entries/content.ts";
import type { AssistantEntry, UserEntry } from "../log/entries/entry.ts";
import { words } from "../log/fields.ts";
import type { EntryId, Outcome, Plan, SessionId, StepBody, ToolCall, ToolUseId } from "../model/session.ts";
import { plainText } from "../text/plain-text.ts";
import { planPrompt } from "./machine-text.ts";
import { feedback } from "./outcome.ts";
import { idOf } from "./steps.ts";
import type { Said } from "./user-parts.ts";

/** A plan while its status may still change. */
interface PlanDraft {
  entry: EntryId;
  markdown: string;
  title: string;
  origin: Plan["origin"];
  status: Plan["status"];
  call?: ToolUseId;
  outcome?: Outcome;
  file?: string;
  allowedPrompts?: Plan["allowedPrompts"];
  feedback?: string;
  contextCleared?: true;
  approvedBy?: "next-prompt";
  implementedIn?: SessionId;
  plannedIn?: SessionId;
  proposedAs?: EntryId;
}

/** What other files tell of a plan, or what its own file tells only once they are known. */
export interface PlanLink {
  readonly implementedIn?: SessionId;
  readonly plannedIn?: SessionId;
  readonly proposedAs?: EntryId;
}

export class PlanList {
  readonly #plans: PlanDraft[] = [];
  #transcript: string | undefined;

  /** The log that the first accepted plan says it came from. */
  get transcript(): string | undefined {
    return this.#transcript;
  }

  get plans(): readonly Plan[] {
    return this.#plans as readonly Plan[];
  }

  propose(entry: AssistantEntry, call: Extract<ToolCall, { kind: "exitPlanMode" }>): Plan {
    const markdown = call.plan ?? "";
    const draft: PlanDraft = {
      entry: idOf(entry),
      markdown,
      title: planTitle(markdown),
      origin: "exit-plan-mode",
      ...planEnd(call.outcome, call.as !== undefined),
      call: call.id,
      outcome: call.outcome,
      ...(call.planFile === undefined ? {} : { file: call.planFile }),
      ...(call.allowedPrompts === undefined ? {} : { allowedPrompts: call.allowedPrompts }),
    };
    this.#plans.push(draft);
    return draft as Plan;
  }

  /** A plan in the answer itself, or in a file: nobody can say yes to it but by going on. */
  proposeBlock(entry: AssistantEntry, { text, origin, file }: PlanBlock): Plan {
    const draft: PlanDraft = {
      entry: idOf(entry),
      markdown: text,
      title: planTitle(text),
      origin,
      status: "pending",
      ...(file === undefined ? {} : { file }),
    };
    this.#plans.push(draft);
    return draft as Plan;
  }

  /** The next prompt may be the answer to such a plan. */
  carryOut(entry: UserEntry, said: readonly Said[]): void {
    const last = this.#plans.at(-1);
    if (last === undefined || last.call !== undefined || last.status !== "pending") return;
    const words = said.flatMap((part) => (part.kind === "text" ? [part.text.trim()] : [])).join("\n");
    if (!entry.acceptsPlan && !carriesOut.test(words)) return;
    last.status = "approved";
    last.approvedBy = "next-prompt";
  }

  /** "Implement the following plan:": the plan that it repeats was accepted after all. */
  accept(entry: UserEntry, said: string, answer: Pick<Plan, "call" | "outcome"> = {}): Plan {
    const prompt = planPrompt(said);
    this.#transcript ??= prompt.transcript;
    const markdown = words(entry, "planContent")?.trim() ?? prompt.markdown;
    const proposed = this.#plans.findLast(
      (plan) => plan.origin === "exit-plan-mode" && isSamePlan(plan.markdown, markdown),
    );
    if (proposed !== undefined) {
      clearFor(proposed);
      if (proposed.markdown.trim() === markdown.trim()) return proposed as Plan;
    }
    const draft: PlanDraft = {
      entry: idOf(entry),
      markdown,
      title: planTitle(markdown),
      origin: "plan-content",
      status: "approved",
      contextCleared: true,
      ...(proposed === undefined ? {} : { proposedAs: proposed.entry }),
      ...answer,
    };
    this.#plans.push(draft);
    return draft as Plan;
  }

  /** What only other files could tell. */
  resolve(entry: EntryId, found: PlanLink): void {
    const planOf = (id: EntryId): PlanDraft | undefined => this.#plans.find((candidate) => candidate.entry === id);
    const plan = planOf(entry);
    if (plan === undefined) return;
    if (found.implementedIn !== undefined) {
      clearFor(plan);
      plan.implementedIn = found.implementedIn;
    }
    if (found.plannedIn !== undefined) plan.plannedIn = found.plannedIn;
    const proposed = found.proposedAs === undefined ? undefined : planOf(found.proposedAs);
    if (proposed === undefined) return;
    plan.proposedAs = proposed.entry;
    clearFor(proposed);
  }
}

/** "Accept and clear context". */
function clearFor(plan: PlanDraft): void {
  plan.status = "approved";
  plan.contextCleared = true;
  delete plan.feedback;
}

/** The step that stands for a call of ExitPlanMode. */
export function planStep(plans: PlanList, entry: AssistantEntry, call: ToolCall): StepBody | undefined {
  return call.kind === "exitPlanMode" ? { kind: "plan", plan: plans.propose(entry, call) } : undefined;
}

/** What clients send for the person who accepts a plan. */
const carriesOut = /^(?:please )?implement (?:the|this) plan[.!]?$/i;

/** `isTold`: another agent's call, which succeeds only where the person agreed. */
function planEnd(outcome: Outcome, isTold: boolean): Pick<PlanDraft, "status" | "feedback"> {
  if (outcome.state === "none") return { status: "pending" };
  if (isTold && outcome.state === "ok") return { status: "approved" };
  if (/approved your plan/i.test(outcome.text)) return { status: "approved" };
  if (outcome.state === "rejected" || /rejected|doesn't want to proceed/i.test(outcome.text)) {
    const words = outcome.feedback ?? feedback(outcome.text);
    return { status: "rejected", ...(words === undefined ? {} : { feedback: words }) };
  }
  return { status: "pending" };
}

/** The prompt repeats the plan and goes on; some versions trim it. */
export function isSamePlan(proposed: string, accepted: string): boolean {
  const start = proposed.trim();
  return start !== "" && accepted.trim().startsWith(start);
}

/** The first heading, else the first line, without a leading "Plan:". */
export function planTitle(markdown: string): string {
  const heading = /^#\s+(.+)$/m.exec(markdown)?.[1] ?? markdown.trim().split("\n", 1)[0] ?? "";
  return plainText(heading)
    .replace(/^#+\s*|^Plan:\s*/gi, "")
    .trim();
}
