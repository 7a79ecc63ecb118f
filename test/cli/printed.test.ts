/** What commands print of a log: no terminal acts on it, whoever wrote it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printable } from "../../src/text/printable.ts";
import { Log } from "../hostile/log.ts";
import { run } from "../support/run.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-printed-"));
const logs = join(scratch, "logs");
const session = "aaaaaaaa-0000-4000-8000-000000000001";
/** A title of the window, a colour, the same in one character, and text that runs backwards. */
const evil = "\x1b]0;owned\x07\x1b[31mred\x9b31m\u202elive";
/** What is left of it: line ends and tabs are all that may move a cursor. */
const acted = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

beforeAll(() => {
  const cwd = `/home/ines/${evil}`;
  const log = new Log(session, { cwd, gitBranch: evil });
  log.prompt(`prompt ${evil}`);
  log.call("Write", { file_path: `${cwd}/a.ts`, content: `one\n${evil}\n` }, "ok", { type: "create" });
  log.call(`Tool ${evil}`, { a: evil }, evil);
  log.call("Bash", { command: `git commit -m "${evil}"` }, `[main 1a2b3c4] subject ${evil}\n 1 file changed`);
  log.said([{ type: "text", text: evil }], { model: `model ${evil}`, usage: { input_tokens: 3, output_tokens: 1 } });
  mkdirSync(join(logs, "-a"), { recursive: true });
  writeFileSync(join(logs, "-a", `${session}.jsonl`), String(log));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.org", ...args], {
      cwd: scratch,
      stdio: "ignore",
    });
  git("init", "-q");
  for (const subject of ["first", `subject ${evil}`]) git("commit", "-q", "--allow-empty", "-m", subject);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("texts of a log", () => {
  test.each([
    ["inspect", ["inspect", logs]],
    ["stats", ["stats", logs]],
    ["blame", ["blame", "a.ts", logs]],
    ["a story of commits", ["story", logs, "--range", "HEAD~1..HEAD"]],
    ["export as Markdown", ["export", session, logs, "--format", "md", "-o", "-"]],
    ["export as text", ["export", session, logs, "--format", "txt", "-o", "-"]],
    ["a message that names a file", ["blame", evil, logs]],
  ])("%s", (_, args) => {
    const { stdout, stderr } = run(scratch, args);
    expect(`${stdout}${stderr}`).toMatch(/red.{0,24}live|a file "red/u);
    expect(stdout).not.toMatch(acted);
    expect(stderr).not.toMatch(acted);
  });

  test("JSON has them as the log has", () => {
    expect(JSON.parse(run(scratch, ["inspect", logs, "--json"]).stdout).sessions[0].cwd).toContain(evil);
  });

  test("a sequence that does not end takes no other line with it", () => {
    expect(printable("a\x1bPb\nc\x1b\\d\tä\r\ne")).toMatch(/^a.*\nc.*d\tä\ne$/);
    expect(printable("\x1bPhidden\nshown\x1b\\")).toContain("shown");
  });
});
