/** What agents can ask of a site: search, list, show and story. Whatever comes from logs is quoted. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { answerText, notesOf, sessionLine } from "../site/answer-text.ts";
import { UnreadableSite } from "../site/checked.ts";
import { quoted } from "../site/quoted.ts";
import { type FoundSession, openSearch, type SiteSearch } from "../site/search.ts";
import { roots, show } from "../site/show.ts";
import { storiesOf, storyNamed, storyText } from "../site/stories.ts";
import { count } from "../text/format.ts";

export interface SiteTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of each input. */
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly run: (input: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;
}

export interface ToolAnswer {
  readonly text: string;
  readonly isError?: true;
}

/** Characters that one answer may have: an agent reads on from where it ended. */
const mostCharacters = 30_000;

const words = { type: "string", maxLength: 500 };
const day = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$", description: "A day, as 2026-02-17." };
const names = { type: "array", items: words, maxItems: 20 };
const limit = { type: "integer", minimum: 1, maximum: 100 };
const from = { type: "integer", minimum: 0, description: "Read on from this character of the text." };

export function siteTools(site: string): readonly SiteTool[] {
  let opening: { readonly made: number; readonly search: Promise<SiteSearch> } | undefined;
  // A site that was built anew has other pieces.
  const opened = (): Promise<SiteSearch> => {
    const made = statSync(join(site, "pagefind", "boot.js")).mtimeMs;
    if (opening?.made !== made) opening = { made, search: openSearch(site) };
    return opening.search;
  };
  const address = (page: string): string => page;
  const tools: readonly SiteTool[] = [
    {
      name: "search",
      title: "Search sessions",
      description:
        'Find moments in coding sessions by words (all must be there; "in quotes" for a phrase). Gives sessions, excerpts and addresses for show.',
      properties: {
        query: { ...words, description: "Words. May be empty where something else narrows the search." },
        project: names,
        kind: {
          ...names,
          description:
            "Where the words stand: typed, said, thinking, command, output, edit, plan, question, tasks, commit.",
        },
        tool: names,
        archive: { ...names, description: "Archives of a portal, by name." },
        since: day,
        until: day,
        sort: { type: "string", enum: ["best", "newest", "oldest"] },
        limit,
      },
      required: ["query"],
      run: async (input) => {
        const answer = await (await opened()).ask({
          words: text(input.query),
          facets: Object.fromEntries(
            ["project", "kind", "tool", "archive"].map((name) => [name, (input[name] as string[] | undefined) ?? []]),
          ),
          from: text(input.since),
          to: text(input.until),
          sort: text(input.sort),
          limit: (input.limit as number | undefined) ?? 10,
        });
        const notes = notesOf(answer);
        if (answer.sessions + answer.overviews === 0) return { text: quoted(`Nothing was found. ${notes}`) };
        const mark = (each: string): string => each;
        return quotedPart(`${answerText(answer, { address, mark })}\n${notes}`);
      },
    },
    {
      name: "list",
      title: "List sessions",
      description: "Name sessions, the newest first, with project, day and address.",
      properties: {
        project: { ...words, description: "Only this project." },
        since: day,
        until: day,
        limit,
        from: { type: "integer", minimum: 0, description: "Leave out so many of the newest." },
      },
      required: [],
      run: async (input) => {
        const all = (await (await opened()).sessions()).filter((session) => isWanted(session, input));
        const start = (input.from as number | undefined) ?? 0;
        const shown = all.slice(start, start + ((input.limit as number | undefined) ?? 30));
        const lines = shown.map((session) => sessionLine(session, address)).join("\n");
        return { text: `${count(all.length, "session")}, these from ${start} on.\n${quoted(lines)}` };
      },
    },
    {
      name: "show",
      title: "Show a session or a moment",
      description: "Print a session, or the turn, call or plan at an address that search gave, as text.",
      properties: {
        address: { ...words, description: "An id, id#anchor, or an address as search gives it." },
        from,
      },
      required: ["address"],
      run: async (input) => {
        const shown = show(site, text(input.address));
        if ("problem" in shown) return { text: quoted(shown.problem), isError: true };
        return quotedPart(shown.found.text, input.from);
      },
    },
    {
      name: "story",
      title: "Tell a story",
      description:
        "How a piece of work came about over several sessions: its plan, prompts, files and commits. Without an id, names all stories.",
      properties: { id: { ...words, description: "Of the story, or of one of its sessions." }, from },
      required: [],
      run: async (input) => {
        const stories = storiesOf(site, roots(site));
        const id = text(input.id);
        if (id === "") {
          const lines = stories.map(
            (story) => `${story.title} (${count(story.sessions.length, "session")}): ${story.id}`,
          );
          return quotedPart(lines.join("\n"), input.from);
        }
        const story = storyNamed(stories, id);
        if (story === undefined) return { text: quoted(`No story has "${id}".`), isError: true };
        return quotedPart(storyText(site, story), input.from);
      },
    },
  ];
  return tools.map((tool) => ({ ...tool, run: (input) => told(tool.run, input) }));
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function isWanted({ project, day: ran }: FoundSession, input: Readonly<Record<string, unknown>>): boolean {
  const [wanted, since, until] = [text(input.project), text(input.since), text(input.until)];
  return (
    (wanted === "" || project.toLowerCase() === wanted.toLowerCase()) &&
    (since === "" || ran >= since) &&
    (until === "" || (ran !== "" && ran <= until))
  );
}

/** What is left is told outside of the quotation, where no session can say it. */
function quotedPart(whole: string, from: unknown = 0): ToolAnswer {
  const start = typeof from === "number" ? from : 0;
  const end = Math.min(whole.length, start + mostCharacters);
  const rest = end < whole.length ? `${whole.length - end} characters more: ask again with from=${end}.\n` : "";
  return { text: `${quoted(whole.slice(start, end))}${rest}` };
}

/** A site that changes or breaks while it is read is told to the agent; the server goes on. */
async function told(run: SiteTool["run"], input: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
  try {
    return await run(input);
  } catch (error) {
    const why =
      error instanceof UnreadableSite ? error.message : error instanceof Error ? error.message : String(error);
    return { text: quoted(`The archive cannot be read: ${why}.`), isError: true };
  }
}
