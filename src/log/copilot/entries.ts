/** The entries of a session's events. Sub-agents' events stand among the session's own and name their agent. */
import { sentBy } from "../../model/sender.ts";
import type { AgentId, EntryId } from "../../model/session.ts";
import { answerBody, clientNotice, userBody } from "../bodies.ts";
import type { ContentBlock } from "../entries/content.ts";
import type { Entry, EntryBody } from "../entries/entry.ts";
import { any, isBlank, type Json, list, object, text, words } from "../fields.ts";
import { beside } from "./beside.ts";
import { Calls, type PlanFile } from "./calls.ts";
import { type CopilotEvent, type Join, join } from "./events.ts";
import { notices } from "./notices.ts";
import { contextOf, isSameModel } from "./place.ts";
import { contentOf, typed } from "./prompts.ts";
import { outputOf, type Usage, usageOf } from "./tokens.ts";

export interface EntryContext {
  readonly sessionId: string;
  /** The plan as it was left, in a file beside the log. */
  readonly plan: PlanFile | undefined;
  /** What `workspace.yaml` says, where no event does. */
  readonly cwd: string | undefined;
}

export function entriesOf(events: readonly CopilotEvent[], context: EntryContext): readonly Entry[] {
  return new Writer(events, context).entries;
}

const talk = new Set([
  "user.message",
  "assistant.message",
  "assistant.reasoning",
  "tool.execution_start",
  "hook.start",
]);

class Writer {
  readonly entries: Entry[] = [];
  readonly #context: EntryContext;
  readonly #join: Join;
  readonly #usage: Usage;
  readonly #calls: Calls;
  /** The folder that the session ended in. */
  readonly #cwd: string | undefined;
  /** What is written up to here, the last shutdown has in its sums. */
  #isCounted: boolean;
  /** A session that was opened and closed is none. */
  readonly #isTalk: boolean;
  #model: string | undefined;
  #version: string | undefined;
  /** Thoughts that stand in an event of their own, by agent: the answer may repeat them. */
  readonly #thought = new Map<string | undefined, string>();

  constructor(events: readonly CopilotEvent[], context: EntryContext) {
    this.#context = context;
    this.#join = join(events);
    this.#usage = usageOf(events);
    this.#calls = new Calls(this.#join, events, context.plan);
    this.#isCounted = this.#usage.last !== undefined;
    this.#isTalk = events.some(({ type }) => talk.has(type)) || this.#join.byPerson.size > 0;
    this.#cwd = events.flatMap(({ type, data }) => contextOf(type, data)?.cwd ?? []).at(-1) ?? context.cwd;
    events.forEach((event, index) => {
      this.#event(event, () => events.slice(index + 1));
    });
    const { plan } = context;
    const last = events.at(-1);
    const isTalk = this.entries.some(({ kind }) => kind === "user" || kind === "assistant");
    if (plan !== undefined && last !== undefined && isTalk && !this.#calls.isPlanProposed)
      this.#put({ ...last, agent: undefined }, answerBody([{ kind: "plan", origin: "plan-file", ...plan }]), "-plan");
  }

  #put(event: CopilotEvent, body: EntryBody, ending = ""): void {
    const { at, agent, time } = event;
    const own = { at, id: `${event.id}${ending}` as EntryId, time, isMeta: false };
    if (!this.#isTalk && body.kind === "event" && body.event === "notice" && body.level === undefined) {
      this.#fold(event, "Of the client; nothing was said in the session.");
      return;
    }
    const of = agent === undefined ? { isSidechain: false } : { isSidechain: true, agentId: agent as AgentId };
    const place = { sessionId: this.#context.sessionId, version: this.#version, cwd: this.#cwd };
    this.entries.push({ ...own, ...of, ...place, ...body });
  }

  #fold(event: CopilotEvent, reason: string): void {
    this.#put(event, { kind: "folded", reason });
  }

  #event(event: CopilotEvent, later: () => readonly CopilotEvent[]): void {
    const { type, data } = event;
    const own: Readonly<Record<string, () => void>> = {
      "session.start": () => this.#where(event),
      "session.resume": () => this.#where(event),
      "session.context_changed": () => this.#where(event),
      "user.message": () => this.#user(event),
      "assistant.message": () => this.#assistant(event),
      "assistant.reasoning": () => this.#reasoning(event),
      "tool.execution_start": () => this.#started(event),
      "tool.execution_complete": () => this.#completed(event),
      "tool.user_requested": () => this.#byPerson(event),
      "session.model_change": () => this.#modelChange(event, later),
      "session.shutdown": () => this.#shutdown(event),
    };
    const write = Object.hasOwn(own, type) ? own[type] : undefined;
    if (write !== undefined) {
      write();
      return;
    }
    const read = Object.hasOwn(beside, type) ? beside[type] : undefined;
    const body = read?.(event, this.#join) ?? (Object.hasOwn(notices, type) ? notices[type]?.(data) : undefined);
    this.#put(event, body ?? { kind: "unknown", what: "entry", type, raw: event.raw });
  }

  #where(event: CopilotEvent): void {
    const { type, data, at } = event;
    const { cwd = this.#cwd, branch, remote } = contextOf(type, data) ?? {};
    this.#version = words(data, "copilotVersion") ?? this.#version;
    this.#choose(words(data, "selectedModel"));
    this.entries.push({
      ...{ at, isSidechain: false, isMeta: false, sessionId: this.#context.sessionId },
      ...{ version: this.#version, cwd, gitBranch: branch, gitRemote: remote },
      ...{ kind: "folded", reason: "Where and when the session was held." },
    });
    const place = [cwd, branch === undefined ? undefined : `branch ${branch}`].filter(Boolean).join(", ");
    if (type === "session.resume") this.#put(event, clientNotice("The session was taken up again."));
    else if (type === "session.context_changed") this.#put(event, clientNotice(`Working in ${place}.`));
  }

  #choose(model: string | undefined): void {
    if (model !== undefined && model !== "auto") this.#model = model;
  }

  #user(event: CopilotEvent): void {
    const { blocks, sent, isSteering, attached } = typed(event.data, event.agent !== undefined, this.#join.assets);
    if (blocks.length === 0 && attached.length === 0) {
      this.#fold(event, "A message without words.");
      return;
    }
    const how = { ...(sent === undefined ? {} : { sent }), ...(isSteering ? { isSteering } : {}) };
    if (blocks.length > 0) this.#put(event, { ...userBody(blocks), isVerbatim: true, ...how });
    attached.forEach(({ sender, text: said }, index) => {
      this.#put(event, { kind: "event", event: "notice", ...sentBy(sender), text: said }, `-attached-${index + 1}`);
    });
  }

  #assistant(event: CopilotEvent): void {
    const { data, agent, id } = event;
    const content = contentOf(any(data, "content"));
    const requests = list(data, "toolRequests") ?? [];
    this.#put(event, {
      ...answerBody([
        ...this.#thinking(data, agent),
        ...(isBlank(content) ? [] : [{ kind: "text", text: content } as const]),
        ...requests.flatMap((request, index) => this.#calls.use(request, `${id}-call-${index + 1}`)),
      ]),
      ...this.#identity(event),
      model: words(data, "model") ?? this.#model,
      ...(this.#isCounted ? {} : { tokens: outputOf(data) }),
    });
  }

  #identity(event: CopilotEvent): { readonly messageId: string; readonly requestId: string } {
    return { messageId: event.id, requestId: this.#context.sessionId };
  }

  #thinking(data: Json, agent: string | undefined): readonly ContentBlock[] {
    const thought = words(data, "reasoningText");
    const before = this.#thought.get(agent);
    this.#thought.delete(agent);
    if (thought !== undefined)
      return thought === before ? [] : [{ kind: "thinking", text: thought, isRedacted: false }];
    const isHidden = words(data, "reasoningOpaque") !== undefined && before === undefined;
    return isHidden ? [{ kind: "thinking", text: "", isRedacted: true }] : [];
  }

  #reasoning(event: CopilotEvent): void {
    const thought = words(event.data, "content") ?? words(event.data, "reasoningText");
    if (thought === undefined) {
      this.#fold(event, "A thought without words.");
      return;
    }
    this.#thought.set(event.agent, thought);
    this.#put(event, {
      ...answerBody([{ kind: "thinking", text: thought, isRedacted: false }]),
      ...this.#identity(event),
    });
  }

  /** Most calls stand in the answer that asks for them. */
  #started(event: CopilotEvent): void {
    const id = words(event.data, "toolCallId") ?? "";
    const isElsewhere = this.#join.requested.has(id) || this.#join.byPerson.has(id);
    const uses = isElsewhere ? [] : this.#calls.use(event.data, `${event.id}-call`);
    if (uses.length === 0) this.#fold(event, "The call stands where it was asked for.");
    else this.#put(event, { ...answerBody(uses), ...this.#identity(event) });
  }

  #completed(event: CopilotEvent): void {
    if (this.#join.byPerson.has(words(event.data, "toolCallId") ?? "")) {
      this.#fold(event, "Shown with the command that the person ran.");
      return;
    }
    const { block, details } = this.#calls.result(event);
    this.#put(event, { ...userBody([block]), ...(details === undefined ? {} : { details }) });
  }

  /** `!` and a command. */
  #byPerson(event: CopilotEvent): void {
    const command = text(object(event.data, "arguments"), "command");
    const ended = this.#join.completed.get(words(event.data, "toolCallId") ?? "");
    if (command === undefined) {
      this.#put(event, { kind: "unknown", what: "entry", type: event.type, raw: event.raw });
      return;
    }
    const stdout = ended === undefined ? "" : this.#calls.result(ended).block.text;
    this.#put(event, { ...userBody([]), isVerbatim: true, ran: { kind: "shell", command, stdout, stderr: "" } });
  }

  /** Where the next answer comes from another model than the one before, that says it. */
  #modelChange(event: CopilotEvent, later: () => readonly CopilotEvent[]): void {
    const { data } = event;
    const [before, after] = [words(data, "previousModel") ?? this.#model, words(data, "newModel")];
    const isFirst = !this.entries.some(({ kind }) => kind === "user");
    const isSaid = isSameModel(after, this.entries, later());
    this.#choose(after);
    if (after === undefined || isFirst || isSaid || before === after) {
      this.#fold(event, "Which model answers from here on; each answer names its own.");
      return;
    }
    const change = before === undefined ? after : `${before} → ${after}`;
    this.#put(event, { kind: "event", event: "model-change", text: change });
  }

  #shutdown(event: CopilotEvent): void {
    const { at, time } = event;
    const base = { at, time, isSidechain: false, isMeta: false, sessionId: this.#context.sessionId };
    for (const spent of this.#usage.at.get(event) ?? []) this.entries.push({ ...base, kind: "usage", ...spent });
    if (event === this.#usage.last) this.#isCounted = false;
    if (words(event.data, "shutdownType") !== "error") return;
    const reason = words(event.data, "errorReason") ?? "The session ended with an error.";
    this.#put(event, { kind: "event", event: "api-error", text: reason, level: "error" });
  }
}
