/** Pages over several sessions as documents of their own: a story by its words, the files of a project by their paths. */
import { originId, partId } from "../address/anchor.ts";
import { projectFilesPath, storyPath } from "../address/paths.ts";
import type { FileRecord } from "../model/archive.ts";
import type { Project } from "../model/session.ts";
import type { Beat, Happening, StoryDocument, StoryRecord } from "../model/story.ts";
import type { SearchDocument, SearchFields, SearchSection } from "./document.ts";
import { headOfStory } from "./options.ts";
import { head, visible } from "./text.ts";

/** `project` is its name, `time` when its last session began: a story lies in the index beside that one. */
export function storyFields(story: StoryRecord, project: string, time: string | undefined): SearchFields {
  const { title, prompts, failures } = story;
  return {
    ...documentName(storyPath(story)),
    ...{ title, project, role: "story" },
    ...(time === undefined ? {} : { time }),
    ...{ models: [], branches: [], story: title, prompts, failures },
  };
}

/** What was asked, decided and committed, in short: the sessions have the rest. */
export function storySections({ parts }: Pick<StoryDocument, "parts">): readonly SearchSection[] {
  return parts.flatMap(({ beats }, index) =>
    beats.flatMap((beat): readonly SearchSection[] => {
      const asked = beat.turns.map(({ words }) => words.text);
      const came = beat.came.map(wordsOf);
      const section = (anchor: string, words: readonly string[]): readonly SearchSection[] => {
        const text = words
          .map((each) => head(visible(each).trim(), headOfStory))
          .filter((each) => each !== "")
          .join("\n");
        return text === "" ? [] : [{ anchor, kind: "story", title: placeOf(beat, index), text }];
      };
      // The page has it at its top.
      if (beat.same === "origin") return [...section(originId, asked), ...section(partId(index), came)];
      return section(partId(index), [...asked, ...came]);
    }),
  );
}

function placeOf({ turns: [first] }: Beat, index: number): string {
  return `Session ${index + 1}${first?.number === undefined ? "" : `, prompt ${first.number}`}`;
}

function wordsOf(happening: Happening): string {
  switch (happening.kind) {
    case "plan":
      return [happening.plan.plan.title, happening.plan.plan.feedback?.text ?? ""].join("\n");
    case "question": {
      const { question, chosen, own } = happening.question;
      return [question.text, ...chosen, own?.text ?? ""].join("\n");
    }
    case "rejection":
      return happening.rejection.feedback?.text ?? "";
    case "git": {
      const { event } = happening;
      if (event.kind === "commit") return `${event.subject} ${event.sha ?? ""}`;
      return event.kind === "pull-request" ? `${event.title ?? ""} ${event.number ?? ""}` : "";
    }
    default:
      return "";
  }
}

/** The search page leads from each to the page of the file; other clients of the index to the list of the project. */
export function filesDocument(project: Project, files: readonly FileRecord[]): SearchDocument {
  return {
    ...documentName(projectFilesPath(project)),
    ...{ title: `Files of ${project.name}`, project: project.name, role: "files" },
    ...{ models: [], branches: [], prompts: 0, failures: 0 },
    sections: files.map(({ path, address }) => ({
      anchor: "main",
      kind: "file",
      title: `File · ${address}`,
      text: visible(path),
    })),
  };
}

/** The key has the folder in it, unlike that of a session. */
function documentName(page: string): Pick<SearchFields, "key" | "page"> {
  return { key: page.slice(0, page.lastIndexOf("/")), page };
}
