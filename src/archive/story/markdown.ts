/** A story as Markdown, fit for a pull request: prompts, plan, decisions, files, commits. */
import { agentPath, sessionPath, storyPath } from "../../address/paths.ts";
import { type Archive, roleWords } from "../../model/archive.ts";
import type { Moment } from "../../model/digest.ts";
import type { GitEvent } from "../../model/git.ts";
import type { SessionId } from "../../model/session.ts";
import type { Beat, Happening, StoryDocument, StoryPart } from "../../model/story.ts";
import { clock, dayRange } from "../../text/clock.ts";
import { count, excerpt } from "../../text/format.ts";
import { firstSentences } from "../../text/sentences.ts";
import { answerOf } from "./beats.ts";
import { code, codeInTable, gitLine, line, quoted, quotedLine, safeBlock, testWords } from "./markdown-words.ts";

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
    ...story.parts.flatMap((part, at) => write.part(part, `${at + 1}. `)),
    ...write.tasks(story),
    ...write.files(story),
    ...write.commits(story.git.map(({ event, session, ...at }) => ({ event, session, at }))),
    ...write.ends(story),
    ...write.lastWords(story),
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
    const rows = plans.map((each) => {
      const { plan, session, version, versions } = each;
      const state = `${each.isAgain ? "proposed again, " : ""}${each.isEdited ? "changed before it was carried out, " : ""}${plan.status === "pending" ? "no answer" : plan.status === "approved" ? "accepted" : "rejected"}`;
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

  /** `number` stands before the heading: sessions of a story are often called the same. */
  part({ session, beats }: StoryPart, number = ""): readonly string[] {
    const isWanted = this.#options.isWanted ?? (() => true);
    const rows = beats.filter((beat) => isWanted(session.id, beat)).flatMap((beat) => this.#beat(session.id, beat));
    if (rows.length === 0) return [];
    const { span } = session;
    const when = span === undefined ? [] : [dayRange(span.from, span.to, clock(this.#archive.timeZone))];
    const facts = [...when, count(session.prompts, "prompt"), count(session.calls, "call")];
    return [
      `## ${number}${roleWords[session.role]}: ${line(session.title)}`,
      "",
      `${facts.join(", ")}.`,
      "",
      ...rows,
      "",
    ];
  }

  #beat(session: SessionId, beat: Beat): readonly string[] {
    if (beat.kind === "seam") return [];
    if (beat.kind === "local") return this.#localBeat(session, beat);
    const asked =
      beat.kind === "feedback"
        ? [`- ${quotedLine(beat.to?.plan.feedback?.text ?? "")} (to the plan)`]
        : beat.turns.map(
            (turn, at) =>
              `- ${this.#linked(`Prompt ${turn.number ?? ""}`.trim(), session, turn)}: ${(at === 0 ? repeatedWords(beat) : undefined) ?? quotedLine(turn.words.text === "" ? turn.title : turn.words.text)}`,
          );
    const { last } = answerOf(beat);
    const said = last === undefined ? "" : line(firstSentences(last.text, 2, 300));
    const came = beat.came.flatMap((each) => this.#happening(session, each));
    return [...asked, ...(said === "" ? [] : [`  - ${said}`]), ...came.map((each) => `  - ${each}`)];
  }

  /** They have numbers of their own, which would be missing. */
  #localBeat(session: SessionId, { turns }: Beat): readonly string[] {
    const [first, last] = [turns[0], turns.at(-1)];
    if (first === undefined || last === undefined) return [];
    const numbers = first === last ? `${first.number ?? ""}` : `${first.number ?? ""}–${last.number ?? ""}`;
    const commands = turns.slice(0, 12).map(({ words }) => code(words.text.slice(0, 120)));
    return [`- ${this.#linked(`Prompt ${numbers}`.trim(), session, first)}: ${commands.join(" ")}, local commands`];
  }

  /** What agents reported, decisions, changes, failures and commits. */
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
      case "agent": {
        const { type = "Agent", description, words } = each.agent;
        const told = words === undefined ? "" : `: “${line(firstSentences(words.text, 2, 260))}”`;
        return [`${linked(line(type))}${description === undefined ? "" : `, ${line(description)}`}${told}`];
      }
      case "rejection": {
        const { by, summary, feedback } = each.rejection;
        const told = feedback === undefined ? "" : `, “${line(excerpt(feedback.text, 300))}”`;
        return [`${linked(by === "person" ? "Rejected" : "Not allowed")}: ${code(summary)}${told}`];
      }
      case "changes":
        return [
          `${linked("Changed")}: ${each.files
            .slice(0, 12)
            .map((file) => `${code(file.path)} +${file.added} −${file.removed}`)
            .join(", ")}${each.files.length > 12 ? ` and ${each.files.length - 12} more` : ""}`,
        ];
      case "failure": {
        const { mended, summary, tests, verb } = each.failure;
        if (mended === undefined && verb === "look") return [];
        const failed = tests === undefined || tests.failed === 0 ? "" : `, ${testWords(tests)}`;
        if (mended === undefined) return [`${linked("Failed")}: ${code(summary)}${failed}`];
        const went = mended.tests === undefined ? "it went well" : testWords(mended.tests);
        return [`${linked("Failed")}: ${code(summary)}${failed}; later ${went}`];
      }
      case "git":
        return [
          `${linked(each.event.kind === "commit" ? "Commit" : each.event.kind === "push" ? "Push" : "Pull request")}: ${gitLine(each.event)}`,
        ];
      case "tests":
        return [`${linked("Tests")}: ${testWords(each.run.tests)}`];
      default:
        return [];
    }
  }

  tasks({ tasks: { rows } }: StoryDocument): readonly string[] {
    if (rows.length === 0) return [];
    const ended = { completed: "[x]", deleted: "struck:", in_progress: "[ ] begun:", pending: "[ ]", unknown: "[ ]" };
    return ["## Tasks", "", ...rows.slice(0, 100).map(({ subject, end }) => `- ${ended[end]} ${line(subject)}`), ""];
  }

  lastWords({ lastWords }: StoryDocument): readonly string[] {
    const words = lastWords === undefined ? "" : firstSentences(lastWords.words.text, 4, 700);
    return lastWords === undefined || words === ""
      ? []
      : [`## ${this.#linked("Last words", lastWords.session, lastWords)}`, "", quoted(words, 700), ""];
  }

  files({ filesChanged }: Pick<StoryDocument, "filesChanged">): readonly string[] {
    if (filesChanged.length === 0) return [];
    const rows = filesChanged
      .slice(0, 100)
      .map(
        ({ path, edits, added, removed, created, projectName }) =>
          `| ${codeInTable(path)}${projectName === undefined ? "" : ` of ${line(projectName)}`}${created ? " (new)" : ""} | ${edits} | +${added} −${removed} |`,
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

/** Printed elsewhere: at the top, or as the plan. */
function repeatedWords({ same }: Beat): string | undefined {
  if (same === undefined) return undefined;
  if (same === "origin") return "the one above";
  return same.plan.versions > 1 ? `the plan above, version ${same.plan.version}` : "the plan above";
}
