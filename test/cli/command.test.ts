import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../support/run.ts";

let scratch = "";
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "annals-command-"));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const sample = join(process.cwd(), "fixtures/sample/projects");

describe("wrong usage gets one sentence and exit code 2", () => {
  const cases: readonly (readonly [name: string, args: readonly string[], words: RegExp])[] = [
    ["an unknown option", ["build", "--colour"], /--colour/],
    ["an unknown command", ["bake"], /no command "bake"/],
    ["an option of another command", ["stats", "--title", "x"], /annals stats has no option --title/],
    ["a source that is not there", ["build", "nowhere"], /no file or folder "nowhere"/],
    ["a date that is none", ["build", "--since", "yesterday"], /"yesterday" is not a date/],
    ["dates the wrong way round", ["build", "--since", "2026-02-02", "--until", "2026-01-01"], /lies after/],
    ["a zone that is none", ["build", "--time-zone", "Mars/Base"], /"Mars\/Base" is not a time zone/],
    ["inspect without a source", ["inspect"], /needs a file or a folder/],
  ];
  it.each(cases)("%s", (_name, args, words) => {
    const { code, stdout, stderr } = run(scratch, args);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(words);
  });
});

describe("annals build", () => {
  it("builds the sample where there are no logs, and says so", () => {
    const { code, stdout, stderr } = run(scratch, ["build", "-o", "sample-site"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/No logs were found \(looked for .*projects.*\), so this is the sample/);
    expect(stdout).toMatch(/15 sessions of 3 projects/);
    expect(stdout).toMatch(/Not understood, shown as it is: .*1 × unknown-entry/);
    expect(stdout).toMatch(/Open file:\/\/\S+sample-site\/index\.html/);
    expect(existsSync(join(scratch, "sample-site/.nojekyll"))).toBe(true);
    expect(existsSync(join(scratch, "sample-site/404.html"))).toBe(true);
  });

  it("reads the logs of $CLAUDE_CONFIG_DIR by default", () => {
    const folder = join(scratch, "config/projects/-home-ines-one");
    mkdirSync(folder, { recursive: true });
    const line = {
      type: "user",
      uuid: "u1",
      timestamp: "2026-01-02T03:04:05Z",
      cwd: "/home/ines/one",
      message: { role: "user", content: "Hello there" },
    };
    writeFileSync(join(folder, "11111111-1111-4111-8111-111111111111.jsonl"), `${JSON.stringify(line)}\n`);
    const { code, stdout } = run(scratch, ["build", "-o", "own", "--json"], {
      CLAUDE_CONFIG_DIR: join(scratch, "config"),
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ sessions: 1, projects: 1, sample: false });
  });

  it("gives the same bytes twice", () => {
    for (const name of ["first", "second"]) expect(run(scratch, ["build", sample, "-o", name, "--quiet"]).code).toBe(0);
    const files = filesBelow(join(scratch, "first"));
    expect(filesBelow(join(scratch, "second"))).toEqual(files);
    const different = files.filter(
      (name) => !readFileSync(join(scratch, "first", name)).equals(readFileSync(join(scratch, "second", name))),
    );
    expect(different).toEqual([]);
  });

  it("never overwrites a folder that it did not make", () => {
    mkdirSync(join(scratch, "mine"));
    writeFileSync(join(scratch, "mine/letter.txt"), "dear");
    const { code, stderr } = run(scratch, ["build", sample, "-o", "mine"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/was not made by annals/);
    expect(readdirSync(join(scratch, "mine"))).toEqual(["letter.txt"]);
  });

  it("takes pages of an earlier build away and keeps .git and CNAME", () => {
    expect(run(scratch, ["build", sample, "-o", "again", "--quiet", "--no-search"]).code).toBe(0);
    mkdirSync(join(scratch, "again/.git"));
    writeFileSync(join(scratch, "again/CNAME"), "archive.example");
    expect(
      run(scratch, ["build", sample, "-o", "again", "--quiet", "--no-search", "--project", "gauge-lab"]).code,
    ).toBe(0);
    expect(readdirSync(join(scratch, "again/projects"))).toEqual(["gauge-lab"]);
    expect(readFileSync(join(scratch, "again/CNAME"), "utf8")).toBe("archive.example");
    expect(existsSync(join(scratch, "again/.git"))).toBe(true);
  });

  it("keeps only the sessions of --project, --since and --until", () => {
    const sessions = (...args: string[]): number =>
      JSON.parse(run(scratch, ["build", sample, "-o", "part", "--json", "--no-search", ...args]).stdout).sessions;
    expect(sessions("--project", "harbour-kiosk")).toBe(2);
    expect(sessions("--since", "2026-06-30")).toBe(3);
    expect(sessions("--until", "2025-09-02")).toBe(2);
  });

  it("fails with --strict when a line could not be read, and says which", () => {
    const { code, stderr } = run(scratch, ["build", sample, "-o", "strict", "--strict", "--quiet", "--no-search"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/694b4c25-[0-9a-f-]+\.jsonl:19 {2}error {2}invalid-json/);
  });
});

describe("annals inspect and stats", () => {
  it("prints the model under the names of the types", () => {
    const { code, stdout } = run(scratch, ["inspect", sample, "--json"]);
    expect(code).toBe(0);
    const model = JSON.parse(stdout);
    expect(Object.keys(model)).toEqual([
      "sessions",
      "stories",
      "files",
      "decisions",
      "commits",
      "snapshots",
      "chains",
      "projects",
      "diagnostics",
      "usage",
    ]);
    expect(model.sessions).toHaveLength(15);
    expect(
      model.chains
        .find((chain: { slug?: string }) => chain.slug !== undefined)
        .links.map((link: { joinedBy: string }) => link.joinedBy),
    ).toEqual(["start", "transcript-path", "transcript-path"]);
  });

  it("reads a single file with its agents", () => {
    const file = join(sample, "-home-ines-code-tidemark/2bef3ebc-f89b-42f0-85ea-9ff8d44950a3.jsonl");
    const model = JSON.parse(run(scratch, ["inspect", file, "--json"]).stdout);
    expect(model.sessions).toHaveLength(1);
    expect(model.sessions[0].agents.length).toBeGreaterThan(0);
  });

  it("sums the same tokens by model, day, project and session", () => {
    const figures = JSON.parse(run(scratch, ["stats", sample, "--json"]).stdout);
    const output = (rows: readonly { output: number }[]): number => rows.reduce((sum, row) => sum + row.output, 0);
    expect(output(figures.models)).toBe(figures.totals.output);
    expect(output(figures.projects)).toBe(figures.totals.output);
    expect(output(figures.sessions)).toBe(figures.totals.output);
    expect(
      figures.days.reduce((sum: number, day: { models: { output: number }[] }) => sum + output(day.models), 0),
    ).toBe(figures.totals.output);
  });
});

it("shows the help text and the version", () => {
  expect(run(scratch, ["--help"]).stdout).toBe(readFileSync("src/cli/help.txt", "utf8"));
  expect(run(scratch, ["--version"]).stdout.trim()).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
