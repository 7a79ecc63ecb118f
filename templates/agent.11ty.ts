import type { AgentRecord, SessionRecord } from "../src/archive.ts";
import { agentPage } from "../src/render/agent-page.ts";
import { agentPath } from "../src/render/links.ts";
import type { TemplateData } from "./data.ts";

interface Data extends TemplateData {
  readonly about: { readonly session: SessionRecord; readonly agent: AgentRecord };
}

export const data = {
  pagination: { data: "annals.agentBatch", size: 1, alias: "about" },
  permalink: ({ about }: Data): string => agentPath(about.session, about.agent),
  eleventyExcludeFromCollections: true,
};

export async function render({ annals, about }: Data): Promise<string> {
  const { archive, version } = annals;
  const open = await archive.open(about.session.id);
  const made = agentPage({ archive, version, record: about.session, agent: about.agent, open });
  if (made === undefined) throw new Error(`Session ${about.session.id} has no agent ${about.agent.id}.`);
  annals.emit(made.files);
  return String(made.html);
}
