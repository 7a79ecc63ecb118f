import type { AgentRecord, SessionRecord } from "../src/archive.ts";
import { agentPath } from "../src/render/links.ts";
import type { TemplateData } from "./data.ts";
import { sessionPages } from "./session-pages.ts";

interface Data extends TemplateData {
  readonly about: { readonly session: SessionRecord; readonly agent: AgentRecord };
}

export const data = {
  pagination: { data: "annals.agentBatch", size: 1, alias: "about" },
  permalink: ({ about }: Data): string => agentPath(about.session, about.agent),
  eleventyExcludeFromCollections: true,
};

export const render = ({ annals, about }: Data): Promise<string> => sessionPages(annals, about.session, about.agent);
