/** A session as Markdown or plain text: prompts, answers, calls, agents, in the order of its page. */
import { anchor, stepAnchor } from "../address/anchor.ts";
import { isImage, mediaPath } from "../address/media.ts";
import { link, sessionPath } from "../address/paths.ts";
import { shortPath } from "../address/short-path.ts";
import { agentName } from "../conversation/agent-sums.ts";
import { placeElsewhere } from "../conversation/media.ts";
import { isNumbered, promptTitle } from "../conversation/prompt-title.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { Agent, AgentId, Block, Media, Plan, Prompt, Session, Step, Turn } from "../model/session.ts";
import { clock } from "../text/clock.ts";
import { bytes, count } from "../text/format.ts";
import { visibleText } from "../text/html.ts";
import { jsonText } from "../text/json.ts";
import { eventLines, machineWords, noteText, tasksText } from "./block-text.ts";
import { callText, clipped, type Most, type OnCut } from "./call-text.ts";
import { exportFacts } from "./facts.ts";
import { frontMatter } from "./front-matter.ts";
import { atLevel, type Level } from "./level.ts";
import { markdownStyle, plainStyle, type Style } from "./style.ts";

export interface SessionTextOptions {
  readonly project: string;
  readonly timeZone: string;
  readonly generator: string;
  readonly level?: Level;
  readonly most?: Most;
  /** Pictures lie beside it, as they do in a site. */
  readonly hasMedia?: boolean;
  readonly onCut?: OnCut;
}

/** As much of an output as a page shows at first. */
const usual: Most = { lines: 60, characters: 16_384 };
const longestProse = 100_000;

export const sessionMarkdown = (...given: Parameters<typeof sessionMarkdownParts>): string =>
  [...sessionMarkdownParts(...given)].join("");

/** One after the other: that of a long session need not be in memory as a whole. */
export function* sessionMarkdownParts(
  session: Session,
  record: SessionRecord,
  options: SessionTextOptions,
): Generator<string> {
  const { generator, project } = options;
  yield frontMatter({ ...exportFacts(record, project), generator });
  yield* textParts(session, record, options, markdownStyle);
}

export function sessionPlainText(session: Session, record: SessionRecord, options: SessionTextOptions): string {
  return [...textParts(session, record, options, plainStyle)].join("");
}

function* textParts(
  session: Session,
  record: SessionRecord,
  options: SessionTextOptions,
  style: Style,
): Generator<string> {
  let last: string | undefined;
  for (const part of new SessionWriter(session, record, options, style).whole()) {
    // With what follows it: a line may end with a carriage return.
    if (last !== undefined) yield visibleText(`${last}\n\n`);
    last = part;
  }
  yield `${visibleText(last ?? "")}\n`;
}

/** An agent that nobody described is called by its id: "Agent a1b2". */
const headingOf = (agent: string): string => (agent.startsWith("Agent ") ? agent : `Agent: ${agent}`);

class SessionWriter {
  readonly #session: Session;
  readonly #record: SessionRecord;
  readonly #options: SessionTextOptions;
  readonly #style: Style;
  readonly #most: Most;
  readonly #time: (iso: string | undefined) => string;
  readonly #cut: { readonly most: Most; readonly onCut?: OnCut };
  readonly #names = new Map<AgentId, string>();

  constructor(session: Session, record: SessionRecord, options: SessionTextOptions, style: Style) {
    this.#session = atLevel(session, options.level ?? "everything");
    this.#record = record;
    this.#options = options;
    this.#style = style;
    this.#most = options.most ?? usual;
    this.#cut = { most: this.#most, ...(options.onCut === undefined ? {} : { onCut: options.onCut }) };
    const { date, time } = clock(options.timeZone);
    this.#time = (iso) => (iso === undefined ? "" : `${date(iso)}, ${time(iso)}`);
    const name = (agents: readonly Agent[]): void => {
      for (const agent of agents) {
        this.#names.set(agent.id, agentName(agent));
        name(agent.agents);
      }
    };
    name(this.#session.agents);
  }

  *whole(): Generator<string> {
    const { turns, agents } = this.#session;
    yield this.#style.heading(1, this.#record.title);
    yield this.#facts();
    yield* noteText(this.#record.notes, this.#style);
    yield* this.#origin();
    yield* this.#turns(turns, 2);
    for (const agent of agents) yield* this.#agent(agent, 2);
    yield* this.#files();
  }

  #facts(): string {
    const { span, models, prompts, gitBranches } = this.#record;
    const facts = [
      this.#options.project,
      ...(span === undefined ? [] : [`${this.#time(span.from)} to ${this.#time(span.to)}`]),
      ...gitBranches.slice(0, 3),
      ...models,
      count(prompts, "prompt"),
    ];
    return this.#style.words(facts.join(" · "));
  }

  #origin(): readonly string[] {
    const { prompt } = this.#session.origin ?? {};
    return prompt === undefined
      ? []
      : [this.#style.heading(2, "The prompt that began it"), this.#style.quote(this.#bounded(prompt))];
  }

  *#turns(turns: readonly Turn[], level: number): Generator<string> {
    let number = 0;
    for (const turn of turns) {
      const isOwn = isNumbered(turn);
      if (isOwn) number++;
      const when = this.#time(turn.time);
      const name = isOwn ? `Prompt ${number}` : promptTitle(turn);
      yield this.#style.heading(level, when === "" ? name : `${name}, ${when}`);
      yield* this.#notes(turn);
      yield* this.#turn(turn);
      for (const version of turn.otherVersions ?? []) {
        yield this.#style.heading(level + 1, "Left behind by a rewind");
        for (const each of version) yield* this.#turn(each);
      }
    }
  }

  /** What the owner says of the turn and of what is in it. */
  #notes(turn: Turn): readonly string[] {
    const { places } = this.#record.notes ?? {};
    if (places === undefined) return [];
    const start = anchor(turn.id);
    const all = new Set([start, ...turn.steps.map((step) => stepAnchor(step, start))]);
    return [...all].flatMap((place) => noteText(places[place], this.#style));
  }

  *#turn({ prompt, steps }: Turn): Generator<string> {
    yield* this.#prompt(prompt);
    for (const step of steps) yield* this.#step(step);
  }

  #prompt(prompt: Prompt): readonly string[] {
    const { quote, block, aside } = this.#style;
    switch (prompt.kind) {
      case "said":
        return prompt.blocks.flatMap((each) =>
          each.kind === "text"
            ? each.markdown.trim() === ""
              ? []
              : [quote(this.#bounded(each.markdown))]
            : this.#block(each),
        );
      case "command":
        return [
          block(`${prompt.name.startsWith("/") ? "" : "/"}${prompt.name} ${prompt.args}`.trim()),
          ...this.#output(prompt.output ?? ""),
        ];
      case "shell":
        return [block(`! ${prompt.command}`, "sh"), ...this.#output(prompt.stdout), ...this.#output(prompt.stderr)];
      case "plan":
        return this.#plan(prompt.plan);
      case "scheduled":
        return [quote(this.#bounded(prompt.text))];
      case "machine":
        return [aside(prompt.from), ...this.#output(machineWords(prompt))];
      case "none":
        return [aside("The log starts in the middle.")];
    }
  }

  #step(step: Step): readonly string[] {
    const { prose, aside } = this.#style;
    const back = step.withdrawn ? [aside("Part of an answer that was taken back:")] : [];
    switch (step.kind) {
      case "call":
        return [...back, ...this.#call(step)];
      case "plan":
        return [...back, ...this.#plan(step.plan)];
      case "tasks":
        return tasksText(step.snapshot, this.#style);
      case "compaction":
        return [
          aside(`The context was compacted${step.trigger === undefined ? "" : ` (${step.trigger})`}.`),
          ...(step.summary === undefined || step.summary.trim() === "" ? [] : [prose(this.#bounded(step.summary))]),
        ];
      case "orphan-result":
        return [aside("The result of a call that is not in this log:"), ...this.#output(step.text)];
      case "event":
        return eventLines(step, this.#style, (text) => this.#output(text));
      default:
        return [...back, ...this.#block(step)];
    }
  }

  #block(each: Block): readonly string[] {
    const { prose, aside } = this.#style;
    switch (each.kind) {
      case "text":
        return each.markdown.trim() === "" ? [] : [prose(this.#bounded(each.markdown))];
      case "thinking":
        return each.markdown.trim() === "" ? [] : [aside("Thinking:"), prose(this.#bounded(each.markdown))];
      case "unknown":
        if (placeElsewhere(each) !== undefined) return [aside(`Not in the log: ${each.type} ${placeElsewhere(each)}`)];
        return [aside(`Not understood: ${each.type}`), clipped(jsonText(each.raw), this.#style, this.#cut, "json")];
      case "image":
      case "document":
        return [this.#media(each)];
    }
  }

  #media(media: Media): string {
    const { aside, words } = this.#style;
    const what = `${media.kind === "image" ? "Image" : "Document"}${media.name === undefined ? "" : ` ${media.name}`}, ${bytes(media.bytes)}`;
    if (!this.#options.hasMedia || this.#style !== markdownStyle) return aside(what);
    const href = link(sessionPath(this.#record), mediaPath(media));
    return `${isImage(media) ? "!" : ""}[${words(what)}](${href})`;
  }

  #call(step: Extract<Step, { kind: "call" }>): readonly string[] {
    const { cwd, project } = this.#session;
    const agent = step.agent === undefined ? undefined : this.#names.get(step.agent);
    const media = step.call.outcome.state === "none" ? [] : (step.call.outcome.media ?? []);
    return [
      ...callText(step.call, this.#style, {
        paths: { path: (path) => shortPath(path, [cwd, project]) },
        ...this.#cut,
      }),
      ...media.map((each) => this.#media(each)),
      ...(agent === undefined ? [] : [this.#style.aside(`Its transcript: “${headingOf(agent)}” below.`)]),
    ];
  }

  #plan(plan: Plan): readonly string[] {
    const { heading, prose, quote } = this.#style;
    const state = { approved: "accepted", pending: "no answer", rejected: "rejected" }[plan.status];
    return [
      heading(3, `Plan: ${plan.title}, ${state}`),
      ...(plan.markdown.trim() === "" ? [] : [prose(this.#bounded(plan.markdown))]),
      ...(plan.status === "rejected" && plan.feedback !== undefined ? [quote(plan.feedback)] : []),
    ];
  }

  /** What nobody asked for is not shown on its own either. */
  *#agent(agent: Agent, level: number): Generator<string> {
    if (agent.internal) return;
    yield this.#style.heading(level, headingOf(agentName(agent)));
    yield* this.#turns(agent.turns, level + 1);
    for (const each of agent.agents) yield* this.#agent(each, Math.min(level + 1, 4));
  }

  #files(): readonly string[] {
    const { files, cwd, project } = this.#session;
    if (files.length === 0 || (this.#options.level ?? "everything") === "prompts") return [];
    const rows = files.map(({ path, added, removed, created }) =>
      this.#style.item(
        `${this.#style.code(shortPath(path, [cwd, project]))}${created ? " (new)" : ""} +${added} −${removed}`,
      ),
    );
    return [this.#style.heading(2, "Files changed"), rows.join("\n")];
  }

  #output(text: string): readonly string[] {
    return text.trim() === "" ? [] : [clipped(text, this.#style, this.#cut, "text")];
  }

  #bounded(text: string): string {
    if (text.length <= longestProse) return text;
    this.#options.onCut?.(0, text.length - longestProse);
    return `${text.slice(0, longestProse).replace(/[\ud800-\udbff]$/, "")}… (${count(text.length - longestProse, "character")} left out)`;
  }
}
