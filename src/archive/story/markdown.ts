/** A story as Markdown, fit for a pull request: prompts, plan, decisions, files, commits. */
import { agentPath, sessionPath, storyPath } from "../../address/paths.ts";
import type { Archive } from "../../model/archive.ts";
import type { Moment } from "../../model/digest.ts";
import type { GitEvent } from "../../model/git.ts";
import type { SessionId } from "../../model/session.ts";
import type { Beat, Happening, StoryDocument } from "../../model/story.ts";
import { clock, dayRange } from "../../text/clock.ts";
import { count, excerpt } from "../../text/format.ts";
import { plainText } from "../../text/plain-text.ts";
import { firstSentences } from "../../text/sentences.ts";
import { answerOf } from "./beats.ts";

export interface MarkdownOptions {
  /** Where the archive is published; without it nothing is linked. */
  readonly url?: string;
  /** Only what these say: for a range of commits. */
  readonly isWanted?: (session: SessionId, beat: Beat) => boolean;
}

type Known = Pick<Archive, "session" | "timeZone">;

export function storyMarkdown(story: StoryDocument, archive: Known, options: MarkdownOptions = {}): string {
  const write = new MarkdownWriter(archive, options);
  const lines = [
    `# ${line(story.title)}`,
    "",
    [
      count(story.sessions.length, "session"),
      ...(story.first === undefined ? [] : [dayRange(story.first, story.last, clock(archive.timeZone))]),
      count(story.prompts, "prompt"),
      `${count(story.filesChanged.length, "file")} changed`,
    ].join(", ") + (options.url === undefined ? "." : `. [The whole story](${write.url(storyPath(story))}).`),
    "",
    ...write.origin(story),
    ...write.plans(story),
    ...story.parts.flatMap(({ session, beats }) => write.part(session.id, session.title, beats)),
    ...write.files(story),
    ...write.commits(story.git.map(({ event, session, ...at }) => ({ event, session, at }))),
    ...write.ends(story),
  ];
  return `${lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

export class MarkdownWriter {
  readonly #archive: Known;
  readonly #options: MarkdownOptions;

  constructor(archive: Known, options: MarkdownOptions) {
    this.#archive = archive;
    this.#options = options;
  }

  url(path: string, anchor?: string): string {
    const base = (this.#options.url ?? "").replace(/\/+$/, "");
    return `${base}/${path
      .replace(/index\.html$/, "")
      .split("/")
      .map(encodeURIComponent)
      .join("/")}${anchor === undefined ? "" : `#${anchor}`}`;
  }

  /** The words, linked to their moment where the archive is published. */
  #linked(words: string, session: SessionId, at: Pick<Moment, "anchor" | "agent">): string {
    const record = this.#options.url === undefined ? undefined : this.#archive.session(session);
    if (record === undefined) return words;
    const agent = at.agent === undefined ? undefined : record.agents.find(({ id }) => id === at.agent);
    return `[${words}](${this.url(agent === undefined ? sessionPath(record) : agentPath(record, agent), at.anchor)})`;
  }

  origin({ origin }: StoryDocument): readonly string[] {
    if (origin === undefined) return [];
    return [
      quoted(origin.words.text, 2000),
      "",
      `${this.#linked("The prompt that began it", origin.session, origin)}.`,
      "",
    ];
  }

  plans({ plans }: StoryDocument): readonly string[] {
    const rows = plans.map(({ plan, session, version, versions }) => {
      const state = plan.status === "pending" ? "no answer" : plan.status === "approved" ? "accepted" : "rejected";
      const words = plan.feedback === undefined ? "" : `: “${line(excerpt(plan.feedback.text, 400))}”`;
      return `- ${this.#linked(`${line(plan.title)}${versions > 1 ? `, version ${version}` : ""}`, session, plan)}, ${state}${words}`;
    });
    const last = plans.findLast(({ plan }) => plan.status === "approved")?.plan;
    const text =
      last === undefined
        ? []
        : [
            "",
            "<details><summary>The accepted plan</summary>",
            "",
            safeBlock(last.markdown.text, 12_000),
            "",
            "</details>",
          ];
    return rows.length === 0 ? [] : ["## Plan", "", ...rows, ...text, ""];
  }

  part(session: SessionId, title: string, beats: readonly Beat[]): readonly string[] {
    const isWanted = this.#options.isWanted ?? (() => true);
    const rows = beats.filter((beat) => isWanted(session, beat)).flatMap((beat) => this.#beat(session, beat));
    return rows.length === 0 ? [] : [`## ${line(title)}`, "", ...rows, ""];
  }

  #beat(session: SessionId, beat: Beat): readonly string[] {
    if (beat.kind === "seam" || beat.kind === "local") return [];
    const asked =
      beat.kind === "feedback"
        ? [`- ${quotedLine(beat.to?.plan.feedback?.text ?? "")} (to the plan)`]
        : beat.turns.map(
            (turn) =>
              `- ${this.#linked(`Prompt ${turn.number ?? ""}`.trim(), session, turn)}: ${beat.same === "origin" ? "the one above" : quotedLine(turn.words.text === "" ? turn.title : turn.words.text)}`,
          );
    const { last } = answerOf(beat);
    const said = last === undefined ? "" : line(firstSentences(last.text, 2, 300));
    const came = beat.came.flatMap((each) => this.#happening(session, each));
    return [...asked, ...(said === "" ? [] : [`  - ${said}`]), ...came.map((each) => `  - ${each}`)];
  }

  /** Decisions, changes, commits and what stayed broken; the rest is in the archive. */
  #happening(session: SessionId, each: Happening): readonly string[] {
    const linked = (words: string): string => this.#linked(words, session, each.at);
    switch (each.kind) {
      case "question": {
        const { question, chosen, own } = each.question;
        const answer = [...chosen, ...(own === undefined ? [] : [`“${excerpt(own.text, 300)}”`])].join(", ");
        return [
          `${linked("Decided")}: ${line(excerpt(question.text, 300))} **${line(answer === "" ? "not answered" : answer)}**`,
        ];
      }
      case "rejection":
        return each.rejection.feedback === undefined
          ? []
          : [
              `${linked("Rejected")}: ${code(each.rejection.summary)}, “${line(excerpt(each.rejection.feedback.text, 300))}”`,
            ];
      case "changes":
        return [
          `${linked("Changed")}: ${each.files
            .slice(0, 12)
            .map((file) => `${code(file.path)} +${file.added} −${file.removed}`)
            .join(", ")}${each.files.length > 12 ? ` and ${each.files.length - 12} more` : ""}`,
        ];
      case "failure": {
        const { failure } = each;
        return failure.mended === undefined && failure.verb !== "look"
          ? [`${linked("Failed")}: ${code(failure.summary)}`]
          : [];
      }
      case "git":
        return [
          `${linked(each.event.kind === "commit" ? "Commit" : each.event.kind === "push" ? "Push" : "Pull request")}: ${gitLine(each.event)}`,
        ];
      case "tests":
        return [
          `${linked("Tests")}: ${each.run.tests.passed} of ${each.run.tests.passed + each.run.tests.failed} passed`,
        ];
      default:
        return [];
    }
  }

  files({ filesChanged }: Pick<StoryDocument, "filesChanged">): readonly string[] {
    if (filesChanged.length === 0) return [];
    const rows = filesChanged
      .slice(0, 100)
      .map(
        ({ path, edits, added, removed, created }) =>
          `| ${code(path)}${created ? " (new)" : ""} | ${edits} | +${added} −${removed} |`,
      );
    return [
      "## Files",
      "",
      "| File | Edits | Lines |",
      "|---|--:|--:|",
      ...rows,
      ...(filesChanged.length > 100 ? [`| and ${filesChanged.length - 100} more | | |`] : []),
      "",
    ];
  }

  commits(
    all: readonly {
      readonly event: GitEvent;
      readonly session: SessionId;
      readonly at: Moment;
      readonly note?: string;
    }[],
  ): readonly string[] {
    if (all.length === 0) return [];
    const rows = all.map(
      ({ event, session, at, note }) =>
        `- ${this.#linked(event.kind === "commit" ? "commit" : event.kind === "push" ? "push" : "pull request", session, at)} ${gitLine(event)}${note === undefined ? "" : ` (${note})`}`,
    );
    return ["## Commits", "", ...rows, ""];
  }

  ends({ ends }: StoryDocument): readonly string[] {
    const rows = ends.map((end) => {
      const words =
        end.kind === "failure"
          ? `failed: ${code(end.failure.summary)}`
          : end.kind === "refusal"
            ? `not allowed: ${code(end.rejection.summary)}`
            : end.kind === "task"
              ? `not done: ${line(end.task.subject)}`
              : end.kind === "plan"
                ? `plan not accepted: ${line(end.plan.plan.title)}`
                : `not pushed: ${gitLine(end.event)}`;
      return `- ${this.#linked("Open", end.session, end.at)}, ${words}`;
    });
    return rows.length === 0 ? [] : ["## Open ends", "", ...rows, ""];
  }
}

export function gitLine(event: GitEvent): string {
  switch (event.kind) {
    case "commit":
      return `${event.sha === undefined ? "" : `${code(event.sha)} `}${line(event.subject)}${event.replaced === undefined ? "" : `, replaced${event.replaced.by === undefined ? "" : ` by ${code(event.replaced.by)}`}`}`;
    case "push":
      return [event.branch, event.sha].flatMap((each) => (each === undefined ? [] : [code(each)])).join(" ");
    case "pull-request":
      return `${event.number === undefined ? "" : `#${event.number} `}${event.action}${event.title === undefined ? "" : `: ${line(event.title)}`}`;
  }
}

/** One line in which nothing is Markdown, a mention or a closing keyword of the forge's. */
export function line(text: string): string {
  return excerpt(plainText(text.slice(0, 4000)), 600)
    .replace(/[\\`*_[\]<>|]/g, (sign) => `\\${sign}`)
    .replace(/(?<!\w)([@#])(?=\w)/g, "$1\u200b");
}

const code = (text: string): string => {
  const own = text.replace(/\s+/g, " ").slice(0, 300);
  return own.includes("`") ? `\`\` ${own.replaceAll("``", "` `")} \`\`` : `\`${own.replaceAll("|", "\\|")}\``;
};

const quotedLine = (text: string): string => `“${line(text)}”`;

const quoted = (text: string, most: number): string =>
  (text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…` : text)
    .split("\n")
    .map((each) => `> ${each.replace(/[<>]/g, (sign) => `\\${sign}`)}`)
    .join("\n");

/** A plan is Markdown itself; markup that would end the fold around it is taken for text. */
const safeBlock = (text: string, most: number): string =>
  (text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…` : text).replace(
    /<(?=\/?[a-z!])/gi,
    "\\<",
  );
