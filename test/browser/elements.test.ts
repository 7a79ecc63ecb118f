/** Every element of a session page, in real Chromium: it is there, it is in sight or folded as designed, it works. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSeen, origins, useReader, type Watched } from "../support/reader.ts";
import { samplePath } from "../support/site.ts";
import * as at from "./sample.ts";

interface Piece {
  readonly what: string;
  readonly on: string;
  readonly find: string;
  /** What it says, as a reader would read it. */
  readonly says?: RegExp;
  /** Folded at first; the click on `summary` opens it. */
  readonly folded?: true;
  readonly count?: number;
}

const elements: readonly Piece[] = [
  { what: "prompt", on: at.implementation, find: ".turn > .prompt", says: /Do people who have the wrong week/ },
  { what: "prompt number and time", on: at.implementation, find: ".turn:nth-of-type(2) .no", says: /2\s*09:5\d/ },
  { what: "prose", on: at.implementation, find: ".say", says: /^I'll set up the steps as tasks/ },
  { what: "table in prose", on: at.spikes, find: ".say table.tbl", says: /21 June 00:06\s*1 reading/ },
  { what: "highlighted code", on: at.resumed, find: ".say pre.code .token.keyword", says: /^import$/ },
  { what: "thinking", on: at.planning, find: "details.thinking > div", says: /ISO week 1 of 2026/, folded: true },
  { what: "withheld thinking", on: at.languages, find: ".thinking.gone", says: /withheld/ },
  { what: "run of calls", on: at.planning, find: "details.run > ol.work", says: /weekKey/, folded: true },
  { what: "run in one line", on: at.planning, find: "details.run > summary", says: /3 calls\s*Read ×2\s*Grep ×1/ },
  { what: "look", on: at.august, find: ".tool.k-look > .tool-b", says: /import \{ Temporal \}/, folded: true },
  { what: "run", on: at.followUp, find: ".tool.k-run > .tool-b", says: /wrote 52 files/, folded: true },
  { what: "reach out", on: at.spikes, find: ".tool.k-reach > .tool-b", says: /gauge/, folded: true },
  {
    what: "MCP",
    on: at.slackWater,
    find: ".tool.k-reach > .tool-b",
    says: /^MCP server playwright, tool/,
    folded: true,
  },
  {
    what: "delegate",
    on: at.slackWater,
    find: ".tool.k-delegate > .tool-b",
    says: /Launching skill: release-notes/,
    folded: true,
  },
  { what: "diff", on: at.implementation, find: ".tool.k-change[open] pre.diff ins[data-l]", says: /day\.yearOfWeek/ },
  { what: "word marks in a diff", on: at.implementation, find: "pre.diff mark" },
  { what: "failed call", on: at.implementation, find: ".tool.failed > .tool-b", says: /AssertionError/ },
  { what: "exit code", on: at.implementation, find: ".tool.failed > summary", says: /exit 1/ },
  { what: "colours of a terminal", on: at.implementation, find: "pre.out .a31", says: /1 failed/ },
  { what: "rejected call", on: at.german, find: ".tool.k-change.failed > summary", says: /rejected by the user/ },
  { what: "interrupted call", on: at.implementation, find: ".tool.stopped:has(.arg) .meta", says: /interrupted$/ },
  {
    what: "call that was not run",
    on: at.implementation,
    find: ".tool.stopped:has(.arg) .meta",
    says: /not run: a call beside it failed$/,
  },
  { what: "denied call", on: at.august, find: ".tool.failed > summary", says: /permission denied/ },
  { what: "call blocked by a hook", on: at.slackWater, find: ".tool.failed > summary", says: /blocked by a hook/ },
  { what: "call without a result", on: at.odd, find: ".tool.stopped > summary", says: /no result recorded/ },
  { what: "approved plan", on: at.slackWater, find: ".card.plan", says: /Slack water feed\s*approved/ },
  {
    what: "rejected plan, folded",
    on: at.planning,
    find: ".card.plan.rejected .plan-b",
    says: /Write to var\/tables\/v2/,
    folded: true,
  },
  { what: "feedback on a rejected plan", on: at.planning, find: ".card.plan.rejected > .feedback", says: /immutable/ },
  { what: "accepted plan, context cleared", on: at.planning, find: ".card.plan:not(.rejected) .chip", says: /cleared/ },
  {
    what: "accepted plan as prompt",
    on: at.implementation,
    find: ".turn > .no + .card.plan .plan-b",
    says: /Why the old week came back/,
  },
  { what: "pending plan", on: at.languages, find: ".card.plan .chip", says: /no answer recorded/ },
  {
    what: "list of plans",
    on: at.planning,
    find: ".plans li:nth-child(2) a[href]",
    says: /A week belongs to one year/,
  },
  { what: "question, one choice", on: at.planning, find: ".card.question li.yes", says: /Chosen:\s*New folder/ },
  { what: "question, unchosen", on: at.planning, find: ".card.question li:not(.yes)", says: /Rename once/ },
  {
    what: "question, several",
    on: at.implementation,
    find: ".card.question .ask.multi li.yes",
    says: /^Chosen:/,
    count: 2,
  },
  {
    what: "question, own words",
    on: at.implementation,
    find: ".card.question li.yes b:has(.vh)",
    says: /Chosen, own words:\s*“half an hour/,
  },
  { what: "question, refused", on: at.slackWater, find: ".card.question .chip", says: /rejected by the user/ },
  { what: "first tasks", on: at.implementation, find: ".card.tasks:not(.final)", says: /created 6/ },
  { what: "task that was done", on: at.implementation, find: ".card.tasks em", says: /^just done$/ },
  { what: "task that was started", on: at.implementation, find: ".card.tasks em", says: /^started$/ },
  { what: "task that is new", on: at.implementation, find: ".card.tasks em", says: /^new$/ },
  {
    what: "all tasks",
    on: at.implementation,
    find: ".card.tasks:not(.final) > details > ul",
    says: /^Done: Key and title/,
    folded: true,
  },
  {
    what: "tasks at the end",
    on: at.implementation,
    find: "details.card.tasks.final > ul",
    says: /^Done: Key and title/,
    folded: true,
  },
  {
    what: "subagent, what it was asked",
    on: at.planning,
    find: ".agent[open] > .agent-b > .prompt",
    says: /Find everything/,
  },
  { what: "subagent, its last word", on: at.planning, find: ".agent > .agent-b > .say", says: /No place uses/ },
  {
    what: "subagent, its work",
    on: at.planning,
    find: ".agent .run.deep > ol.work",
    says: /README\.md:1/,
    folded: true,
  },
  {
    what: "subagent in a subagent",
    on: at.slackWater,
    find: ".agent .agent > .agent-b",
    says: /4\.1 ms/,
    folded: true,
  },
  {
    what: "several subagents of one call",
    on: at.workflow,
    find: ".agent-b > .agent > .agent-b",
    says: /^Compare strings/,
    folded: true,
    count: 3,
  },
  { what: "internal agents", on: at.implementation, find: ".others details ul", says: /acompact/, folded: true },
  { what: "agents without a session", on: at.onlyAgents, find: ".others li a", says: /Count readings/ },
  { what: "slash command", on: at.implementation, find: ".prompt .cmd", says: /^\/context/ },
  { what: "output of a slash command", on: at.implementation, find: ".local pre.out", says: /71k\/200k tokens/ },
  {
    what: "slash command with arguments",
    on: at.implementation,
    find: ".cmd:has(> span)",
    says: /^\/commit\s*--no-push/,
  },
  { what: "! command", on: at.implementation, find: ".turn:has(.local pre.err) .cmd", says: /^! ls var\/tables/ },
  { what: "error of a ! command", on: at.implementation, find: ".local pre.out.err", says: /No such file/ },
  { what: "hook in the margin", on: at.planning, find: ".note", says: /SessionStart:startup hook/ },
  { what: "hook that failed", on: at.languages, find: ".note.bad", says: /Stop hook[\s\S]*exit code 1/ },
  { what: "notice", on: at.slackWater, find: ".note", says: /^While you were away\s*You asked for a slack water/ },
  { what: "mentioned file", on: at.slackWater, find: ".note", says: /^Mentioned file\s*docs\/feeds\.md/ },
  { what: "hook of a call", on: at.implementation, find: ".tool.failed .cap b", says: /PreToolUse:Bash hook/ },
  { what: "compaction", on: at.implementation, find: ".compact summary", says: /automatic\s*167k tokens before/ },
  {
    what: "summary of a compaction",
    on: at.slackWater,
    find: ".compact details > div",
    says: /^Everything above was replaced/,
    folded: true,
  },
  {
    what: "steering prompt",
    on: at.implementation,
    find: ".prompt.queued",
    says: /to steer it[\s\S]*check the Azores/,
  },
  { what: "queued prompt", on: at.implementation, find: ".turn:nth-of-type(10) .prompt.queued .tag", says: /Queued/ },
  { what: "interruption", on: at.planning, find: ".event:not(.bad)", says: /Interrupted by the user/ },
  {
    what: "API errors in one line",
    on: at.slackWater,
    find: ".event.bad",
    says: /529: Overloaded, 3 retries, 3\.7 s of waiting announced/,
  },
  { what: "model change", on: at.odd, find: ".aside .note", says: /qwen3:8b → / },
  { what: "image in a prompt", on: at.august, find: ".prompt .shot a > img[loading=lazy][width][height]" },
  { what: "image in a result", on: at.slackWater, find: ".tool-b .shot img", folded: true },
  { what: "document", on: at.table, find: '.prompt .cap a[href$=".pdf"]', says: /Document/ },
  { what: "rewind", on: at.languages, find: "fieldset.fork", says: /2 versions from here/ },
  { what: "resumed from", on: at.resumed, find: ".resumed a[href]", says: /Slack water/ },
  { what: "origin prompt", on: at.implementation, find: ".origin blockquote", says: /The office in Sesimbra/ },
  { what: "way to the origin", on: at.implementation, find: ".origin figcaption a[href]", says: /planning session/ },
  { what: "unknown entry", on: at.odd, find: "details.unknown > pre", says: /tide-marker/, folded: true },
  { what: "unknown tool", on: at.odd, find: ".tool:has(.name)", says: /^TidePredictor\s*sesimbra/ },
  { what: "line that is not JSON, in place", on: at.odd, find: ".note.bad", says: /Not JSON/ },
  { what: "line that was cut, in place", on: at.odd, find: ".turn > .note.bad", says: /cut off/ },
  { what: "message of a machine", on: at.teammate, find: ".prompt.machine .tag", says: /Teammate team-lead/ },
  { what: "system reminder", on: at.table, find: "details.reminder > pre", says: /looks malicious/, folded: true },
  { what: "facts of a turn", on: at.implementation, find: ".turn-f", says: /opus-4\.6[\s\S]*cached[\s\S]*≈\$/ },
  { what: "facts of a session", on: at.implementation, find: ".colophon", says: /Time[\s\S]*Prompts[\s\S]*13/ },
  {
    what: "files changed",
    on: at.implementation,
    find: ".changed",
    says: /6 files changed[\s\S]*src\/tables\/week\.ts/,
  },
  { what: "legend", on: at.implementation, find: ".legend", says: /change[\s\S]*failed/ },
  { what: "strip", on: at.implementation, find: '.score svg.strip:has(.k-fail a[href^="#s-"])' },
  { what: "outline with tallies", on: at.implementation, find: ".outline .lm", says: /plan\s*1 failed/ },
  {
    what: "long output, both ends",
    on: at.implementation,
    find: "pre.out:has(> .cut)",
    says: /show all 398 lines/,
    folded: true,
  },
];

const reader = useReader(samplePath);

for (const origin of origins) {
  describe(`elements, from ${origin}`, () => {
    let watched: Watched;
    let page: Page;
    let open = "";
    beforeAll(async () => {
      watched = await reader.context();
      page = watched.page;
    });
    afterAll(() => watched.context.close());
    const goto = async (path: string) => {
      if (open !== path) await page.goto(reader.address(origin, path));
      open = path;
    };

    // In the order of pages: each is opened once.
    for (const path of new Set(elements.map(({ on }) => on))) {
      const own = elements.filter(({ on }) => on === path);
      test.each(own.map((each) => [each.what, each] as const))("%s", async (_, { find, says, folded, count }) => {
        await goto(path);
        const seen = await page.evaluate(look, { find, says: says?.source, folded: folded ?? false });
        if (count === undefined) expect(seen.count).toBeGreaterThan(0);
        else expect(seen.count).toBe(count);
        if (folded) expect(seen.before, "in sight before its fold is opened").toBe(false);
        expect(seen.after, "in sight").toBe(true);
      });
    }

    test("nothing was refused, missing or asked of another host", () => {
      expect(watched.faults()).toEqual([]);
    });
  });
}

/** In the page: what is there, and whether it is in sight before and after the folds around it were clicked. */
function look({ find, says, folded }: { find: string; says: string | undefined; folded: boolean }) {
  const pattern = says === undefined ? undefined : new RegExp(says);
  const found = [...document.querySelectorAll(find)].filter((each) => pattern?.test(each.textContent ?? "") ?? true);
  const [element] = found;
  const isInSight = () => element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ?? false;
  const before = isInSight();
  const summaries: HTMLElement[] = [];
  for (let each = element?.parentElement; folded && each; each = each.parentElement) {
    const summary = each.querySelector<HTMLElement>(":scope > summary");
    if (each.tagName === "DETAILS" && !each.hasAttribute("open") && summary !== null) summaries.unshift(summary);
  }
  for (const summary of summaries) summary.click();
  return { count: found.length, before, after: isInSight() };
}

describe("rewind", () => {
  test("the kept version shows; a radio shows the other one", async () => {
    const { page, context } = await reader.context();
    await page.goto(reader.address("file", at.languages));
    expect(await isSeen(page, '.ver[data-v="2"] .prompt')).toBe(true);
    expect(await isSeen(page, ".ver.gone .prompt")).toBe(false);
    await page.locator('.fork input[value="1"]').check();
    expect(await isSeen(page, '.ver[data-v="2"] .prompt')).toBe(false);
    expect(await isSeen(page, ".ver.gone .prompt")).toBe(true);
    await context.close();
  });
});
