/** Notes: shown where they belong, and what is hidden or withdrawn is nowhere in what is built, printed or exported. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openArchive } from "../../../src/plugin/index.ts";
import { allText } from "../../build/faults/support.ts";
import { annals, complaint, put, session } from "../../cli/in-process.ts";
import { Log } from "../../hostile/log.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-notes-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const logs = join(scratch, "logs");
const file = join(scratch, "annals.notes.json");
const secret = `ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}`;

/** Of one turn, each in another place. */
const taken = [
  ...["zqprompt", "zqthought", "zqanswer", "zqcommand", "zqoutput", "zqwritten", "zqtask", "zqplan", "zqdelegated"],
  ...["zqagentsaid", "zqquestion", "zqcommitted"],
];

beforeAll(() => {
  const log = new Log(session(1), { cwd: "/work/tides", gitBranch: "main", slug: "one-story" });
  log.prompt("Look at the harbour first.");
  log.said([{ type: "text", text: "The harbour is there." }]);
  log.prompt("zqprompt words that the owner regrets");
  log.said([
    { type: "thinking", thinking: "zqthought of the harbour master", signature: "" },
    { type: "text", text: "zqanswer that goes with it" },
  ]);
  log.call("Bash", { command: "echo zqcommand for the harbour" }, "zqoutput of the command");
  const written = "the first line\nzqwritten into the file here\nthe last line\n";
  log.call("Write", { file_path: "/work/tides/secret.ts", content: written }, "File created successfully", {
    type: "create",
    filePath: "/work/tides/secret.ts",
    content: written,
    structuredPatch: [],
  });
  log.call("TodoWrite", { todos: [{ content: "zqtask to be done soon", status: "pending", activeForm: "x" }] }, "ok");
  log.call("AskUserQuestion", { questions: [{ question: "zqquestion to you?", options: [{ label: "yes" }] }] }, "yes");
  log.call("ExitPlanMode", { plan: "# zqplan of the harbour\n\n1. zqplan step one" }, "ok");
  log.call("Bash", { command: "git commit -m 'zqcommitted it now'" }, "[main 1234567] zqcommitted it now");
  log.call("Task", { description: "zqdelegated work", prompt: "zqdelegated in many words", subagent_type: "x" }, "ok", {
    agentId: "a1",
    status: "completed",
  });
  log.prompt("Now read it again.");
  log.call(
    "Read",
    { file_path: "/work/tides/secret.ts" },
    "     1→the first line\n     2→zqwritten into the file here\n",
  );
  log.call(
    "Edit",
    { file_path: "/work/tides/secret.ts", old_string: "the last line", new_string: "the very last line" },
    "ok",
    {
      filePath: "/work/tides/secret.ts",
      oldString: "the last line",
      newString: "the very last line",
      originalFile: written,
      structuredPatch: [
        {
          ...{ oldStart: 2, oldLines: 2, newStart: 2, newLines: 2 },
          lines: [" zqwritten into the file here", "-the last line", "+the very last line"],
        },
      ],
    },
  );
  const both = [
    { content: "zqtask to be done soon", status: "completed", activeForm: "x" },
    { content: "zkept stays as it is", status: "pending", activeForm: "x" },
  ];
  log.call("TodoWrite", { todos: both }, "ok");
  log.line({ type: "summary", summary: "zqprompt as somebody summed it up", leafUuid: "u2" }, false);
  log.said([{ type: "text", text: "You asked:\n> zqprompt words that the owner regrets\nand zkept is the rest" }]);
  const folder = join(logs, "-work-tides");
  put(join(folder, `${session(1)}.jsonl`), log.toString());
  const agent = new Log(session(1), { cwd: "/work/tides", isSidechain: true, agentId: "a1" });
  agent.prompt("zqdelegated in many words");
  agent.said([{ type: "text", text: "zqagentsaid the answer" }]);
  put(join(folder, session(1), "subagents", "agent-a1.jsonl"), agent.toString());
  // Follows by its slug, and was given the plan.
  const next = new Log(session(2), { cwd: "/work/tides", gitBranch: "main", slug: "one-story" });
  next.line({
    type: "user",
    planContent: "# zqplan of the harbour\n\n1. zqplan step one",
    message: {
      role: "user",
      content: "Implement the following plan:\n\n# zqplan of the harbour\n\n1. zqplan step one",
    },
    timestamp: "2026-03-03T09:00:00.000Z",
  });
  next.line({
    type: "assistant",
    timestamp: "2026-03-03T09:01:00.000Z",
    message: { id: "m", role: "assistant", model: "claude-opus-4-6", content: [{ type: "text", text: "zother done" }] },
  });
  put(join(folder, `${session(2)}.jsonl`), next.toString());
});

const build = (name: string, ...options: readonly string[]) =>
  annals("build", logs, "-o", join(scratch, name), "--no-keep", "--time-zone", "UTC", "--notes", file, ...options);
const notes = (sessions: object): void => writeFileSync(file, JSON.stringify({ version: 1, sessions }));
const wordsIn = (name: string, words: readonly string[]): readonly string[] => {
  const text = allText(join(scratch, name));
  return words.filter((word) => text.includes(word));
};
const place = "s-u2";

describe("withdrawing a turn", () => {
  it("finds all of its words before", async () => {
    notes({});
    expect((await build("before", "-q")).code).toBe(0);
    expect(wordsIn("before", taken)).toEqual(taken);
  });

  it("takes them out of pages, index, twins, stories and pages of files", async () => {
    notes({ [session(1)]: { anchors: { [place]: { withdraw: true } } } });
    for (const options of [["--no-cache"], ["--no-cache", "--for", "public"]]) {
      expect((await build("after", "-q", ...options)).code).toBe(0);
      expect(wordsIn("after", taken)).toEqual([]);
      expect(wordsIn("after", ["zkept", "zother", "(withdrawn)"])).toEqual(["zkept", "zother", "(withdrawn)"]);
    }
    const page = readFileSync(join(scratch, "after", "sessions", session(1), "index.html"), "utf8");
    expect(page).toContain(`id="${place}"`);
  });

  it("takes them out of a site that had them, through the cache, and gives the same bytes", async () => {
    notes({});
    expect((await build("cached", "-q")).code).toBe(0);
    notes({ [session(1)]: { anchors: { [place]: { withdraw: true } } } });
    expect((await build("cached", "-q")).code).toBe(0);
    expect(wordsIn("cached", taken)).toEqual([]);
    expect(allText(join(scratch, "cached")) === allText(join(scratch, "after"))).toBe(true);
  });

  it("takes them out of `inspect --for public`, of the library and of exports", async () => {
    notes({ [session(1)]: { anchors: { [place]: { withdraw: true } } } });
    const { stdout } = await annals("inspect", logs, "--json", "--for", "public", "--notes", file);
    expect(taken.filter((word) => stdout.includes(word))).toEqual([]);
    const archive = await openArchive({ sources: [logs], notes: file });
    const all = JSON.stringify([
      ...[archive.sessions, archive.stories, archive.decisions, archive.commits, archive.plans, archive.prompts],
      await Promise.all(archive.sessions.map(({ id }) => archive.open(id))),
      archive.files.map((each) => archive.history(each)),
    ]);
    expect(taken.filter((word) => all.includes(word))).toEqual([]);
    for (const format of ["html", "md", "json", "txt"]) {
      const out = join(scratch, `export.${format}`);
      const told = await annals("export", session(1), logs, "--format", format, "-o", out, "--notes", file);
      expect(told.code, told.stderr).toBe(0);
      const text = readFileSync(out, "utf8");
      expect(taken.filter((word) => text.includes(word))).toEqual([]);
      expect(text).toContain("zkept");
    }
  });

  it("takes a single call out, and leaves the rest of the turn", async () => {
    notes({ [session(1)]: { anchors: { "s-toolu_4": { withdraw: true } } } });
    expect((await build("call", "-q", "--no-cache")).code).toBe(0);
    expect(wordsIn("call", ["zqcommand", "zqoutput"])).toEqual([]);
    expect(wordsIn("call", ["zqprompt", "zqanswer"])).toEqual(["zqprompt", "zqanswer"]);
  });
});

describe("withdrawing and hiding a session", () => {
  it("leaves an empty page, or none", async () => {
    notes({ [session(1)]: { withdraw: true } });
    expect((await build("gone", "-q", "--no-cache")).code).toBe(0);
    expect(wordsIn("gone", [...taken, "zkept", "secret.ts", "harbour"])).toEqual([]);
    expect(readFileSync(join(scratch, "gone", "sessions", session(1), "index.html"), "utf8")).toContain(
      "Withdrawn session",
    );
    notes({ [session(1)]: { hide: true } });
    expect((await build("gone", "-q", "--no-cache")).code).toBe(0);
    expect(wordsIn("gone", ["zkept", "zqprompt", `sessions/${session(1)}`])).toEqual([]);
    expect(wordsIn("gone", ["zother"])).toEqual(["zother"]);
  });
});

describe("notes that are shown", () => {
  const said = {
    [session(1)]: {
      title: "A title of my own",
      star: true,
      tags: ["tides"],
      note: `Read this, with ${secret} <script>alert(1)</script>`,
      anchors: { [place]: { note: "zqplacenote about the prompt" } },
    },
  };

  it("stand in the row, the head, at their place and in the exports, without secrets", async () => {
    notes(said);
    expect((await build("shown", "-q", "--no-cache")).code).toBe(0);
    const text = allText(join(scratch, "shown"));
    expect(text).not.toContain(secret);
    const page = readFileSync(join(scratch, "shown", "sessions", session(1), "index.html"), "utf8");
    expect(page).not.toContain("<script>alert(1)");
    expect(page).toMatch(/<h1>A title of my own.*Starred/);
    expect(page.indexOf("zqplacenote")).toBeGreaterThan(page.indexOf(`id="${place}"`));
    expect(readFileSync(join(scratch, "shown", "index.html"), "utf8")).toMatch(
      /Starred[\s\S]*A title of my own[\s\S]*tides/,
    );
    const twin = readFileSync(join(scratch, "shown", "sessions", session(1), "index.md"), "utf8");
    expect(twin).toMatch(/title: "A title of my own"[\s\S]*tags: \["tides"\][\s\S]*zqplacenote/);
  });

  it("are not for the public, unless the configuration says so; a title is", async () => {
    notes(said);
    const config = put(join(scratch, "public.json"), JSON.stringify({ public: { thinking: false } }));
    expect((await build("public", "-q", "--no-cache", "--for", "public", "--config", config)).code).toBe(0);
    expect(wordsIn("public", ["zqplacenote", "Read this, with"])).toEqual([]);
    expect(wordsIn("public", ["A title of my own"])).toHaveLength(1);
    const told = put(join(scratch, "told.json"), JSON.stringify({ public: { thinking: false, notes: true } }));
    expect((await build("public", "-q", "--no-cache", "--for", "public", "--config", told)).code).toBe(0);
    expect(wordsIn("public", ["zqplacenote"])).toHaveLength(1);
  });

  it("draw only the sessions anew that they are about", async () => {
    notes({});
    expect((await build("again", "-q")).code).toBe(0);
    const other = join(scratch, "again", "sessions", session(2), "index.html");
    expect(readFileSync(other, "utf8")).not.toContain("Only there.");
    notes({ [session(1)]: { note: "Only here." } });
    const { stdout } = await build("again", "--json");
    expect(JSON.parse(stdout).drawn).toBeLessThanOrEqual(2);
    // Files that were written just now are read again.
    await expect.poll(async () => (await build("again")).stdout, { timeout: 60_000 }).toContain("unchanged");
    notes({ [session(2)]: { note: "Only there." } });
    await build("again", "-q");
    expect(readFileSync(other, "utf8")).toContain("Only there.");
  });
});

describe("the file of notes", () => {
  it.each([
    ["{", /is damaged/],
    ['{"version":1}', /is damaged/],
    ['{"version":2,"sessions":{}}', /"version" must be 1/],
    ['{"version":1,"sessions":{"a":{"star":"yes"}}}', /"sessions\.a\.star" must be true/],
    ['{"version":1,"sessions":{"a":{"stars":true}}}', /"sessions\.a\.stars" is not known/],
    [
      '{"version":1,"sessions":{"a":{"anchors":{"s-1":{"hide":true}}}}}',
      /"sessions\.a\.anchors\.s-1\.hide" is not known/,
    ],
  ])("is told in one sentence where it is wrong: %s", async (text, words) => {
    writeFileSync(file, text);
    const told = await build("wrong", "-q");
    expect(told.code).toBe(2);
    expect(complaint(told)).toMatch(words);
  });

  it("may name sessions that are elsewhere, which is told", async () => {
    notes({ "no-such-session": { star: true } });
    const told = await build("elsewhere", "--no-cache");
    expect(told.code).toBe(0);
    expect(told.stderr).toMatch(/names 1 session not in these logs: no-such-session/);
  });
});

describe("annals note", () => {
  const note = (...args: readonly string[]) => annals("note", ...args, "--notes", file);

  it("writes one session at a time, the same way each time", async () => {
    rmSync(file, { force: true });
    expect((await note(session(1), logs, "--tag", "b", "--tag", "a", "--star")).code).toBe(0);
    expect((await note(`${session(2)}`, logs, "--note", "Two")).code).toBe(0);
    expect((await note(`${session(1)}#${place}`, logs, "--withdraw", "--note", "Mine")).code).toBe(0);
    const written = readFileSync(file, "utf8");
    expect(JSON.parse(written).sessions).toEqual({
      [session(1)]: { star: true, tags: ["a", "b"], anchors: { [place]: { note: "Mine", withdraw: true } } },
      [session(2)]: { note: "Two" },
    });
    expect((await note(session(2), logs, "--note", "Two")).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(written);
    expect((await note(session(1), logs, "--remove", "--tag", "a", "--star")).code).toBe(0);
    expect((await note(`${session(1)}#${place}`, logs, "--remove")).code).toBe(0);
    expect((await note(session(2), logs, "--remove")).code).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8")).sessions).toEqual({ [session(1)]: { tags: ["b"] } });
  });

  it.each([
    [["aaaaaaaa", "--star"], /is the beginning of 2 session ids/],
    [["zzz", "--star"], /There is no session "zzz"/],
    [[`${session(1)}#nowhere`, "--star"], /has no place "nowhere"/],
    [[session(1)], /needs one of --star/],
    [[`${session(1)}#${place}`, "--hide"], /--hide is for a whole session/],
  ])("says what is wrong: %s", async ([target = "", ...options], words) => {
    rmSync(file, { force: true });
    const told = await note(target, logs, ...options);
    expect(told.code).toBe(2);
    expect(complaint(told)).toMatch(words);
  });

  it("leaves a damaged file as it is", async () => {
    writeFileSync(file, "{");
    cpSync(file, `${file}.copy`);
    expect((await note(session(1), logs, "--star")).code).toBe(2);
    expect(readFileSync(file, "utf8")).toBe("{");
  });
});
