/** The way of a plan through a story: its versions, and the words that it was carried out with. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { collections } from "../../src/archive/collections.ts";
import { storyData } from "../../src/archive/story/json.ts";
import { storyMarkdown } from "../../src/archive/story/markdown.ts";
import { storyJson } from "../../src/export/story-twins.ts";
import { A, archiveOf, B } from "../support/archive.ts";
import { acceptedPlan, said, written } from "../support/story-logs.ts";
import { documentOf, storyHtml } from "../templates/story-pages.ts";

const isStory = new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync("schema/story.schema.json", "utf8")));

const proposal = (session: string, at: string, input: object, n = 1) => [
  said(session, [{ type: "tool_use", id: `toolu_${n}`, name: "ExitPlanMode", input }], `${at}:00Z`, "assistant"),
  said(
    session,
    [{ type: "tool_result", tool_use_id: `toolu_${n}`, is_error: true, content: "The user doesn't want to proceed." }],
    `${at}:01Z`,
  ),
];
const storyOf = async (logs: Readonly<Record<string, readonly string[]>>) => {
  const { archive: odd } = await archiveOf(written(logs));
  const [record] = collections(odd).stories;
  const found = record && documentOf(record, odd);
  if (found === undefined) throw new Error("no story");
  expect(isStory(JSON.parse(storyJson(found, "test"))), JSON.stringify(isStory.errors)).toBe(true);
  return { found, markdown: storyMarkdown(found, odd), page: storyHtml(found, odd) };
};
/** A call of Write that made a file, in a folder. */
const wrote = (session: string, at: string, folder: string, path: string) =>
  [
    said(
      session,
      [
        {
          type: "tool_use",
          id: `toolu_${path}`,
          name: "Write",
          input: { file_path: `${folder}/${path}`, content: "x\n" },
        },
      ],
      `${at}:00Z`,
      "assistant",
    ),
    said(
      session,
      [
        {
          type: "tool_result",
          tool_use_id: `toolu_${path}`,
          content: `File created successfully at: ${folder}/${path}`,
        },
      ],
      `${at}:01Z`,
    ),
  ].map((line) => line.replaceAll("/w/tides", folder));
const times = (text: string, word: string): number => text.split(word).length - 1;

it("a plan that was kept in a file has the words that it was carried out with, once", async () => {
  const { found, markdown, page } = await storyOf({
    [A]: [said(A, "Plan it.", "2026-03-01T09:00:00Z"), ...proposal(A, "2026-03-01T09:01", {})],
    [B]: [said(B, acceptedPlan(A, "- Measure in src/gauge.ts"), "2026-03-01T10:00:00Z")],
  });
  expect(found.plans.map(({ session, plan: { title, status } }) => [session, title, status])).toEqual([
    [A, "Tides", "approved"],
  ]);
  expect(found.parts[1]?.beats[0]?.same).toMatchObject({ plan: { version: 1 } });
  expect(found.planned).toEqual([{ path: "src/gauge.ts", isChanged: false }]);
  for (const text of [markdown, page]) expect(times(text, "Measure in")).toBe(1);
  expect(JSON.stringify(storyData(found))).toContain("Measure in");
});

it("what somebody added to a plan before it was carried out is a version of its own", async () => {
  const { found, markdown, page } = await storyOf({
    [A]: [
      said(A, "Plan it.", "2026-03-01T09:00:00Z"),
      ...proposal(A, "2026-03-01T09:01", { plan: "# Tides\n\n- One" }),
    ],
    [B]: [said(B, acceptedPlan(A, "- One\n- Added in src/added.ts"), "2026-03-01T10:00:00Z")],
  });
  expect(
    found.plans.map(({ session, number, version, versions, isEdited }) => [
      session,
      number,
      version,
      versions,
      isEdited,
    ]),
  ).toEqual([
    [A, 1, 1, 2, undefined],
    [B, 1, 2, 2, true],
  ]);
  expect(found.planned.map(({ path }) => path)).toEqual(["src/added.ts"]);
  expect(markdown).toContain("changed before it was carried out, accepted");
  expect(times(markdown, "Added in")).toBe(1);
  expect(page).toMatch(/<li class="new"><ins>Added in/);
  expect(page).toContain("Changed after version 1 was accepted, before it was carried out.");
});

it.each([
  ["added to", "- One\n- Added in src/added.ts"],
  ["changed", "- One and a half, in src/added.ts"],
])("a plan %s before it was carried out in the session that proposed it is a version of its own", async (_, body) => {
  const { found, markdown, page } = await storyOf({
    [A]: [
      said(A, "Plan it.", "2026-03-01T09:00:00Z"),
      ...proposal(A, "2026-03-01T09:01", { plan: "# Tides\n\n- One" }),
      said(A, acceptedPlan(A, body), "2026-03-01T09:02:00Z"),
      said(A, [{ type: "text", text: "Both are in." }], "2026-03-01T09:03:00Z", "assistant"),
    ],
    [B]: [
      said(B, `Go on, read the full transcript at: /h/.claude/projects/-w-tides/${A}.jsonl`, "2026-03-01T10:00:00Z"),
    ],
  });
  expect(
    found.plans
      .slice(0, 2)
      .map(({ session, version, isEdited, plan: { status } }) => [session, version, isEdited, status]),
  ).toEqual([
    [A, 1, undefined, "approved"],
    [A, 2, true, "approved"],
  ]);
  expect(found.planned.map(({ path }) => path)).toEqual(["src/added.ts"]);
  expect(times(markdown, "src/added.ts")).toBe(1);
  expect(page).toContain("Changed after version 1 was accepted, before it was carried out. Carried out <time");
  expect(page.indexOf("Changed after version 1")).toBeLessThan(page.indexOf("Both are in."));
});

it("the same words proposed twice are proposed again; words that differ late are others", async () => {
  const long = `# Tides\n\n${"Measure the tide again. ".repeat(1000)}`;
  const planning = (second: string) => [
    said(A, "Plan it.", "2026-03-01T09:00:00Z"),
    ...proposal(A, "2026-03-01T09:01", { plan: long }),
    ...proposal(A, "2026-03-01T09:02", { plan: second }, 2),
  ];
  const next = [said(B, acceptedPlan(A, "Something else."), "2026-03-01T10:00:00Z")];
  const again = await storyOf({ [A]: planning(long), [B]: next });
  expect(again.found.plans.map(({ isAgain }) => isAgain)).toEqual([undefined, true, undefined]);
  expect(again.markdown).toContain("version 2, proposed again, accepted");
  expect(again.page).toContain("The words of version 1, proposed again.");
  const other = await storyOf({ [A]: planning(`${long}\n\nAnd late.`), [B]: next });
  expect(other.found.plans.map(({ isAgain }) => isAgain)).toEqual([undefined, undefined, undefined]);
  const { archive: twice } = await archiveOf(written({ [A]: planning(long) }));
  expect(collections(twice).decisions.map(({ fate }) => fate)).toEqual(["rejected", "proposed-again"]);
});

it("files of the same name in two projects are two, each with its project and its page", async () => {
  const inGauge = (lines: readonly string[]) => lines.map((line) => line.replaceAll("/w/tides", "/w/gauge"));
  const { found, markdown, page } = await storyOf({
    [A]: [
      said(A, "Plan it.", "2026-03-01T09:00:00Z"),
      ...wrote(A, "2026-03-01T09:01", "/w/tides", "src/same.ts"),
      ...proposal(A, "2026-03-01T09:02", { plan: "# Tides\n\n- src/same.ts" }),
    ],
    [`-w-gauge/${B}`]: inGauge([
      said(B, acceptedPlan(A, "- src/same.ts"), "2026-03-01T10:00:00Z"),
      ...wrote(B, "2026-03-01T10:01", "/w/gauge", "src/same.ts"),
    ]),
  });
  expect(found.filesChanged.map(({ path, projectName, edits }) => [path, projectName, edits]).sort()).toEqual([
    ["src/same.ts", "gauge", 1],
    ["src/same.ts", "tides", 1],
  ]);
  for (const name of ["gauge", "tides"]) {
    expect(markdown).toContain(`| \`src/same.ts\` of ${name} (new) | 1 | +1 −0 |`);
    expect(page).toMatch(
      new RegExp(`href="[^"]*files/${name}/src/same.ts/[^"]*"><code>src/same.ts</code></a> <small>of ${name}</small>`),
    );
  }
});
