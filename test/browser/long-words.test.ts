/** Words of 140 letters wherever a log has text: no page is wider than its window, folded or open. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Log } from "../hostile/log.ts";
import { writeSource } from "../hostile/source.ts";
import { overflow } from "../support/axe.ts";
import { useReader } from "../support/reader.ts";
import { run } from "../support/run.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-long-words-"));
const logs = join(scratch, "logs");
const site = join(scratch, "site");
const reader = useReader(() => site);

const word = "abcdefghij".repeat(14);
const address = (place: string): string => `https://ci.example.org/${place}/${word}`;

/** A plan, its feedback and its implementation: what stories, decisions, files, usage and lists show. */
function writeStory(folder: string, cwd: string): void {
  const [first, second] = ["aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000002"];
  const plan = `# Plan ${address("title")}\n\n${address("text")}\n\n\`${word}\`\n\n| a | b |\n|--|--|\n| ${word} | ${address("cell")} |`;
  const rejected = (feedback: string): string =>
    `The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\n${feedback}`;
  const file = `${cwd}/src/${word}/${word}.ts`;
  const edit = (log: Log, from: string, to: string): void =>
    log.call("Edit", { file_path: file, old_string: from, new_string: to }, "ok", {
      ...{ filePath: file, oldString: from, newString: to, originalFile: `${from} ${word}\n` },
      structuredPatch: [
        { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [`-${from} ${word}`, `+${to} ${word}`] },
      ],
    });
  const log = new Log(first, { cwd, gitBranch: `feature/${word}` });
  log.prompt(`See ${address("prompt")}`);
  log.call("ExitPlanMode", { plan }, rejected(address("feedback")), "User rejected tool use", true);
  const question = `Which ${address("question")}`;
  const options = [{ label: address("label"), description: address("description") }];
  const questions = [{ question, header: word, multiSelect: false, options }];
  log.call("AskUserQuestion", { questions }, "ok", { questions, answers: { [question]: address("answer") } });
  log.call("Bash", { command: `curl ${address("command")}` }, rejected(address("no")), "User rejected tool use", true);
  log.call("Write", { file_path: file, content: `one ${word}\n` }, "ok", { type: "create", filePath: file });
  for (let at = 0; at < 80; at++) {
    log.prompt(`${word} ${at}`);
    edit(log, at === 0 ? "one" : `n${at - 1}`, `n${at}`);
  }
  log.call("Bash", { command: "git commit -m x" }, `[feature/${word} 1a2b3c4] Subject ${address("subject")}\n 1 file`);
  log.call(
    "Bash",
    { command: `gh pr create -t "${address("pr")}"` },
    `https://github.com/${word.slice(0, 39)}/${word}/pull/7`,
  );
  const todos = (status: string) => [{ content: `Task ${address("task")}`, status, activeForm: word }];
  log.call("TodoWrite", { todos: todos("pending") }, "ok", { oldTodos: [], newTodos: todos("pending") });
  log.call("Bash", { command: `false ${word}` }, `boom ${address("output")}`, `Error: ${word}`, true);
  log.call("ExitPlanMode", { plan }, "User has approved your plan. You can now start coding.", { plan });
  log.said([{ type: "text", text: `Last ${address("last")}` }], { model: `model-${word}`, usage: { input_tokens: 9 } });
  const next = new Log(second, { cwd, gitBranch: `feature/${word}` });
  next.prompt(`Implement the following plan:\n\n${plan}\n\nread the full transcript at: /x/${first}.jsonl`, {
    planContent: plan,
  });
  edit(next, "n79", "end");
  next.said([{ type: "text", text: address("end") }]);
  mkdirSync(join(folder, "-story"), { recursive: true });
  writeFileSync(join(folder, "-story", `${first}.jsonl`), String(log));
  writeFileSync(join(folder, "-story", `${second}.jsonl`), String(next));
}

beforeAll(() => {
  writeSource(logs, [word, address("anywhere")]);
  writeStory(logs, `/home/ines/${word}`);
  expect(run(scratch, ["build", logs, "-o", site, "--quiet"]).code).toBe(0);
}, 240_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const pages = (): readonly string[] =>
  readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));

/** What is in the way on a page, by the window's width. */
async function tooWide(paths: readonly string[]): Promise<readonly string[]> {
  const { page, context } = await reader.context();
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(reader.address("file", path));
    for (const state of ["folded", "open"]) {
      if (state === "open")
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll("details")) fold.open = true;
        });
      for (const width of [390, 820, 920, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(overflow);
        if (wide.length > 0) found.push(`${path}, ${state}, at ${width} px: ${wide.join(" ")}`);
      }
    }
  }
  await context.close();
  return found;
}

describe("words of 140 letters", () => {
  test.each([
    ["lists", /^(?:index|404|(?:months|projects|report|usage|files|search)\/.*)\.html$/, 8],
    ["decisions and stories", /^(?:decisions|stories)\//, 2],
    ["sessions and agents", /^sessions\//, 12],
  ])("%s are as wide as the window", async (_, kind, least) => {
    const paths = pages().filter((path) => kind.test(path));
    expect(paths.length).toBeGreaterThanOrEqual(least);
    expect(await tooWide(paths)).toEqual([]);
  });

  test("answers of the search are as wide as the window", async () => {
    const { page, context } = await reader.context({ viewport: { width: 390, height: 900 } });
    await page.goto(`${reader.address("http", "search/index.html")}?q=which`);
    await page.locator(".hit").first().waitFor();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(overflow), `at ${width} px`).toEqual([]);
    }
    await context.close();
  });
});
