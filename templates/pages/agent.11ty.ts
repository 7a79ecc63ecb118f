import { agentPath } from "../../src/address/paths.ts";
import type { AgentRecord, SessionRecord } from "../../src/model/archive.ts";
import { sessionPages } from "./session-pages.ts";
import type { TemplateData } from "./template-data.ts";

interface Data extends TemplateData {
  readonly about: { readonly session: SessionRecord; readonly agent: AgentRecord };
}

export const data = {
  pagination: { data: "annals.agents", size: 1, alias: "about" },
  permalink: ({ about }: Data): string => agentPath(about.session, about.agent),
  eleventyExcludeFromCollections: true,
};

export const render = ({ annals, about }: Data): Promise<string> => sessionPages(annals, about.session, about.agent);
