/** Themes: every part can be replaced by name, and a component that is wrong says so. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { monthPages, monthsOf } from "../../src/archive/months.ts";
import { projectPages } from "../../src/archive/stories.ts";
import type { Session } from "../../src/model/session.ts";
import { notFoundPage } from "../../templates/pages/404.11ty.ts";
import { indexPage } from "../../templates/pages/index.11ty.ts";
import { monthPage } from "../../templates/pages/month.11ty.ts";
import { projectPage } from "../../templates/pages/project.11ty.ts";
import { reportPage } from "../../templates/pages/report.11ty.ts";
import { searchPage } from "../../templates/pages/search.11ty.ts";
import { agentPage, type RenderedPage, sessionPage } from "../../templates/pages/session-pages.ts";
import { usagePage } from "../../templates/pages/usage.11ty.ts";
import { type Component, partNames, type Theme, themeOf, withTheme } from "../../templates/theme.ts";
import { byRole, byTag, dom } from "../support/dom.ts";
import { fileHtmls, filesHtml, usageHtml } from "./file-pages.ts";
import { busy, long, rare } from "./rare.ts";
import { sampleArchive as archive, main, open } from "./sample.ts";
import { committingHtml, decisionsHtml, archive as logs, storyHtmls } from "./story-pages.ts";
import * as make from "./support.ts";

const version = "t";
const site = { archive, version };
const project = projectPages(archive.projects[0] ?? make.tidemark, archive);
const months = monthsOf(archive.sessions, archive);
const [month] = months.flatMap(monthPages);

/** A page with the files beside it, as one text. */
const all = (page: RenderedPage | undefined): string =>
  page === undefined ? "" : [page.html, ...page.files.map(({ content }) => content)].map(String).join("\n");

function pagesOf(session: Session, budget?: number): string {
  const record = make.record(session);
  const about = { archive: make.archive([record]), version, record, open: make.opened(session) };
  const limit = budget === undefined ? {} : { budget };
  return [
    all(sessionPage({ ...about, ...limit })),
    ...record.agents.map((agent) => all(agentPage({ ...about, agent, ...limit }))),
  ].join("\n");
}

const folded = make.session([make.turn("Count.", [make.bash("seq 90", "a line\n".repeat(90))])]);
const promptsAlone = make.session([make.turn("Why does it show yesterday?", [])]);

/** Pages that have every part between them. */
const pages: Readonly<Record<string, () => string>> = {
  index: () => String(indexPage(site)),
  search: () => String(searchPage(site)),
  report: () => String(reportPage(site, [{ what: "mode", why: "Says nothing." }])),
  "404": () => String(notFoundPage(archive)),
  month: () => (month === undefined ? "" : String(monthPage(month, site, [month.month]))),
  project: () => project.map((about) => String(projectPage(about, site))).join("\n"),
  session: () => all(sessionPage({ ...site, record: main, open })),
  agents: () => main.agents.map((agent) => all(agentPage({ ...site, record: main, open, agent }))).join("\n"),
  rare: () => pagesOf(rare),
  "an output of both ends": () => pagesOf(folded),
  "a session too large": () => all(sessionPage({ ...site, record: main, open, budget: 12_000 })),
  "a session far too large": () => all(sessionPage({ ...site, record: main, open, budget: 2000 })),
  "much work": () => pagesOf(busy, 100_000),
  "many prompts": () => pagesOf(long, 20_000),
  stories: storyHtmls,
  decisions: decisionsHtml,
  "a session with commits": committingHtml,
  usage: usageHtml,
  "lists of files": filesHtml,
  files: fileHtmls,
  "lists of the sample logs": () =>
    `${indexPage({ archive: logs, version })}${logs.projects
      .map((each) =>
        projectPages(each, logs)
          .map((about) => projectPage(about, { archive: logs, version }))
          .join(""),
      )
      .join("")}`,
  "two agents": () => {
    const records = (["claude-code", "pi"] as const).map((agent) =>
      make.record(make.session([make.turn("Look at the tides.", [])], { id: make.sessionId(agent), agent })),
    );
    return String(usagePage({ ...site, archive: make.archive(records) }));
  },
  "a session with notes": () => {
    const record = { ...main, notes: { star: true as const, tags: ["tides"], note: "Mine" } };
    return all(sessionPage({ ...site, record, open }));
  },
  "prompts only": () => {
    const record = make.record(promptsAlone, { kept: { isPromptsOnly: true } });
    const kept = { ...site, archive: make.archive([record]) };
    return all(sessionPage({ ...kept, record, open: make.opened(promptsAlone) })) + String(indexPage(kept));
  },
};

const parts = partNames().filter((name) => !name.startsWith("tool/"));

/** For each part the first page that shows it; one that is drawn may still give way to another. */
const places = new Map<string, string>();
for (const [page, draw] of Object.entries(pages)) {
  const marked = parts.map((name): [string, Component] => [
    name,
    ({ html, original }, ...given) => html`⟦${name}⟧${original(...given)}`,
  ]);
  for (const [, name = ""] of withTheme(new Map(marked), draw).matchAll(/⟦(\w+)⟧/g))
    if (!places.has(name)) places.set(name, page);
}
const drawnWith = (name: string, component: Component): string =>
  withTheme(themeOf({ [name]: component }), pages[places.get(name) ?? ""] ?? (() => ""));

describe("every part", () => {
  test.each(parts)("%s is replaced by a component of its name", (name) => {
    expect(drawnWith(name, ({ html }) => html`⟦${name}⟧`).includes(`⟦${name}⟧`)).toBe(true);
  });

  const plain = new Map<string, string>();
  const plainPage = (page: string): string => {
    const text = plain.get(page) ?? pages[page]?.() ?? "";
    plain.set(page, text);
    return text;
  };
  /** Hashes follow what they are of: rules in the policy, cut texts in their names. */
  const hashes = /sha256-[\w+/=]+|text\/[0-9a-f]{16}(?:-[0-9a-f]{6})?/g;
  // What is measured moves when it grows by a mark.
  const measured = new Set(["files", "a session too large", "a session far too large", "much work", "many prompts"]);
  test.each(parts.filter((name) => !measured.has(places.get(name) ?? "")))(
    "%s is as it was in a component that gives the original",
    (name) => {
      const drawn = drawnWith(name, ({ html, original }, ...given) => html`⟦⟧${original(...given)}`);
      expect(drawn.includes("⟦⟧")).toBe(true);
      const page = plainPage(places.get(name) ?? "");
      expect(drawn.replaceAll("⟦⟧", "").replace(hashes, "")).toBe(page.replace(hashes, ""));
    },
  );

  test("has one name, and no two share one", () => {
    const folder = fileURLToPath(new URL("../../templates", import.meta.url));
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const named = sources.flatMap((file) =>
      [...readFileSync(join(folder, file), "utf8").matchAll(/(?<![.\w`])part\(\s*"(\w+)"/g)].map(([, name]) => name),
    );
    expect(named.sort()).toEqual(parts);
  });
});

const planCard = (component: Component): string => drawnWith("planCard", component);

describe("a component", () => {
  test("that gives a text has it printed as text", () => {
    expect(planCard(() => "<script>alert(1)</script>")).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });
  test("escapes what it puts into markup, but for markup", () => {
    const drawn = planCard(({ html }) => html`<p>${"<b>"}${html`<i>1</i>`}</p>`);
    expect(drawn).toContain("<p>&lt;b&gt;<i>1</i></p>");
  });
  test("gets what the part gets, and draws with other parts", () => {
    const drawn = planCard((kit, plan) => {
      const { title } = plan as { title: string };
      return kit.html`<h3>Mine: ${title}</h3>${kit.parts.planChip?.(plan) ?? ""}`;
    });
    const headings = byRole(dom(drawn.slice(0, drawn.indexOf("</html>") + 7)), "heading", /^Mine: /);
    expect(headings.length).toBeGreaterThan(0);
    expect(drawn).toContain("accepted, context cleared");
  });
  test("that throws is named, once", () => {
    const fail = (): never => {
      throw new Error("no such field");
    };
    expect(() => planCard(fail)).toThrow('The component "planCard" failed: no such field');
    const turn: Component = ({ original }, ...given) => original(...given);
    const both = themeOf({ turn, planChip: fail });
    expect(() => withTheme(both, pages.session ?? fail)).toThrow(/^The component "planChip" failed: no such field$/);
  });
  test("that gives neither markup nor text is named", () => {
    const wrong = [undefined, null, 3, { toString: () => "<b>" }];
    expect.assertions(wrong.length);
    for (const made of wrong)
      expect(() => planCard(() => made as never)).toThrow(/^The component "planCard" must give markup/);
  });
  test("that leaves out what it was given leaves it out of the page", () => {
    const drawn = drawnWith("callRow", ({ html }) => html`<li>a call</li>`);
    expect(drawn).not.toContain("annals-slot");
    expect(byTag(dom(drawn.slice(0, drawn.indexOf("</html>") + 7)), "li").length).toBeGreaterThan(0);
  });
});

describe("a theme", () => {
  const shout: Component = ({ html }) => html`MINE`;
  test("ends with the page, also when that fails", () => {
    const theme: Theme = themeOf({ siteFooter: shout });
    expect(String(withTheme(theme, () => indexPage(site)))).toContain("MINE");
    expect(() =>
      withTheme(theme, () => {
        throw new Error("odd");
      }),
    ).toThrow("odd");
    expect(String(indexPage(site))).not.toContain("MINE");
  });
  test("holds components of parts, and of tools that nobody knows yet", () => {
    expect([...themeOf({ planCard: shout, "tool/bash": shout, "tool/mcp__x__y": shout }).keys()]).toHaveLength(3);
  });
  test("with a name that no part has is refused, with those it may mean", () => {
    expect(() => themeOf({ planCrad: shout })).toThrow(
      'No part of a page is called "planCrad". Did you mean "planCard"? ',
    );
    expect(() => themeOf({ sessionrow: shout })).toThrow('"sessionRow"');
    expect(() => themeOf({ "completely different": shout })).toThrow(
      /called "completely different"\. Parts are listed/,
    );
    expect(() => themeOf({ "tool/": shout })).toThrow('called "tool/"');
  });
  test("with something else than functions is refused", () => {
    expect(() => themeOf({ planCard: "./plan.js" })).toThrow('The component "planCard" must be a function');
  });
});

describe("stylesheets of a theme", () => {
  const hrefs = (page: unknown): (string | undefined)[] =>
    byTag(dom(String(page)), "link")
      .filter(({ attributes }) => attributes.get("rel") === "stylesheet")
      .map(({ attributes }) => attributes.get("href"));
  const styles = ["assets/theme/mine.css", "assets/theme/more tokens.css"];

  test("come after ours on every page, by a path of their own site that works from any folder and from a disk", () => {
    expect(hrefs(indexPage({ ...site, styles }))).toEqual([
      "assets/annals.css",
      "assets/theme/mine.css",
      "assets/theme/more%20tokens.css",
    ]);
    const { html, files } = sessionPage({ ...site, record: main, open, budget: 12_000, styles });
    const deep = ["../../assets/annals.css", "../../assets/theme/mine.css", "../../assets/theme/more%20tokens.css"];
    expect(hrefs(html)).toEqual(deep);
    expect(hrefs(files.find(({ path }) => path.endsWith("part-1.html"))?.content)).toEqual(deep);
  });

  test("are allowed by the policy, which still allows nothing from elsewhere", () => {
    const page = dom(indexPage({ ...site, styles }));
    const [policy] = byTag(page, "meta").flatMap(({ attributes }) =>
      attributes.has("http-equiv") ? [attributes.get("content") ?? ""] : [],
    );
    expect(policy?.split("; ")).toEqual(
      expect.arrayContaining(["default-src 'none'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'"]),
    );
  });

  test("are none unless there are some", () => {
    expect(hrefs(indexPage(site))).toEqual(["assets/annals.css"]);
  });
});
