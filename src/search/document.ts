/** What of a session is searchable: its texts in sections, each leading to an element of a page. */

import { sessionPath } from "../address/paths.ts";
import type { AgentRecord, SessionRecord } from "../model/archive.ts";
import { codingAgentNames, codingAgents } from "../model/coding-agent.ts";
import type { Session, Verb } from "../model/session.ts";
import { type SearchOptions, searchOptions } from "./options.ts";
import { Sections } from "./sections.ts";

/** In the order in which they stand in the index: what people wrote first, what machines wrote last. */
export const searchKinds = [
  "typed",
  "story",
  "file",
  "plan",
  "question",
  "tasks",
  "commit",
  "said",
  "thinking",
  "command",
  "edit",
  "output",
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Raise it when the same session would give another document. */
export const documentFormat = 4;

export interface SearchSection {
  /** The element's id on its page. */
  readonly anchor: string;
  /** The page's path from the site's root, where it is not the session's own. */
  readonly page?: string;
  readonly kind: SearchKind;
  readonly tool?: string;
  readonly verb?: Verb;
  /** "Prompt 3", or "Prompt 3 · Edit src/feed.ts · in agent Find callers". */
  readonly title: string;
  readonly text: string;
}

/** What the archive says of a session, or of a page over several: none of it is in the texts. */
export interface SearchFields {
  /** Of a page over several sessions its folder. */
  readonly key: string;
  /** The page's path from the site's root. */
  readonly page: string;
  readonly title: string;
  readonly project: string;
  readonly role: string;
  /** The start; sessions without one are the oldest. */
  readonly time?: string;
  readonly models: readonly string[];
  readonly branches: readonly string[];
  /** The title of the story that it is part of. */
  readonly story?: string;
  /** Where it ran; absent in an archive of one machine. */
  readonly machines?: readonly string[];
  /** The program that it was held with, where that is not Claude Code. */
  readonly agent?: string;
  readonly prompts: number;
  readonly failures: number;
}

export interface SearchDocument extends SearchFields {
  readonly sections: readonly SearchSection[];
}

export interface DocumentOptions extends Pick<SearchOptions, "toolOutput"> {
  /** The page of an agent; `undefined` for one that is shown on the session's own. */
  readonly agentPage?: (session: SessionRecord, agent: AgentRecord) => string | undefined;
}

export function searchDocument(
  session: Session,
  record: SessionRecord,
  project: string,
  options: DocumentOptions = searchOptions,
): SearchDocument {
  const sections = new Sections(session, record, options);
  sections.notes();
  sections.turns(session.turns);
  for (const agent of session.agents) sections.agent(agent);
  return { ...searchFields(record, project), sections: sections.list };
}

/** `story` is the title of the story that it is part of. */
export function searchFields(record: SessionRecord, project: string, story?: string): SearchFields {
  return {
    key: record.key,
    page: sessionPath(record),
    title: record.title,
    project,
    role: record.role,
    ...(record.span === undefined ? {} : { time: record.span.from }),
    models: record.models,
    branches: record.gitBranches,
    ...(story === undefined ? {} : { story }),
    ...(record.kept?.machines === undefined ? {} : { machines: record.kept.machines }),
    ...(record.agent === codingAgents[0] ? {} : { agent: codingAgentNames[record.agent] }),
    prompts: record.prompts,
    failures: record.failures,
  };
}

/** With other words; addresses stay. `change` gets the page that the words lead to. */
export function withWords(document: SearchDocument, change: (text: string, page: string) => string): SearchDocument {
  const { page } = document;
  return {
    ...document,
    title: change(document.title, page),
    project: change(document.project, page),
    ...(document.story === undefined ? {} : { story: change(document.story, page) }),
    sections: document.sections.map((section) => ({
      ...section,
      title: change(section.title, section.page ?? page),
      text: change(section.text, section.page ?? page),
    })),
  };
}
