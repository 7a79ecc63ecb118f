import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { document, said, temporary, writeDocuments } from "./documents.ts";
import { marked, openSearch } from "./open-search.ts";

const site = temporary();
let search: Awaited<ReturnType<typeof openSearch>>;

const everyKind = document(
  "kinds",
  [
    { kind: "typed", text: "Why does the harbour clock drift?" },
    { kind: "said", text: "The clock drifts because the offset is cached.", title: "Prompt 1" },
    {
      kind: "output",
      tool: "Bash",
      verb: "run",
      text: "ENOENT: no such file, open '/srv/tide/clock.json'",
      title: "Prompt 2 · Bash cat clock.json failed",
    },
    { kind: "command", tool: "Bash", verb: "run", text: "cat clock.json" },
    { kind: "output", tool: "Read", verb: "look", text: "export const drift = 4" },
    {
      kind: "said",
      text: "Only an agent knows the walrus.",
      page: "sessions/kinds/agents/a1/index.html",
      title: "Prompt 2 · in agent Find callers",
    },
  ],
  { failures: 1, project: "harbour", time: "2025-12-01T10:00:00Z" },
);

beforeAll(async () => {
  const documents = [
    said("camel", "It calls user.getUserName(id) and then XMLHttpRequest"),
    said("snake", "the column snake_case_name is null"),
    said("path", "Look at src/lib/util.ts:42 and ~/dev/tpm0, then error TS2345"),
    said("chinese", "我们修复了搜索引擎的问题，现在很快。"),
    said("japanese", "検索エンジンを直しました"),
    said("thai", "ค้นหาข้อความภาษาไทย"),
    said("korean", "오늘 만조시각을 다시 계산했습니다. (한국어)"),
    said("korean-apart", "\u1106\u116e\u11ab\u1109\u1165.md 를 고쳤다"),
    said("arabic", "تم إصلاح محرّك البحث في الأرشيف"),
    said("hindi", "खोज में हिन्दी शब्द मिलते हैं"),
    said("vietnamese", "Đã sửa lỗi tìm kiếm tiếng Việt"),
    said("russian", "Исправлен архив сессий, теперь поиск работает"),
    said("phrase", "the clock change of march broke the feed"),
    said("scattered", "a change in the wall clock"),
    said("accents", "naïve façade"),
    said("flags", "run chromium --no-sandbox with a=b"),
    document("files", [
      { kind: "said", text: "then src/week.test.ts" },
      { kind: "said", text: "see src/week.ts for it" },
    ]),
    said("begins-alike", "weekTitle weekTitles weekTally"),
    document("titled-file", [{ text: "Nothing of it here." }], { title: "Mend tide.ts" }),
    document("titled-alike", [{ text: "Nothing of it there." }], { title: "Mend tideTable" }),
    everyKind,
    document("empty", [], { title: "Nothing but a quokka" }),
    document("titled", [{ kind: "said", text: "It swims." }], { title: "About a capybara" }),
    document(
      "agents-only",
      [{ kind: "command", text: "Begin the pelican census", page: "sessions/agents-only/agents/a2/index.html" }],
      { title: "Begin the pelican census" },
    ),
    document("long", [
      { kind: "output", tool: "Bash", text: `${"lorem ipsum ".repeat(20_000)} needle ${"dolor sit ".repeat(20_000)}` },
    ]),
  ];
  await writeDocuments(documents, site);
  search = await openSearch(site);
});
afterAll(() => rmSync(site, { recursive: true }));

const keys = async (query: string, facets = "") => [...(await search(query, facets)).keys].sort();

describe("identifiers", () => {
  test.each([
    "getUserName",
    "getusername",
    "username",
    "userName",
    "user",
    "name",
    "user.getUserName",
    "httprequest",
    "request",
  ])("%s finds user.getUserName(id) and XMLHttpRequest", async (query) => expect(await keys(query)).toContain("camel"));
  test.each(["snake_case_name", "snake", "case", "case_name", "snake_case"])(
    "%s finds snake_case_name",
    async (query) => expect(await keys(query)).toEqual(["snake"]),
  );
  test.each(["src/lib/util.ts", "util.ts", "lib/util", "util", "TS2345", "2345", "tpm0", "util.ts:42"])(
    "%s finds the path or code",
    async (query) => expect(await keys(query)).toEqual(["path"]),
  );
  test("a file name finds the file, not what begins like its stem", async () => {
    // A final s is an ending: "week.ts" stands as "weekt" in the index, and weekTitle begins so.
    expect(await keys("week.ts")).toEqual(["files"]);
    expect(await keys("weekTitle")).toEqual(["begins-alike"]);
    const { results, places } = await search("week.ts");
    expect((await places(results[0] as never)).map(marked)).toEqual([
      "see src/[week.ts] for it",
      "then [src/week.test.ts]",
    ]);
  });
  test("a file name is found in a title that no text repeats", async () =>
    expect(await keys("tide.ts")).toEqual(["titled-file"]));
  test("a name that is still being typed finds what it begins", async () => {
    expect(await keys("lib/ut")).toEqual(["path"]);
    expect(await keys("getUserNa")).toEqual(["camel"]);
  });
  test("a flag is found with its dashes, a pair only as it is", async () => {
    expect(await keys("--no-sandbox")).toEqual(["flags"]);
    expect(await keys("a=b")).toEqual(["flags"]);
    expect(await keys("a=c")).toEqual([]);
  });
  test("what is marked is the name, though the end of it was asked for", async () => {
    const { results, places } = await search("username");
    expect(marked((await places(results[0] as never))[0])).toContain("user.get[UserName](id)");
  });
});

describe("languages", () => {
  test.each([
    ["修复", "chinese"],
    ["搜索引擎", "chinese"],
    ["引擎", "chinese"],
    ["快", "chinese"],
    ["検索", "japanese"],
    ["エンジン", "japanese"],
    ["ข้อความ", "thai"],
    ["ภาษาไทย", "thai"],
    ["만조시각", "korean"],
    ["만조", "korean"],
    ["한국어", "korean"],
    ["계산", "korean"],
    ["계산했".normalize("NFD"), "korean"],
    ["문서", "korean-apart"],
    ["البحث", "arabic"],
    ["محرك", "arabic"],
    ["محرّك", "arabic"],
    ["الأرشيف", "arabic"],
    ["الارشيف", "arabic"],
    ["हिन्दी", "hindi"],
    ["शब्द", "hindi"],
    ["tiếng", "vietnamese"],
    ["tieng viet", "vietnamese"],
    ["Tìm Kiếm", "vietnamese"],
    ["Đã sửa", "vietnamese"],
    ["архив", "russian"],
    ["архи", "russian"],
    ["naive", "accents"],
    ["façade", "accents"],
  ])("%s is found", async (query, key) => expect(await keys(query)).toEqual([key]));
  test("characters that do not follow each other are not a word", async () => expect(await keys("修搜")).toEqual([]));
  test("an excerpt has no spaces between characters", async () => {
    const { results, places } = await search("修复");
    expect(marked((await places(results[0] as never))[0])).toBe("我们[修复]了搜索引擎的问题，现在很快。");
  });
  test.each([
    ["한국어", "[한국어]"],
    ["हिन्दी", "[हिन्दी]"],
    ["الارشيف", "[الأرشيف]"],
    ["tieng", "[tiếng]"],
  ])("%s is marked with its signs", async (query, mark) => {
    const { results, places } = await search(query);
    expect(marked((await places(results[0] as never))[0])).toContain(mark);
  });
  test("another ending of a word is found, and said so", async () => {
    const { keys: found, near } = await search("архивы");
    expect(found).toEqual(["russian"]);
    expect(near).toEqual([{ asked: "архивы", found: "архив" }]);
  });
  test("another ending of a word that only a title has is found too", async () => {
    const { keys: found, near } = await search("capybaraz");
    expect(found).toEqual(["titled"]);
    expect(near).toEqual([{ asked: "capybaraz", found: "capybara" }]);
  });
});

describe("words and phrases", () => {
  test("all words must be there, in any order", async () =>
    expect(await keys("change clock")).toEqual(["phrase", "scattered"]));
  test("a phrase is found as it stands", async () => expect(await keys('"clock change"')).toEqual(["phrase"]));
  test("a phrase goes with words", async () => {
    expect(await keys('"clock change" feed')).toEqual(["phrase"]);
    expect(await keys('"clock change" wall')).toEqual([]);
  });
  test("words may stand in different kinds of text of one session", async () =>
    expect(await keys("harbour cached")).toEqual(["kinds"]));
  test("a word that nobody wrote finds nothing", async () => {
    const { keys: found, missing } = await search("clockzzz");
    expect(found).toEqual([]);
    expect(missing).toEqual(["clockzzz"]);
  });
  test("a title is found where the session has no text", async () => expect(await keys("quokka")).toEqual(["empty"]));
  test("a word deep in a long session is found and shown", async () => {
    const { results, places } = await search("needle");
    const [place] = await places(results[0] as never);
    expect(place?.anchor).toBe("s-long-0");
    expect(marked(place)).toContain("[needle] dolor");
  });
});

describe("facets", () => {
  test("kinds are those of the places", async () => {
    expect(await keys("clock", "kind=typed")).toEqual(["kinds"]);
    expect(await keys("cached", "kind=typed")).toEqual([]);
    expect(await keys("clock cached", "kind=typed")).toEqual([]);
    expect(await keys("enoent", "kind=output")).toEqual(["kinds"]);
  });
  test("tools are those of the places", async () => {
    expect(await keys("drift", "tool=Read")).toEqual(["kinds"]);
    expect(await keys("enoent", "tool=Read")).toEqual([]);
    expect(await keys("enoent", "tool=Bash")).toEqual(["kinds"]);
  });
  test("places follow the kind", async () => {
    const { results, places } = await search("clock", "kind=command");
    const found = await places(results[0] as never);
    expect(found.map(({ kind }) => kind)).toEqual(["command"]);
  });
  test("counts are of sessions, whatever else of the facet is chosen", async () => {
    const { counts } = await search("clock", "project=harbour");
    expect(Object.fromEntries(counts.project ?? [])).toEqual({ harbour: 1, tides: 2 });
    expect(counts.kind?.get("typed")).toBe(1);
    expect(counts.failures?.get("yes")).toBe(1);
  });
  test("without words the chosen sessions are listed, the newest first", async () => {
    const { keys: found } = await search("", "project=harbour&project=tides");
    expect(found).toHaveLength(25);
    expect(found.at(-1)).toBe("kinds");
    expect(await keys("", "month=2025-12")).toEqual(["kinds"]);
    expect(await keys("", "to=2025-12-31")).toEqual(["kinds"]);
    expect(await keys("", "tool=Read")).toEqual(["kinds"]);
    expect(await keys("", "failures=yes")).toEqual(["kinds"]);
  });
  test("a kind without words gives what there is of it, from its beginning", async () => {
    const { results, places } = await search("", "kind=output&month=2025-12");
    const found = await places(results[0] as never);
    expect(found.map(({ anchor, kind }) => [anchor, kind])).toEqual([
      ["s-kinds-2", "output"],
      ["s-kinds-4", "output"],
    ]);
    expect(marked(found[0])).toBe("ENOENT: no such file, open '/srv/tide/clock.json'");
    expect((await places((await search("", "tool=Read")).results[0] as never)).map(({ tool }) => tool)).toEqual([
      "Read",
    ]);
  });
  test.each([
    "month=x",
    "month=2026-13",
    "month=__proto__",
    "kind=constructor",
    "failures=no",
    "from=2026-99-99",
    "project=",
  ])("%s in an address cannot be meant and is left out", async (facets) =>
    expect(await keys("clock", facets)).toEqual(await keys("clock")),
  );
  test.each(["project=nowhere", "tool=__proto__", "tool=constructor"])(
    "%s is a choice that nothing meets",
    async (facets) => expect(await keys("clock", facets)).toEqual([]),
  );
  test("order by date", async () => {
    expect((await search("clock", "sort=oldest")).keys[0]).toBe("kinds");
    expect((await search("clock", "sort=newest")).keys.at(-1)).toBe("kinds");
  });
});

describe("places", () => {
  test("lead to the element and say what it is", async () => {
    const { results, places } = await search("enoent");
    const [place] = await places(results[0] as never);
    expect(place).toMatchObject({
      anchor: "s-kinds-2",
      page: "sessions/kinds/index.html",
      kind: "output",
      tool: "Bash",
      where: "Prompt 2",
    });
    expect(place?.about).toEqual(["Bash cat clock.json failed"]);
    expect(marked(place)).toBe("[ENOENT]: no such file, open '/srv/tide/clock.json'");
  });
  test("an agent's words lead to its page and say so", async () => {
    const { results, places } = await search("walrus");
    const [place] = await places(results[0] as never);
    expect(place).toMatchObject({ page: "sessions/kinds/agents/a1/index.html", about: ["in agent Find callers"] });
  });
  test("a session that has only agents leads to their pages, not to its own empty one", async () => {
    const { results, places } = await search('"pelican census"');
    const found = await places(results[0] as never);
    expect(found.map(({ page }) => page)).toEqual(["sessions/agents-only/agents/a2/index.html"]);
  });
  test("what was typed comes before what was said", async () => {
    const { results, places } = await search("clock", "project=harbour");
    expect((await places(results[0] as never)).map(({ kind }) => kind)).toEqual(["typed", "said", "command", "output"]);
  });
});
