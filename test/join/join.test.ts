/** A portal over several archives: one search with the answers of one archive, and nothing of an archive taken on trust. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { WordList } from "../../src/join/words.ts";
import { unpacked } from "../../src/site/boot.ts";
import { openSearch } from "../../src/site/search.ts";
import { annals, complaint } from "../cli/in-process.ts";
import { dom, textOf } from "../support/dom.ts";
import { bytesOf } from "./bytes.ts";
import { type ChangedBoot, changedArchive } from "./hostile.ts";
import { commonWord, ownWord, sessionsOf, sharedWord, word, writeArchive } from "./simulated.ts";

const archives = 8;
const sessions = 30;
let base = "";
const at = (...names: readonly string[]): string => join(base, ...names);
const folders = (): string[] => Array.from({ length: archives }, (_, number) => at(`archive-${number}`));

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), "annals-join-test-"));
  for (const [number, folder] of folders().entries())
    await writeArchive(folder, `Archive ${number}`, sessionsOf(number, sessions));
  await writeArchive(
    at("whole"),
    "Whole",
    folders().flatMap((_, number) => sessionsOf(number, sessions)),
  );
  const { code, stderr } = await annals("join", ...folders(), "-o", at("portal"), "--time-zone", "UTC", "--quiet");
  expect(code, stderr).toBe(0);
});

const queries: readonly (readonly [what: string, words: string])[] = [
  ["a word of one archive", ownWord(5, 40)],
  ["a word that few have", sharedWord(3000)],
  ["a word that all have", commonWord],
  ["two words", `${sharedWord(20)} ${ownWord(2, 3)}`],
  ["a phrase", `"${sharedWord(1)} ${sharedWord(2)}"`],
  ["the beginning of words", ownWord(3, 40).slice(0, 4)],
  ["the beginning of very many words", word(3).slice(0, 1)],
  ["a word that is nearly one", `${ownWord(4, 9)}zz`],
  ["nothing", "zzyzxquux"],
];

describe("one search over all", () => {
  test.each(queries)("%s: the sessions and counts that one archive of all has", async (_, words) => {
    const question = { words, facets: {}, limit: 1000 };
    const [portal, whole] = await Promise.all(
      ["portal", "whole"].map(async (name) => (await openSearch(at(name))).ask(question)),
    );
    const found = (answer: typeof portal) =>
      answer?.results.map(({ session, matches }) => `${session.key} ${matches}`).sort();
    expect(found(portal)).toEqual(found(whole));
    expect([portal?.matches, portal?.near, portal?.lost]).toEqual([whole?.matches, whole?.near, whole?.lost]);
  });
  test("each result says which archive it is of, and leads to its page there", async () => {
    const { results } = await (await openSearch(at("portal"))).ask({ words: commonWord, facets: {}, limit: 1000 });
    expect(new Set(results.map(({ session }) => session.archive)).size).toBe(archives);
    for (const { session } of results) {
      const number = /^a(\d+)-/.exec(session.key)?.[1];
      expect(session).toMatchObject({
        archive: `Archive ${number}`,
        page: `../archive-${number}/sessions/${session.key}/index.html`,
      });
    }
  });
  test("archives narrow a search, alone too", async () => {
    const search = await openSearch(at("portal"));
    const facets = { archive: ["Archive 2", "Archive 3"] };
    const listed = await search.ask({ words: "", facets, limit: 1000 });
    expect(listed.sessions).toBe(2 * sessions);
    const found = await search.ask({ words: commonWord, facets, limit: 1000 });
    expect(new Set(found.results.map(({ session }) => session.archive))).toEqual(new Set(facets.archive));
  });
  test("loads at most twice what one archive of the same sessions does, and for a word of one archive what that one does", async () => {
    const bytes = async (name: string, words: string) => (await bytesOf(at(name), words)).bytes;
    const own = ownWord(5, 40);
    expect(await bytes("portal", own)).toBeLessThan(2 * (await bytes("archive-5", own)));
    for (const words of [own, sharedWord(5000), "zzyzxquux"])
      expect(await bytes("portal", words), words).toBeLessThanOrEqual(2 * (await bytes("whole", words)));
  });
  test("archives that cannot be loaded are told, and the others answer", async () => {
    const folder = at("portal-damaged");
    cpSync(at("portal"), folder, { recursive: true });
    writeFileSync(join(folder, "pagefind/archives/archive-3.js"), "nothing");
    const warn = console.warn;
    console.warn = () => undefined;
    const answer = await (await openSearch(folder)).ask({ words: commonWord, facets: {}, limit: 1000 });
    console.warn = warn;
    expect([answer.sessions, answer.lost]).toEqual([(archives - 1) * sessions, sessions]);
  });
});

describe("the list of words", () => {
  test("says which archives have a word, in the order of code points", () => {
    const list = new WordList();
    list.add(0, ["\u{1f30a}", "a", "b"]);
    list.add(1, ["b", "b", "\uff5e", "two words", ""]);
    const [piece] = [...list.pieces()];
    const { sets, words, numbers } = unpacked(piece?.content ?? new Uint8Array(), "") as {
      sets: number[][];
      words: string;
      numbers: number[];
    };
    expect(words.split(" ")).toEqual(["a", "b", "\uff5e", "\u{1f30a}"]);
    expect(numbers.map((number) => sets[number])).toEqual([[0], [0, 1], [1], [0]]);
  });
});

describe("lists", () => {
  const page = (...names: readonly string[]) => dom(readFileSync(at("portal", ...names), "utf8"));
  test("the front page has all archives, and the newest sessions with theirs", () => {
    const text = textOf(page("index.html"));
    for (let number = 0; number < archives; number++) expect(text).toContain(`Archive ${number} 30`.replace(" 30", ""));
    expect(text).toContain(`${archives * sessions} sessions in ${archives} archives`);
  });
  test("months and projects have every session once", () => {
    for (const folder of ["months", "projects"]) {
      const links = readdirSync(at("portal", folder)).flatMap((name) =>
        [...readFileSync(at("portal", folder, name), "utf8").matchAll(/href="([^"]*\/sessions\/[^"]*)"/g)].map(
          ([, href]) => href,
        ),
      );
      expect(new Set(links).size).toBe(archives * sessions);
      expect(links).toHaveLength(archives * sessions);
      expect(links[0]).toMatch(/^\.\.\/\.\.\/archive-\d+\/sessions\//);
    }
  });
});

describe("copies", () => {
  test("a portal with copies needs nothing beside it", async () => {
    const { code } = await annals(
      "join",
      `boat=${folders()[0]}`,
      `boat=${folders()[1]}`,
      "-o",
      at("copied"),
      "--copy",
      "--quiet",
    );
    expect(code).toBe(0);
    expect(readdirSync(at("copied/archives")).sort()).toEqual(["boat", "boat-2"]);
    const { results } = await (await openSearch(at("copied"))).ask({ words: commonWord, facets: {}, limit: 1000 });
    expect(new Set(results.map(({ session }) => session.archive))).toEqual(new Set(["boat", "boat (2)"]));
    expect(existsSync(at("copied", results[0]?.session.page.replace(/sessions.*/, "index.html") ?? ""))).toBe(true);
  });
  test("the same sessions in two archives are found in both", async () => {
    const one = folders()[0] ?? "";
    await annals("join", `one=${one}`, `two=${one}`, "-o", at("twice"), "--quiet");
    const { results } = await (await openSearch(at("twice"))).ask({ words: ownWord(0, 2), facets: {}, limit: 1000 });
    const of = (name: string) =>
      results
        .filter(({ session }) => session.archive === name)
        .map(({ session }) => session.key)
        .sort();
    expect(of("one").length).toBeGreaterThan(0);
    expect(of("one")).toEqual(of("two"));
  });
});

const changed = (name: string, change: (boot: ChangedBoot) => void): string => {
  rmSync(at(name), { recursive: true, force: true });
  return changedArchive(folders()[0] ?? "", at(name), change);
};

const firstPart = ({ sessions: [first = []] }: { readonly sessions: unknown[][] }): unknown[] => {
  const [part = []] = first[10] as unknown[][];
  return part;
};

describe("an archive that somebody else made", () => {
  const refused: readonly (readonly [what: string, change: Parameters<typeof changed>[1]])[] = [
    ["a key that leads elsewhere", ({ table }) => (table.sessions[0] as unknown[]).splice(0, 1, "../../../etc")],
    ["a page on another host", ({ table }) => firstPart(table).splice(1, 1, "//evil.example/x")],
    ["a page that is a script", ({ table }) => firstPart(table).splice(1, 1, "javascript:alert(1)")],
    ["a text outside of its index", ({ table }) => firstPart(table).splice(0, 1, "../../../../etc/passwd")],
    ["a shard outside of its index", ({ shards }) => Object.assign(shards[0] ?? {}, { name: "../x", folder: "../x/" })],
    ["a title that is none", ({ table }) => (table.sessions[0] as unknown[]).splice(1, 1, { toString: "x" })],
    ["a project that is not there", ({ table }) => (table.sessions[0] as unknown[]).splice(3, 1, 99)],
    ["a verb that is markup", ({ table }) => Object.assign(table, { verbs: { Bash: '"><script>' } })],
    ["no table", (boot) => Object.assign(boot, { table: null })],
  ];
  test.each(refused)("with %s is refused in one sentence", async (_, change) => {
    const ran = await annals("join", changed("hostile", change), "-o", at("refused"));
    expect(ran.code).toBe(2);
    expect(complaint(ran)).toMatch(/hostile" cannot be read: .* is not what it should be\.$/);
    expect(existsSync(at("refused"))).toBe(false);
  });
  test("its scripts are not taken over: a portal's are made of bytes alone", async () => {
    const folder = changed("scripts", () => undefined);
    const [shard = ""] = readdirSync(join(folder, "pagefind/offline"));
    for (const kind of ["index", "fragment"])
      for (const name of readdirSync(join(folder, "pagefind/offline", shard, kind)))
        writeFileSync(join(folder, "pagefind/offline", shard, kind, name), "globalThis.evil=1");
    writeFileSync(
      join(folder, "pagefind/boot.js"),
      Buffer.concat([readFileSync(join(folder, "pagefind/boot.js")), Buffer.from(";globalThis.evil=1")]),
    );
    await annals("join", folder, "-o", at("over-scripts"), "--quiet");
    const scripts = readdirSync(at("over-scripts/pagefind"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".js"),
    );
    expect(scripts.length).toBeGreaterThan(20);
    const whole = /^(?:annalsPiece\("[\w/-]+","(?:[^"\\\n\r]|\\["\\nr])*"\)\n)+$/;
    for (const name of scripts) {
      const text = readFileSync(at("over-scripts/pagefind", name), "latin1");
      expect(text, name).toMatch(whole);
      expect(text).not.toContain("evil");
    }
  });
  test("markup in names and titles stays text", async () => {
    const evil = "<img src=x onerror=alert(1)>\"'</title><script>alert(1)</script>";
    const folder = changed("markup", ({ table }) => {
      for (const session of table.sessions) session[1] = evil;
      table.projects = [evil];
      table.branches = (table.branches as string[]).map(() => evil);
    });
    writeFileSync(join(folder, "index.html"), `<title>${evil.replaceAll("<", "&lt;")}</title>`);
    await annals("join", folder, `<b onclick>"'&=${folders()[1]}`, "-o", at("over-markup"), "--quiet", "--title", evil);
    const pages = readdirSync(at("over-markup"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".html"),
    );
    expect(pages.length).toBeGreaterThan(4);
    for (const name of pages) {
      const markup = readFileSync(at("over-markup", name), "utf8");
      expect(markup, name).not.toMatch(/<img|<script>alert|onerror=[^&]*>/);
      expect(markup).toContain("Content-Security-Policy");
    }
    expect(readFileSync(at("over-markup/index.html"), "utf8")).toContain("&lt;img src=x");
  });
  test.each([
    ["a piece that is cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    [
      "a piece of something else",
      () => gzipSync(Buffer.concat([Buffer.from("pagefind_dcd"), Buffer.from([0x9a, 0xff, 0xff, 0xff, 0xff])])),
    ],
  ])("with %s is refused in one sentence", async (_, change) => {
    const folder = changed("cut", () => undefined);
    const index = join(folder, "pagefind/index");
    const [name = ""] = readdirSync(index);
    writeFileSync(join(index, name), change(readFileSync(join(index, name))));
    const ran = await annals("join", folder, "-o", at("refused"));
    expect(ran.code).toBe(2);
    expect(complaint(ran)).toMatch(/cut" cannot be read: index\/en_\w+ of its index is damaged or missing/);
  });
});

describe("what is typed", () => {
  test.each<readonly [string, () => readonly string[], RegExp]>([
    ["no site", () => ["-o", at("x")], /needs sites/],
    ["no folder", () => [folders()[0] ?? ""], /needs a folder for the portal/],
    ["a folder that is no site", () => [at("nowhere"), "-o", at("x")], /is not a site that annals made/],
    ["a portal", () => [at("portal"), "-o", at("x")], /is a portal itself/],
    [
      "a portal in its archive",
      () => [folders()[0] ?? "", "-o", join(folders()[0] ?? "", "x")],
      /would lie in the archive/,
    ],
    ["an archive in the portal", () => [folders()[0] ?? "", "-o", base], /lies in the portal's folder/],
  ])("%s is one sentence", async (_, args, sentence) => {
    const ran = await annals("join", ...args());
    expect(ran.code).toBe(2);
    expect(complaint(ran)).toMatch(sentence);
  });
  test("a folder that somebody else made is not taken", async () => {
    mkdirSync(at("mine"));
    writeFileSync(at("mine", "letter.txt"), "mine");
    const ran = await annals("join", folders()[0] ?? "", "-o", at("mine"));
    expect([ran.code, readFileSync(at("mine", "letter.txt"), "utf8")]).toEqual([2, "mine"]);
  });
});
