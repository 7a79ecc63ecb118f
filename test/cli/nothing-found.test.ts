/** Nothing found is never told as success, and never replaces a site. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../support/run.ts";
import { annals, complaint, log, put, session } from "./in-process.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-nothing-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const at = (name: string): string => join(scratch, name);
const logs = at("logs");
const site = at("site");
const token = `ghp_${"aB3dE5gH7j".repeat(4).slice(0, 36)}`;

beforeAll(async () => {
  log(logs, 1, "/home/ines/tides", [
    { time: "2026-02-10T09:00:00Z", prompt: "Which tide?" },
    { time: "2026-02-10T09:01:00Z", output: 5 },
  ]);
  log(logs, 2, "/home/ines/harbour", [{ time: "2026-03-01T09:00:00Z", prompt: `Use ${token}` }]);
  mkdirSync(at("empty"));
  put(at("blank/-p/x.jsonl"), "");
  put(at("no.json"), "{}");
  expect((await annals("build", logs, "-o", site, "-q", "--no-search")).code).toBe(0);
}, 120_000);

describe("one sentence, exit code 2, and the site stays", () => {
  const config = (value: unknown): readonly string[] => [
    "--for",
    "public",
    "--config",
    put(at(`config-${JSON.stringify(value).length}.json`), JSON.stringify(value)),
  ];
  const only = (list: unknown) => config({ public: { projects: { only: list } } });
  const leaveOut = (list: unknown) => config({ public: { projects: { leaveOut: list } } });
  const cases: readonly (readonly [name: string, args: () => readonly string[], words: RegExp])[] = [
    ["an empty folder", () => [at("empty")], /No session log \(\.jsonl\) was found in ".*empty"/],
    ["logs without a conversation", () => [at("blank")], /no conversation in 1 log/],
    ["a misspelt project", () => [logs, "--project", "tids"], /no project "tids"; the projects are harbour, tides\./],
    [
      "a date in the future",
      () => [logs, "--since", "2031-01-01"],
      /since 2031-01-01; .*from 2026-02-10 to 2026-03-01/,
    ],
    [
      "a project to leave out that is none",
      () => [logs, ...leaveOut(["tydes"])],
      /leaveOut" names no project with "tydes"; the projects are/,
    ],
    ["a project to keep that is none", () => [logs, ...only(["tides", "x"])], /only" names no project with "x"/],
    ["all projects left out", () => [logs, ...leaveOut(["tides", "harbour"])], /leaves out every session/],
    ["a list that is a text", () => [logs, ...leaveOut("tides")], /leaveOut" must be a list/],
    [
      "projects as a list",
      () => [logs, ...config({ public: { projects: ["tides"] } })],
      /"public\.projects" must be an object/,
    ],
    [
      "a misspelt key",
      () => [logs, ...config({ public: { projects: { leaveout: ["tides"] } } })],
      /"public\.projects\.leaveout" is not an option/,
    ],
    [
      "a switch that is a text",
      () => [logs, ...config({ public: { toolOutput: "false" } })],
      /"public\.toolOutput" must be true or false/,
    ],
  ];
  it.each(cases)("%s", async (_name, args, words) => {
    const before = readFileSync(join(site, "index.html"), "utf8");
    const ran = await annals("build", ...args(), "-o", site, "-q", "--no-search");
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr.trim().split("\n")).toHaveLength(1);
    expect(ran.stderr).toMatch(words);
    expect(readFileSync(join(site, "index.html"), "utf8")).toBe(before);
    expect(readdirSync(scratch).filter((name) => name.startsWith(".site"))).toEqual([]);
  });

  it("also where only figures or the model were asked for", async () => {
    for (const command of ["stats", "inspect", "check"]) {
      expect((await annals(command, at("empty"))).code).toBe(2);
      const ran = await annals(command, logs, "--project", "tids");
      expect([ran.code, ran.stdout]).toEqual([2, ""]);
      expect(complaint(ran)).toMatch(/no project "tids"/);
    }
  });

  it("no logs at all do not put the sample in the place of an archive", () => {
    const ran = run(scratch, ["build", "-o", site, "-q"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/No log folder was found .*stays as it is/);
    expect(existsSync(join(site, "sessions", session(1)))).toBe(true);
  });

  it("keeps only the projects of public.projects.only", async () => {
    const ran = await annals("build", logs, "-o", at("only"), "--json", "--no-search", ...only(["tides"]));
    expect(JSON.parse(ran.stdout)).toMatchObject({ sessions: 1, projects: 1 });
    expect(readdirSync(join(at("only"), "projects"))).toEqual(["tides"]);
  });

  it("says that --for public changes nothing where nothing is left out", async () => {
    const ran = await annals("build", logs, "-o", at("same"), "--no-search", ...config({}));
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(/--for public changes nothing/);
    expect(ran.stdout).toMatch(/Left out: nothing/);
  });
});

describe("what a source is", () => {
  const packed: readonly (readonly [name: string, bytes: Uint8Array | string, words: RegExp])[] = [
    ["logs.zip", Buffer.from("504b030414000000", "hex"), /is a zip archive: unpack it/],
    ["x.jsonl.gz", gzipSync("{}"), /compressed with gzip/],
    ["notes.md", "# Notes\n\nNothing.\n", /not a session log/],
  ];
  it.each(packed)("%s is named for what it is", async (name, bytes, words) => {
    writeFileSync(at(name), bytes);
    for (const command of ["build", "check", "stats"]) {
      const ran = await annals(command, at(name));
      expect([ran.code, ran.stdout]).toEqual([2, ""]);
      expect(complaint(ran)).toMatch(words);
    }
  });

  it("a log by another name, and one that begins with junk, are read", async () => {
    const text = readFileSync(join(logs, "-home-ines-tides", `${session(1)}.jsonl`), "utf8");
    for (const [name, content] of [
      ["copy.txt", text],
      ["damaged.jsonl", `\u0000\u0001 not json\n${text}`],
    ] as const) {
      const ran = await annals("inspect", put(at(name), content), "--json");
      expect(JSON.parse(ran.stdout).sessions).toHaveLength(1);
    }
  });

  it("a link is read when it is named, and told when it is not", async () => {
    const linked = at("linked");
    log(linked, 3, "/home/ines/linked", [{ time: "2026-02-10T09:00:00Z", prompt: "Mine" }]);
    symlinkSync(logs, join(linked, "others"));
    symlinkSync(linked, at("link-to-folder"));
    symlinkSync(join(logs, "-home-ines-tides", `${session(1)}.jsonl`), at("link-to-log.jsonl"));
    const model = async (source: string) => JSON.parse((await annals("inspect", source, "--json")).stdout);
    expect((await model(at("link-to-log.jsonl"))).sessions[0].id).toBe(session(1));
    const folder = await model(at("link-to-folder"));
    expect(folder.sessions.map(({ id }: { id: string }) => id)).toEqual([session(3)]);
    expect(folder.diagnostics.map(({ code }: { code: string }) => code)).toEqual(["link-not-followed"]);
    const { stdout } = await annals("build", linked, "-o", at("linked-site"), "--no-search");
    expect(stdout).toMatch(/^1 session of 1 project on \d+ pages/);
    expect(stdout).toMatch(/Not read: 1 × link-not-followed/);
  });
});

describe("annals check says how much it looked at", () => {
  it("in logs, and only in those that were asked for", async () => {
    const found = await annals("check", logs);
    expect(found.code).toBe(1);
    expect(found.stdout).toMatch(/github-token[\s\S]*2 sessions were looked at, 2 logs read/);
    const other = await annals("check", logs, "--project", "tides");
    expect([other.code, other.stdout]).toEqual([0, "Nothing was found: 1 session was looked at, 2 logs read.\n"]);
    expect((await annals("check", logs, "--until", "2026-02-28")).code).toBe(0);
    expect(found.stdout).not.toContain(token);
  });

  it("in a site, also without its marker", async () => {
    rmSync(join(site, ".annals.json"));
    const ran = await annals("check", site);
    expect(ran.stdout).toMatch(/Nothing was found: \d+ pages and \d+ other files of .* were looked at/);
    expect(ran.code).toBe(0);
    put(join(site, "sessions", "page.html"), `<p>${token}</p>`);
    expect((await annals("check", site)).stdout).toMatch(/1 place holds what should not be published; \d+ pages/);
    const wrong = await annals("check", site, "--project", "tides");
    expect([wrong.code, complaint(wrong)]).toEqual([2, expect.stringMatching(/is a site/)]);
  });

  it("and exits with 1 where a part could not be read", async () => {
    const source = at("parts");
    log(source, 4, "/home/ines/parts", [{ time: "2026-02-10T09:00:00Z", prompt: "Mine" }]);
    const ran = run(scratch, ["check", source], {
      NODE_OPTIONS: `--import ${put(at("unreadable.mjs"), unreadable)}`,
      ANNALS_UNREADABLE: put(join(source, "-home-ines-parts", "locked.jsonl"), "{}\n"),
    });
    expect([ran.code, ran.stderr]).toEqual([1, ""]);
    expect(ran.stdout).toMatch(/locked\.jsonl:0 {2}error {2}unreadable-file[\s\S]*1 part could not be read/);
  });
});

/** Who runs tests may be allowed to read everything: the error is made up. */
const unreadable = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const open = fs.openSync;
fs.openSync = (path, ...more) => {
  if (path === process.env.ANNALS_UNREADABLE) throw Object.assign(new Error("EACCES"), { code: "EACCES" });
  return open(path, ...more);
};
syncBuiltinESMExports();
`;

it("counts the sessions that are gone from the logs since the last build", async () => {
  const source = at("going");
  const gone = log(source, 5, "/home/ines/a", [{ time: "2026-02-10T09:00:00Z", prompt: "One" }]);
  log(source, 6, "/home/ines/b", [{ time: "2026-02-10T09:00:00Z", prompt: "Two" }]);
  const build = (...more: readonly string[]) =>
    annals("build", source, "-o", at("gone-site"), "--no-search", "--no-keep", ...more);
  expect((await build()).stdout).not.toMatch(/no longer/);
  rmSync(gone);
  expect((await build()).stdout).toMatch(/1 session of the last build is no longer in the logs/);
  expect((await build("--no-cache")).stdout).not.toMatch(/no longer/);
});

it("writes --redact-output also when the build fails", async () => {
  const report = at("report.json");
  put(at("clash/.annals.json"), '{"files":[]}');
  put(at("clash/index.html"), "a person's own");
  const ran = await annals("build", logs, "-o", at("clash"), "-q", "--no-search", "--redact-output", report);
  expect(ran.code).toBe(2);
  expect(JSON.parse(readFileSync(report, "utf8")).rules).toHaveProperty("github-token");
  expect(readFileSync(report, "utf8")).not.toContain(token);
});
