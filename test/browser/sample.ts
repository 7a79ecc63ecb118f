/** The sample's pages by name, so that tests say what they open. */
const session = (key: string): string => `sessions/${key}/index.html`;

export const planning = session("f02bc0f1-56a1-4395-b2ae-e7abec79342c");
export const implementation = session("228b4ba3-e4d9-4309-a08d-07cc0ee94989");
export const followUp = session("16d1d5d0-a7dc-4c02-b29d-1b7f600ff9ee");
export const slackWater = session("2bef3ebc-f89b-42f0-85ea-9ff8d44950a3");
export const resumed = session("a5953317-1b0f-4114-9f48-2e0d5a9d9f42");
export const languages = session("4ddfb84d-1471-4272-b920-f35cfdec46de");
export const german = session("303a7189-23e7-4f87-a7ca-0c8374268f13");
export const workflow = session("3446f27a-e15d-4fb0-8e9f-c353b295a294");
export const august = session("181d19a4-47c5-4812-bd64-295d48795c0f");
export const table = session("367652ec-79c1-437c-82d3-1019d96a7a78");
export const spikes = session("1c3942cc-349f-4e04-9126-7dc716786a47");
export const odd = session("694b4c25-68e8-4d90-b811-0af6976be181");
export const teammate = session("56a616f2-cb58-4ec1-8717-6b8a2f1fd6a1");
export const onlyAgents = session("20c437af-73e1-437e-ab49-e692b88c4026");

const agent = (page: string, key: string): string => page.replace("index.html", `agents/${key}/index.html`);

/** Called by `caller`, which `slackWater` called. */
export const nestedAgent = agent(slackWater, "a0140d3bbd91c6c95");
export const caller = agent(slackWater, "ae8db9da1f885ceda");

/** One page of each kind, and the sessions that show the most. */
export const kinds: Readonly<Record<string, string>> = {
  index: "index.html",
  search: "search/index.html",
  report: "report/index.html",
  month: "months/2026-02.html",
  project: "projects/tidemark/index.html",
  story: "stories/f02bc0f1-56a1-4395-b2ae-e7abec79342c/index.html",
  "story of two": "stories/2bef3ebc-f89b-42f0-85ea-9ff8d44950a3/index.html",
  decisions: "decisions/index.html",
  usage: "usage/index.html",
  files: "files/index.html",
  "files of a project": "files/tidemark/index.html",
  file: "files/tidemark/src/tables/week.ts/index.html",
  blame: "files/tidemark/src/tables/week.ts/blame.html",
  "session, implementation": implementation,
  "session, planning": planning,
  "session, slack water": slackWater,
  "session, languages": languages,
  "session, odd lines": odd,
  "session, only agents": onlyAgents,
  "subagent, nested": nestedAgent,
  "subagent that calls": caller,
  "not found": "404.html",
};
