/** `index.json` of every session and story is as its schema says. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { readArchive } from "../../src/archive/index.ts";
import { storyOf } from "../../src/archive/story/index.ts";
import { sessionJson, sessionJsonParts, type Thread } from "../../src/export/session-json.ts";
import { shortTurn } from "../../src/export/short-session.ts";
import { storyJson } from "../../src/export/story-twins.ts";
import type { At, Turn } from "../../src/model/session.ts";
import { corpora } from "../support/corpora.ts";

const ajv = new Ajv2020({ strict: true });
const schema = (of: string) => ajv.compile(JSON.parse(readFileSync(`schema/${of}.schema.json`, "utf8")));
const isSession = schema("session");
const isStory = schema("story");

const agents = resolve("../shared/agents/corpus");
const all = [...corpora, ...(existsSync(agents) ? [{ name: "other coding agents", folder: agents }] : [])];

/** Where in the logs each turn, step and outcome stands; a line without a file is one of the log around. */
function placesIn({ file, turns, agents }: Thread): readonly string[] {
  const place = ({ file: own = file, line }: Partial<At>): string => `${own}:${line}`;
  const ofTurn = ({ at, steps, otherVersions = [] }: Turn): readonly string[] => [
    place(at),
    ...steps.flatMap((step) => [
      place(step.at),
      ...(step.kind === "call" && step.call.outcome.state !== "none" ? [place(step.call.outcome.at)] : []),
    ]),
    ...otherVersions.flat().flatMap(ofTurn),
  ];
  return [...turns.flatMap(ofTurn), ...agents.flatMap(placesIn)];
}

describe.each(all)("$name", ({ folder }) => {
  it("has sessions and stories that their schemas describe", { timeout: 120_000 }, async () => {
    const archive = await readArchive({ sources: [folder], title: "", timeZone: "UTC" });
    const wrong: string[] = [];
    for (const record of archive.sessions) {
      const { session, diagnostics } = archive.whole(record.id);
      const options = { project: archive.projectOf(record).name, generator: "test", diagnostics };
      const isRight = isSession(JSON.parse(sessionJson(session, record, options)));
      if (!isRight) wrong.push(`${record.id} ${ajv.errorsText(isSession.errors?.slice(-1))}`);
      const short = JSON.parse([...sessionJsonParts(session, record, options, shortTurn)].join(""));
      if (!isSession(short)) wrong.push(`${record.id} in short: ${ajv.errorsText(isSession.errors?.slice(-1))}`);
      if (placesIn(short.session).join("\n") !== placesIn(session).join("\n")) wrong.push(`${record.id} other places`);
    }
    for (const chain of archive.chains) {
      const story = storyOf(chain, archive);
      if (story !== undefined && !isStory(JSON.parse(storyJson(story, "test"))))
        wrong.push(`${chain.key} ${ajv.errorsText(isStory.errors?.slice(-1))}`);
    }
    expect(archive.sessions.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });
});

it("a story says the text of each of its plans once", async () => {
  const archive = await readArchive({ sources: ["fixtures/sample/projects"], title: "", timeZone: "UTC" });
  const stories = archive.chains.flatMap((chain) => storyOf(chain, archive) ?? []);
  const revised = stories.find(({ plans }) => plans.some(({ before }) => before !== undefined)) ?? expect.unreachable();
  const text = storyJson(revised, "test");
  for (const { plan } of revised.plans)
    expect(text.split(JSON.stringify(plan.markdown.text.slice(0, 400)).slice(1, -1))).toHaveLength(2);
  const { story } = JSON.parse(text);
  const to = story.parts.flatMap(({ beats }: { beats: { to?: object }[] }) => beats.flatMap((beat) => beat.to ?? []));
  expect(to).toContainEqual({ number: 1, version: 1 });
});

it("a field that the schema does not know is told", () => {
  const value = {
    format: "annals-session",
    version: 2,
    generator: "",
    facts: {},
    session: {},
    diagnostics: [],
    more: 1,
  };
  expect(isSession(value)).toBe(false);
});
