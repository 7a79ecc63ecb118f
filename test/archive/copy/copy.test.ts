/** `annals keep --redacted` and `annals check --redacted`: copies of logs that may lie in a repository. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeEach, describe, expect, inject, it } from "vitest";
import { copiedLine } from "../../../src/archive/copy/line.ts";
import { createRedactor } from "../../../src/redact/index.ts";
import { run } from "../../support/run.ts";
import { githubToken, laterToken, password } from "../../support/secrets.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-copy-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const id = (number: number): string => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let folder: string;
let tests = 0;
beforeEach(() => {
  folder = join(scratch, String(++tests));
  mkdirSync(folder, { recursive: true });
});

const base = (session: number, at: number, cwd: string) => ({
  uuid: `u-${session}-${at}`,
  parentUuid: at === 0 ? null : `u-${session}-${at - 1}`,
  sessionId: id(session),
  timestamp: new Date(Date.UTC(2026, 0, session, 10, at)).toISOString(),
  cwd,
  version: "2.1.200",
});

function put(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const projects = (): string => join(folder, "projects");
const logPath = (session: number, cwd = "/home/ines/tides"): string =>
  join(projects(), cwd.replace(/[^A-Za-z0-9]/g, "-"), `${id(session)}.jsonl`);

/** A log of prompts, each answered. */
function log(session: number, prompts: readonly unknown[], cwd = "/home/ines/tides"): string {
  const lines = prompts.flatMap((content, index) => [
    { ...base(session, 2 * index, cwd), type: "user", message: { role: "user", content } },
    {
      ...base(session, 2 * index + 1, cwd),
      type: "assistant",
      message: {
        id: `m-${session}-${index}`,
        role: "assistant",
        model: "claude-opus-4-6",
        content: [
          { type: "thinking", thinking: "The tide turns at six.", signature: "c2VhbA==".repeat(20) },
          { type: "text", text: "Done." },
        ],
        usage: { input_tokens: 1, output_tokens: 2 },
      },
    },
  ]);
  return put(logPath(session, cwd), `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
}

const annals = (...args: readonly string[]) => run(folder, args);
const keep = (...args: readonly string[]) => annals("keep", projects(), "--redacted", "--store", "copy", ...args);
const check = () => annals("check", "--redacted", "copy");
const copies = (): readonly string[] =>
  readdirSync(join(folder, "copy"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const allText = (): string =>
  copies()
    .map((path) => `${path}\n${readFileSync(path, "utf8")}`)
    .join("\n");

describe("annals keep --redacted", () => {
  it("writes logs without secrets, people and what nobody is shown, and each line at its number", () => {
    log(1, [`Use ${githubToken} for the push.`, `The login: password=${password}`]);
    appendFileSync(
      logPath(1),
      `${JSON.stringify({ ...base(1, 4, "/home/ines/tides"), type: "attachment", attachment: { type: "session_context", email: "ines@tides.example", gitName: "Ines Zarco" } })}\n`,
    );
    const ran = keep();
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toContain("1 session of tides");
    expect(ran.stdout).toMatch(/github-token/);
    const text = allText();
    for (const secret of [githubToken, password, "ines", "Zarco", "c2VhbA=="]) expect(text).not.toContain(secret);
    expect(text).toContain("[redacted: GitHub token #1]");
    const copy = copies().find((path) => path.endsWith(".jsonl")) ?? "";
    const lines = readFileSync(copy, "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(5);
    expect(JSON.parse(lines[4] ?? "")).toMatchObject({ type: "attachment", uuid: "u-1-4" });
    expect(check()).toMatchObject({ code: 0 });
  });

  it("makes the site that redacting while building makes", () => {
    log(1, [`Use ${githubToken} for the push.`, `password=${password}`]);
    log(2, [`Again ${githubToken}, and mail to keeper@tides.example`], "/home/ines/harbour");
    const made = ["--quiet", "--no-keep", "--no-cache", "--no-search"];
    expect(keep("--with-images").code).toBe(0);
    expect(annals("build", projects(), "-o", "one", ...made)).toMatchObject({ code: 0 });
    expect(annals("build", "copy", "-o", "two", ...made)).toMatchObject({ code: 0 });
    const pages = (site: string): readonly string[] =>
      readdirSync(join(folder, site), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".html"))
        .sort();
    expect(pages("two")).toEqual(pages("one"));
    const differing = pages("one").filter(
      (path) => !readFileSync(join(folder, "one", path)).equals(readFileSync(join(folder, "two", path))),
    );
    // The report names logs by their folder.
    expect(differing.filter((path) => path !== join("report", "index.html"))).toEqual([]);
  });

  it("takes a secret that is learnt later out of what was written before", () => {
    const bare = ["x7Kq9mZt", "2Lw4Rv8bN1"].join("");
    log(1, [`The word is ${bare}, remember it.`]);
    expect(keep().code).toBe(0);
    expect(allText()).toContain(bare);
    // Its log is gone by then: only the copy still has it.
    rmSync(logPath(1));
    log(2, [`export API_TOKEN=${bare}`]);
    expect(keep().code).toBe(0);
    expect(allText()).not.toContain(bare);
    expect(copies().filter((path) => path.endsWith(".jsonl"))).toHaveLength(2);
    expect(check()).toMatchObject({ code: 0 });
  });

  it("follows logs that grow, and writes nothing where nothing is new", () => {
    log(1, ["One"]);
    expect(keep().stdout).toMatch(/1 written/);
    expect(keep().stdout).toMatch(/0 written/);
    log(1, ["One", `Two with ${laterToken}`]);
    expect(keep().stdout).toMatch(/1 written/);
    expect(allText()).toContain("Two with [redacted: GitHub token #1]");
    expect(check()).toMatchObject({ code: 0 });
  });

  it("leaves images out unless told, and redacts outputs that are kept apart", () => {
    log(1, [
      [
        { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } },
        { type: "text", text: "Look" },
      ],
    ]);
    const results = join(dirname(logPath(1)), id(1), "tool-results");
    put(join(results, "b1.txt"), `token: ${githubToken}\n`);
    put(join(results, "b2.png"), "\u0000\u0001binary");
    expect(keep().stdout).toMatch(/1 file that nobody can look into was left out/);
    expect(allText()).not.toContain(pixel.slice(0, 40));
    expect(allText()).toContain("image/png, 70 bytes: left out of this copy");
    expect(allText()).toContain("token: [redacted: GitHub token");
    expect(keep("--with-images").code).toBe(0);
    expect(allText()).toContain(pixel.slice(0, 40));
    expect(copies().some((path) => path.endsWith("b2.png"))).toBe(true);
    expect(check()).toMatchObject({ code: 0 });
  });

  it("copies only what the configuration makes public, and withdraws what is no longer", () => {
    log(1, ["In the open"], "/home/ines/tides");
    log(2, ["For us only"], "/home/ines/ledger");
    expect(keep().code).toBe(0);
    expect(allText()).toContain("For us only");
    put(
      join(folder, "annals.config.json"),
      JSON.stringify({ public: { thinking: false, projects: { only: ["tides"] } } }),
    );
    expect(keep().stdout).toMatch(/1 removed/);
    expect(allText()).not.toContain("For us only");
    expect(allText()).not.toContain("The tide turns at six.");
    // What was not asked for this time stays.
    put(join(folder, "annals.config.json"), "{}");
    expect(keep().code).toBe(0);
    expect(keep("--project", "ledger").code).toBe(0);
    expect(allText()).toContain("In the open");
    put(join(folder, "annals.config.json"), JSON.stringify({ public: { toolOutput: false } }));
    expect(keep()).toMatchObject({ code: 2, stderr: expect.stringContaining("use annals publish") });
  });

  it("says that sessions of other agents cannot be copied, and copies none of them", () => {
    log(1, ["In the open"]);
    const pi = resolve("fixtures/agents/home/.pi");
    const ran = annals("keep", projects(), pi, "--redacted", "--store", "copy");
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/sessions? of other agents cannot be copied/) });
    expect(copies().filter((path) => path.endsWith(".jsonl"))).toHaveLength(1);
  });

  it("takes out a session that was forgotten", () => {
    log(1, ["In the open"]);
    log(2, ["Better not"]);
    expect(keep().code).toBe(0);
    expect(annals("forget", id(2)).code).toBe(0);
    expect(keep().stdout).toMatch(/1 removed/);
    expect(allText()).not.toContain("Better not");
    expect(check()).toMatchObject({ code: 0 });
  });

  it("stands in a repository, where the raw store may not, and in no folder of somebody else's", () => {
    log(1, ["One"]);
    mkdirSync(join(folder, ".git"));
    expect(annals("keep", projects(), "--store", "raw")).toMatchObject({ code: 2 });
    expect(keep().code).toBe(0);
    put(join(folder, "copy", "..", "mine", "notes.txt"), "mine");
    expect(annals("keep", projects(), "--redacted", "--store", "mine")).toMatchObject({ code: 2 });
    expect(readdirSync(join(folder, "mine"))).toEqual(["notes.txt"]);
  });

  it("has nothing raw in it whenever it is killed", async () => {
    for (let session = 1; session <= 20; session++) log(session, [`Use ${githubToken}`, `password=${password}`]);
    for (const after of [150, 250, 300, 350, 400]) {
      rmSync(join(folder, "copy"), { recursive: true, force: true });
      const child = spawn(process.execPath, [inject("command"), "keep", projects(), "--redacted", "--store", "copy"], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: join(folder, "home"), TMPDIR: tmpdir() },
        stdio: "ignore",
      });
      const timer = setTimeout(() => child.kill("SIGKILL"), after);
      await once(child, "exit");
      clearTimeout(timer);
      const text = existsSync(join(folder, "copy")) ? allText() : "";
      expect(text).not.toContain(githubToken);
      expect(text).not.toContain(password);
    }
    expect(keep().code).toBe(0);
    expect(check()).toMatchObject({ code: 0 });
  });

  it("leaves nothing of a keeper that was killed, and files of others alone", () => {
    log(1, ["One"]);
    expect(keep().code).toBe(0);
    const [copy = ""] = copies().filter((path) => path.endsWith(".jsonl"));
    put(`${copy}.123.part`, "half");
    const notes = put(join(folder, "copy", "notes.txt"), "Mine");
    const ran = keep();
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining("annals check --redacted names it") });
    expect(existsSync(`${copy}.123.part`)).toBe(false);
    expect(readFileSync(notes, "utf8")).toBe("Mine");
  });
});

describe("annals check --redacted", () => {
  it("fails for a raw log, with file and line, and prints no secret", () => {
    const raw = log(1, ["Fine", `Use ${githubToken}`]);
    expect(keep().code).toBe(0);
    cpSync(raw, join(folder, "copy", "raw.jsonl"));
    const { code, stdout } = check();
    expect(code).toBe(1);
    expect(stdout).toMatch(/^raw\.jsonl:1 {2}not-redacted/m);
    expect(stdout).toMatch(/^raw\.jsonl:3 {2}github-token/m);
    expect(stdout).not.toContain(githubToken);
  });

  it("fails for a raw log that no rule finds anything in, and for a copy that was changed", () => {
    const raw = log(1, ["Nothing secret at all"], "/srv/tides");
    expect(keep().code).toBe(0);
    cpSync(raw, join(folder, "copy", "raw.jsonl"));
    expect(check()).toMatchObject({ code: 1, stdout: expect.stringMatching(/1 file not redacted, 0 places/) });
    rmSync(join(folder, "copy", "raw.jsonl"));
    expect(check().code).toBe(0);
    const [copy = ""] = copies().filter((path) => path.endsWith(".jsonl"));
    appendFileSync(copy, "{}\n");
    expect(check().code).toBe(1);
  });

  it("fails for a folder that was never a copy, and says where there is none", () => {
    log(1, ["One"]);
    expect(annals("check", "--redacted", "projects").code).toBe(1);
    expect(annals("check", "--redacted", "nowhere")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("nowhere"),
    });
  });
});

describe("a line", () => {
  it("that cannot be read is not copied", async () => {
    const redactor = await createRedactor();
    const options = { redactor, isWithMedia: false, isWithoutThinking: false };
    const cut = `{"type":"user","message":{"content":"token ${githubToken}`;
    expect(copiedLine(cut, options)).not.toContain(githubToken);
    expect(copiedLine(cut, options)).toHaveLength(cut.length);
    // JSON, but no entry: of that kind, and nothing of it.
    expect(copiedLine(`["${githubToken}"]`, options)).toBe("[]");
    expect(copiedLine(`"${githubToken}"`, options)).toBe('"(left out)"');
    expect(copiedLine("4200", options)).toBe("0");
    expect(copiedLine(`\0\0{"type":"user","uuid":"u"}`, options)).toBe('{"type":"user","uuid":"u"}');
    expect(copiedLine(`${"[".repeat(5)}`, options)).toMatch(/left out/);
    const deep = `{"type":"user","x":${'{"x":'.repeat(50_000)}1${"}".repeat(50_000)}}`;
    expect(copiedLine(deep, options).length).toBeGreaterThan(0);
  });
});
