/** The steps of a turn, each in its own form; calls that follow each other become one work list. */

import { isQuestion } from "../../src/conversation/landmarks.ts";
import { noTasks, type TaskLists, withTasks } from "../../src/conversation/task-changes.ts";
import type { Step } from "../../src/model/session.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { type CallStep, type DrawnCall, drawnCall } from "./call.ts";
import type { Cast } from "./cast.ts";
import { type Chunk, whole } from "./chunk.ts";
import { compaction } from "./compaction.ts";
import { type EventStep, eventLine, isMarginal, note, sameAs } from "./event.ts";
import { gitMark } from "./git-mark.ts";
import { type Aside, work } from "./group.ts";
import type { PageView } from "./page-view.ts";
import { planCard } from "./plan.ts";
import { questionCard } from "./question.ts";
import { reply, withdrawnReply } from "./reply.ts";
import { tasksChunks } from "./tasks.ts";
import { isWithheld, thinkingChunks } from "./thinking.ts";
import { orphanResult, unknownBlock } from "./unknown.ts";

export interface StepsOptions {
  /** The lists as they stood before these steps. */
  readonly tasks?: TaskLists;
}

export function steps(list: readonly Step[], view: PageView, cast: Cast, options: StepsOptions = {}): Chunk[] {
  const chunks: Chunk[] = [];
  let entries: (DrawnCall | Aside)[] = [];
  let tasks = options.tasks ?? noTasks;
  let isFirstChange = true;
  let hasWithheld = false;
  const events = eventsByCall(list);

  const flush = () => {
    if (entries.some((entry) => !("aside" in entry))) chunks.push(work(entries));
    else for (const entry of entries) if ("aside" in entry) chunks.push(entry.aside);
    entries = [];
  };
  const push = (chunk: Chunk) => {
    flush();
    chunks.push(chunk);
  };

  /** The calls right before a list of tasks that wrote it. */
  const takeBookkeeping = () => {
    let from = entries.length;
    for (; from > 0; from--) {
      const entry = entries[from - 1];
      if (entry === undefined || "aside" in entry || !entry.isBookkeeping) break;
    }
    const rows = entries.splice(from);
    return rows.length === 0 ? undefined : work(rows);
  };
  const isOfCall = ({ call }: EventStep) => call !== undefined && events.has(call);
  const isRepeat = (before: Step | undefined, step: EventStep) =>
    before?.kind === "event" && !isOfCall(before) && sameAs(before, step);
  /** An event and those right after it that say the same. */
  const withRepeats = (at: number, first: EventStep): [EventStep, ...EventStep[]] => {
    const all: [EventStep, ...EventStep[]] = [first];
    for (let index = at + 1; ; index++) {
      const step = list[index];
      if (step?.kind !== "event" || isOfCall(step) || !isRepeat(list[index - 1], step)) return all;
      all.push(step);
    }
  };

  list.forEach((step, index) => {
    if (step.withdrawn) {
      if (!list[index - 1]?.withdrawn) push(withdrawn(list, index, view, cast));
      return;
    }
    switch (step.kind) {
      case "call": {
        const own = events.get(step.call.id) ?? [];
        if (isQuestion(step.call))
          push(html`${questionCard(step.call, view)}${own.map((event) => note([event], view))}`);
        else {
          const row = drawnCall(step, view, cast, { events: own, isFirstChange, steps });
          if (row.isChange) isFirstChange = false;
          entries.push(row);
          for (const event of view.gitEvents(step.call)) push(gitMark(event, step, view));
        }
        break;
      }
      case "tasks":
        for (const chunk of tasksChunks(step.snapshot, view, tasks, takeBookkeeping())) push(chunk);
        tasks = withTasks(tasks, step);
        break;
      case "event":
        if (isOfCall(step)) break;
        if (isRepeat(list[index - 1], step)) break;
        if (isMarginal(step))
          entries.push({ aside: note(withRepeats(index, step), view), isError: step.level === "error" });
        else push(eventLine(withRepeats(index, step), view));
        break;
      case "thinking":
        // Some agents think before each call and log it for the server only: said once, or every second line would say so.
        if (isWithheld(step)) {
          if (hasWithheld) break;
          hasWithheld = true;
        }
        for (const chunk of thinkingChunks(step, view)) push(chunk);
        break;
      default:
        push(block(step, view));
    }
  });
  flush();
  return chunks;
}

/** An answer that was taken back is kept, folded, as part of what happened. */
function withdrawn(list: readonly Step[], from: number, view: PageView, cast: Cast): SafeHtml {
  const rest = list.slice(from);
  const end = rest.findIndex((step) => !step.withdrawn);
  const own = (end < 0 ? rest : rest.slice(0, end)).map(({ withdrawn: _, ...step }) => step as Step);
  return withdrawnReply(whole(steps(own, view, cast)));
}

function block(
  step: Exclude<Step, CallStep | EventStep | Extract<Step, { kind: "tasks" | "thinking" }>>,
  view: PageView,
): SafeHtml {
  switch (step.kind) {
    case "text":
      return step.markdown.trim() === "" ? html`` : reply(step.markdown, view, view.anchors.take(step.id));
    case "plan":
      return planCard(step.plan, view);
    case "compaction":
      return compaction(step, view);
    case "orphan-result":
      return orphanResult(step, view);
    case "unknown":
      return unknownBlock(step, view);
    default:
      return html`${view.media(step)}\n`;
  }
}

/** Events that name a call of this turn go with it. */
function eventsByCall(list: readonly Step[]): ReadonlyMap<string, EventStep[]> {
  const found = new Map<string, EventStep[]>();
  for (const step of list) if (step.kind === "call") found.set(step.call.id, []);
  for (const step of list) if (step.kind === "event" && step.call !== undefined) found.get(step.call)?.push(step);
  return found;
}
