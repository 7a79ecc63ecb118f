import { describe, expect, test } from "vitest";
import { Anchors, anchor } from "../../src/address/anchor.ts";
import { type Sender, sentBy } from "../../src/model/sender.ts";
import type { Session, ToolUseId, Turn } from "../../src/model/session.ts";
import { sessionPage } from "../../templates/pages/session-pages.ts";
import * as make from "./support.ts";

const { bash, call, failed, ok, plan, read, say, step, turn } = make;

function draw(turns: readonly Turn[], more: Partial<Session> = {}, budget?: number) {
  const session = make.session(turns, more);
  const record = make.record(session);
  return sessionPage({
    archive: make.archive([record]),
    version: "test",
    record,
    open: make.opened(session),
    ...(budget === undefined ? {} : { budget }),
  });
}
const page = (steps: Turn["steps"]) => String(draw([turn("Do it.", steps)]).html);

describe("ids", () => {
  test("a turn is named after its entry and a call after its tool use, so links outlive growth", () => {
    const first = turn("Do it.", [bash("ls", "", { id: "toolu_01" })], { id: make.entryId("11111111-2222") });
    const small = String(draw([first]).html);
    const grown = String(draw([first, turn("More.", [bash("pwd", "", { id: "toolu_02" })])]).html);
    for (const id of ['id="s-11111111-2222"', 'id="s-toolu_01"']) {
      expect(small).toContain(id);
      expect(grown).toContain(id);
    }
  });
  test("steps that share an entry get a suffix in the order of the log", () => {
    const html = page([say("One.", "same"), say("Two.", "same")]);
    expect(html).toContain('id="s-same"');
    expect(html).toContain('id="s-same-2"');
  });
  test("no id is on a page twice", () => {
    const html = page([say("a", "x"), say("b", "x"), say("c", "x-2"), bash("ls", "", { id: "x" })]);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
  test("an id with odd characters becomes a hash", () => {
    expect(anchor('"><script>')).toMatch(/^s-[0-9a-f]{16}$/);
    expect(new Anchors().take("a b")).toBe(anchor("a b"));
  });
});

describe("links and policy", () => {
  const html = String(draw([turn("Do it.", [bash("ls"), say("Done.")])]).html);
  test("every link is relative, and folders name their index", () => {
    const targets = [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, target]) => target ?? "");
    for (const target of targets) {
      expect(target).not.toMatch(/^(?:\/|[a-z]+:(?!,))/);
      expect(target).not.toMatch(/\/$/);
    }
    expect(targets).toContain("../../assets/annals.css");
    expect(targets).toContain("../../search/index.html");
  });
  test("there is no style attribute, no handler, and the policy comes first", () => {
    expect(html).not.toMatch(/ style=/);
    expect(html).not.toMatch(/ on[a-z]+=/);
    expect(html.indexOf("Content-Security-Policy")).toBeLessThan(html.indexOf("charset"));
  });
  test("text of a session is text", () => {
    const hostile = '</title></pre><script>alert(1)</script>"><img src=x onerror=alert(1)>';
    const made = draw(
      [
        turn(hostile, [
          bash(hostile, hostile),
          say(hostile),
          call("Bash", { command: hostile }, failed(hostile)),
          call(hostile, { a: hostile }),
          step({ kind: "event", event: "hook", from: hostile, text: hostile }),
          step({
            kind: "plan",
            plan: plan({ status: "rejected", title: hostile, markdown: hostile, feedback: hostile }),
          }),
        ]),
      ],
      { title: hostile, gitBranches: [hostile] },
    );
    expect(String(made.html)).not.toMatch(/<script>alert|<img src=x/);
  });
});

describe("runs of calls", () => {
  test("three quiet calls fold into one line that names them", () => {
    const html = page([read("a.ts"), read("b.ts"), bash("ls")]);
    expect(html).toContain("<b>3 calls</b>");
    expect(html).toContain("Read ×2");
  });
  test("two of one tool are a run, two of different tools are not", () => {
    expect(page([bash("ls"), bash("pwd")])).toContain("<b>2 calls</b>");
    expect(page([bash("ls"), read("a.ts")])).not.toContain('class="run"');
  });
  test("a failure breaks the run and stands open", () => {
    const html = page([
      bash("a"),
      bash("b"),
      call("Bash", { command: "c" }, failed("Exit code 1\nno")),
      bash("d"),
      bash("e"),
    ]);
    expect(html.match(/<b>2 calls<\/b>/g)).toHaveLength(2);
    expect(html).toContain('<details class="tool k-run failed" open>');
  });
  test("a change breaks the run", () => {
    const edit = call("Edit", { file_path: "a.ts", old_string: "a", new_string: "b" }, ok("updated"));
    expect(page([bash("a"), edit, bash("b")])).not.toContain('class="run"');
  });
  test("a hook between calls does not break the run", () => {
    const hook = step({ kind: "event", event: "hook", from: "PostToolUse hook", text: "formatted" });
    expect(page([bash("a"), hook, bash("b"), bash("c")])).toContain("<b>3 calls</b>");
  });
  test("empty thinking neither shows nor breaks a run", () => {
    const html = page([bash("a"), make.think(""), bash("b"), bash("c")]);
    expect(html).toContain("<b>3 calls</b>");
    expect(html).not.toContain("Thinking");
  });
  test("each way to end says which it was", () => {
    const html = page([
      call("Bash", { command: "a" }, { state: "none" }),
      call("Bash", { command: "b" }, { state: "interrupted", text: "", at: make.at }),
      call("Bash", { command: "c" }, { state: "rejected", text: "no", feedback: "Not like that.", at: make.at }),
      call("Bash", { command: "d" }, failed("x", { reason: "denied" })),
      call("Bash", { command: "e" }, failed("x", { reason: "sibling-errored" })),
    ]);
    for (const words of [
      "no result recorded",
      "interrupted",
      "rejected by the user",
      "Not like that.",
      "permission denied",
      "a call beside it failed",
    ])
      expect(html).toContain(words);
    expect(html).not.toContain('class="run"');
  });
  test("a short diff is open, a long one folded", () => {
    const edit = (lines: number) =>
      call("Write", { file_path: "a.ts", content: "x\n".repeat(lines) }, ok("File created"), {
        details: { type: "create", structuredPatch: [] },
      });
    expect(page([edit(5)])).toContain('<details class="tool k-change" open>');
    expect(page([edit(50)])).toContain('<details class="tool k-change">');
  });
});

describe("long things", () => {
  const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`).join("\n");
  test("long output shows both ends and links the whole as text", () => {
    const { html, files } = draw([turn("Run.", [bash("make", lines)])]);
    expect(String(html)).toContain("line 0\n");
    expect(String(html)).toContain("line 499");
    expect(String(html)).not.toContain("line 250\n");
    expect(String(html)).toMatch(/class="cut" href="text\/\w+\.txt"[^>]*>show all 500 lines/);
    expect(files.find(({ path }) => path.endsWith(".txt"))?.content).toBe(lines);
  });
  test("a page over its budget moves bodies into parts that are a page and a script", () => {
    const steps = Array.from({ length: 40 }, (_, index) => bash(`echo ${index}`, `word${index} `.repeat(200)));
    const { html, files } = draw([turn("Run.", steps)], {}, 20_000);
    expect(String(html)).toContain('href="part-1.html#p0" data-part="part-1:0"');
    const names = files.map(({ path }) => path);
    expect(names).toContain("sessions/s1/part-1.html");
    expect(names).toContain("sessions/s1/part-1.js");
    const all = [String(html), ...files.map(({ content }) => String(content))].join("\n");
    for (let index = 0; index < 40; index++) expect(all).toContain(`word${index} `);
  });
  test("prompts, prose, decisions and failures stay when the work moves", () => {
    const turns = Array.from({ length: 20 }, (_, index) =>
      turn(`Prompt number ${index}.`, [
        say(`Prose number ${index}.`),
        ...Array.from({ length: 20 }, () => bash("echo", "x ".repeat(400))),
        call("Bash", { command: `fail${index}` }, failed(`Exit code 1\nfailure ${index}`)),
        step({ kind: "plan", plan: plan({ status: "approved", title: `Plan number ${index}` }) }),
      ]),
    );
    const html = String(draw(turns, {}, 120_000).html);
    expect(Buffer.byteLength(html)).toBeLessThan(180_000);
    for (let index = 0; index < 20; index++)
      for (const words of [
        `Prompt number ${index}.`,
        `Prose number ${index}.`,
        `failure ${index}`,
        `Plan number ${index}`,
      ])
        expect(html).toContain(words);
  });
  test("20,000 steps make a page under 1 MB, and all their text is in it or beside it", () => {
    const turns = Array.from({ length: 400 }, (_, at) =>
      turn(`Prompt ${at}: go on with the work.`, [
        say(`I will look at part ${at}. `.repeat(8)),
        ...Array.from({ length: 48 }, (_, index) =>
          index % 3 === 0
            ? read(`src/file-${at}-${index}.ts`)
            : bash(`echo ${at}-${index}`, `output-${at}-${index}\n`.repeat(12)),
        ),
        call("Bash", { command: `false ${at}` }, failed(`Exit code 1\nbroken ${at}`)),
      ]),
    );
    const { html, files } = draw(turns);
    expect(Buffer.byteLength(String(html))).toBeLessThan(1_000_000);
    const all = [
      String(html),
      ...files.filter(({ path }) => path.endsWith(".html")).map(({ content }) => String(content)),
    ].join("\n");
    const found = new Set(all.match(/output-\d+-\d+(?=\n)|file-\d+-\d+(?=\.ts)|broken \d+|Prompt \d+: go on/g));
    for (let at = 0; at < 400; at++) {
      const words = [`Prompt ${at}: go on`, `broken ${at}`];
      for (let index = 0; index < 48; index++) words.push(`${index % 3 === 0 ? "file" : "output"}-${at}-${index}`);
      expect(words.filter((each) => !found.has(each))).toEqual([]);
      expect(String(html)).toContain(`Prompt ${at}: go on`);
    }
    for (const { path, content } of files)
      if (path.endsWith(".html")) expect(Buffer.byteLength(content as string), path).toBeLessThan(1_000_000);
  });
  test("thousands of prompts, and one turn of thousands of words, still fit", () => {
    const many = Array.from({ length: 5000 }, (_, at) =>
      turn(`Prompt ${at} asks for something of ordinary length, as people do.`, [say(`Answer ${at}.`)]),
    );
    const { html, files } = draw(many);
    expect(Buffer.byteLength(String(html))).toBeLessThan(1_000_000);
    const all = [String(html), ...files.map(({ content }) => String(content))].join("\n");
    for (let at = 0; at < 5000; at += 97) expect(all).toContain(`Answer ${at}.`);
    const talk = draw([
      turn(
        "Talk.",
        Array.from({ length: 3000 }, (_, index) => say(`Paragraph ${index} ${"of words ".repeat(60)}`)),
      ),
    ]);
    expect(Buffer.byteLength(String(talk.html))).toBeLessThan(1_000_000);
  });
  test("an id inside a part is in the table of places", () => {
    const steps = Array.from({ length: 60 }, (_, index) =>
      bash(`echo ${index}`, "x ".repeat(300), { id: `toolu_${index}x` }),
    );
    const { html, files } = draw([turn("Run.", steps)], {}, 8000);
    expect(String(html)).not.toContain('id="s-toolu_59x"');
    expect(String(html)).toContain("data-places");
    expect(String(files.find(({ path }) => path.endsWith("places.js"))?.content)).toContain('"s-toolu_59x":"part-');
  });
});

describe("decisions", () => {
  const card = (more: Parameters<typeof plan>[0]) => page([step({ kind: "plan", plan: plan(more) })]);
  test("a plan shows what became of it", () => {
    expect(card({ status: "approved" })).toContain('<span class="chip is-ok end">approved</span>');
    expect(card({ status: "approved", contextCleared: true })).toContain("accepted, context cleared");
    expect(card({ status: "pending" })).toContain("no answer recorded");
  });
  test("a rejected plan is folded, its feedback is not", () => {
    const html = card({ status: "rejected", feedback: "No downtime." });
    expect(html).toMatch(/<section class="card plan rejected"[^>]*>.*<details><summary>/);
    expect(html).toMatch(/<\/details><p class="feedback"><b>Feedback<\/b>No downtime\.<\/p>/);
  });
  test("an implementation in a session that is missing is said to be so", () => {
    expect(card({ status: "approved", implementedIn: make.sessionId("gone") })).toContain(
      "a session that is not in this archive",
    );
  });
  test("an accepted plan is the prompt", () => {
    const html = String(draw([turn({ kind: "plan", plan: plan({ status: "approved", title: "The way" }) }, [])]).html);
    expect(html).toContain("Prompt 1: Plan: The way");
    expect(html).toMatch(/<a class="no"[\s\S]*<section class="card plan"/);
  });
  test("to-dos and tasks are told apart, and each is compared with its own list", () => {
    const todos = { ...make.tasks([["1", "Look", "pending"]], ["1"]), origin: "todo-write" as const };
    const done = { ...make.tasks([["1", "Look", "completed"]], ["1"]), origin: "todo-write" as const };
    const tasks = make.tasks([["1", "Sand", "pending"]], ["1"]);
    const html = page([todos, tasks, done].map((snapshot) => step({ kind: "tasks", snapshot })));
    expect(html).not.toContain("new list");
    expect(html.match(/created 1/g)).toHaveLength(2);
    expect(html).toContain("just done");
  });
  test("a plan shows what may be done without asking, escaped", () => {
    const allowedPrompts = [{ tool: "Bash", prompt: "run <tests>" }];
    const html = page([step({ kind: "plan", plan: plan({ status: "approved", allowedPrompts }) })]);
    expect(html).toContain("run &lt;tests&gt;");
  });
  test("a snapshot shows what changed, and the whole list folded", () => {
    const before = make.tasks(
      [
        ["1", "Cut days", "pending"],
        ["2", "Name tides", "pending"],
      ],
      ["1", "2"],
    );
    const after = make.tasks(
      [
        ["1", "Cut days", "completed"],
        ["2", "Name tides", "pending"],
      ],
      ["1"],
    );
    const html = page([step({ kind: "tasks", snapshot: before }), step({ kind: "tasks", snapshot: after })]);
    expect(html).toContain("created 2");
    expect(html).toContain("just done");
    expect(html).toContain("1 of 2");
    expect(html).toContain("All 2 tasks");
  });
  test("questions are cards with the tool's own body", () => {
    const html = page([
      call(
        "AskUserQuestion",
        { questions: [{ question: "From when?", header: "Switch", options: [{ label: "Now" }, { label: "Later" }] }] },
        ok("answered"),
        { details: { answers: { "From when?": "Later" } } },
      ),
    ]);
    expect(html).toContain('<section class="card question"');
    expect(html).toMatch(/<li class="yes"><div><b>.*Later/);
  });
});

describe("branches and agents", () => {
  test("a rewind is a fieldset whose kept version is chosen, without a script", () => {
    const html = String(draw([turn("New.", [say("Kept.")], { otherVersions: [[turn("Old.", [say("Left.")])]] })]).html);
    expect(html).toContain("2 versions from here");
    expect(html).toMatch(/value="1">1, left behind.*value="2" checked>2, kept/);
    expect(html).toMatch(
      /<div class="ver gone" data-v="1">[\s\S]*Left\.[\s\S]*<div class="ver" data-v="2">[\s\S]*Kept\./,
    );
    expect(html).toContain("</fieldset>");
  });
  const explorer = make.agent("a1", [turn("Find it.", [bash("grep"), bash("ls"), say("Found it.")])], {
    type: "Explore",
    calledBy: make.callId("toolu_a"),
  });
  const withAgent = (more: Partial<Session> = {}) =>
    String(
      draw(
        [
          turn("Look.", [
            call("Task", { description: "Find", prompt: "Find it.", subagent_type: "Explore" }, ok("Found it."), {
              id: "toolu_a",
            }),
          ]),
        ],
        { agents: [explorer], ...more },
      ).html,
    );
  test("an agent is nested under its call, and has a page of its own", () => {
    const html = withAgent();
    expect(html).toMatch(/<li id="s-toolu_a">.*<details class="agent k-delegate" open>/);
    expect(html).toContain("Found it.");
    expect(html).toContain('href="agents/a1/index.html"');
  });
  test("an agent that nobody called is listed, an internal one in a fold", () => {
    const html = withAgent({
      agents: [
        explorer,
        make.agent("a2", [turn("x", [])], { description: "Stray" }),
        make.agent("a3", [], { internal: true }),
      ],
    });
    expect(html).toContain("Subagents that no call here leads to");
    expect(html).toContain("Stray");
    expect(html).toContain("1 internal agent");
  });
  test("a resumed session says where it continues from, and when that is missing", () => {
    expect(
      String(draw([turn("x", [])], { continues: { session: make.sessionId("gone"), entry: make.entryId("e") } }).html),
    ).toContain("Continues a session that is not in this archive");
    expect(String(draw([turn("x", [])], { origin: { prompt: "It began." } }).html)).toContain(
      "Its session is not in this archive",
    );
  });
});

describe("what happened beside it", () => {
  const event = (more: Record<string, unknown>, id?: string) =>
    step({ kind: "event", text: "", ...more, ...(id === undefined ? {} : { id: make.entryId(id) }) } as never);
  test("retries are one line that says how many and how long, and each keeps its id", () => {
    const html = page([
      event({ event: "api-error", text: "529: Overloaded", retry: { attempt: 1, of: 10, waitMs: 500 } }, "r1"),
      event({ event: "api-error", text: "529: Overloaded", retry: { attempt: 2, of: 10, waitMs: 1500 } }, "r2"),
      event({ event: "api-error", text: "API Error: 500 Internal" }, "r3"),
    ]);
    expect(html.match(/class="event bad"/g)).toHaveLength(2);
    expect(html).toContain("529: Overloaded, 2 retries, 2 s lost");
    expect(html).toMatch(/<b>API Error<\/b> <span>500 Internal/);
    for (const id of ["s-r1", "s-r2", "s-r3"]) expect(html).toContain(`id="${id}"`);
  });
  test("hooks that are logged one by one and then together are one note", () => {
    const html = page([
      event({ event: "hook", from: "Stop hook", text: "a.sh" }),
      event({ event: "hook", from: "Stop hook", text: "b.sh" }),
      event({ event: "hook", from: "Stop hook", text: "a.sh\nb.sh" }),
      event({ event: "hook", from: "Stop hook", text: "c.sh failed", level: "error" }),
    ]);
    expect(html.match(/role="note"/g)).toHaveLength(2);
    expect(html).toContain("a.sh\nb.sh</p>");
  });
  test("a call that started several agents nests them all", () => {
    const agents = ["a1", "a2"].map((id) =>
      make.agent(id, [turn(`Look at ${id}.`, [say(`Seen ${id}.`)])], { calledBy: make.callId("toolu_w") }),
    );
    const html = String(
      draw([turn("Go.", [call("Workflow", { name: "x" }, ok("started"), { id: "toolu_w" })])], { agents }).html,
    );
    expect(html).toContain("2 subagents");
    for (const words of ["Look at a1.", "Seen a1.", "Look at a2.", "Seen a2."]) expect(html).toContain(words);
    expect(html).not.toContain("no call here leads to");
  });
  test("a list written anew is new, whatever its numbers; calls that wrote it are folded into its card", () => {
    const list = (subjects: readonly string[]) => ({
      ...make.tasks(
        subjects.map((subject, index) => [String(index + 1), subject, "pending"]),
        [],
      ),
      origin: "todo-write" as const,
    });
    const html = page([
      step({ kind: "tasks", snapshot: list(["One", "Two"]) }),
      call("TodoWrite", { todos: [{ content: "Other", status: "pending" }] }, ok("")),
      step({ kind: "tasks", snapshot: list(["Other"]) }),
    ]);
    expect(html).toContain("new list, created 1");
    expect(html).not.toContain("renamed");
    expect(html).toMatch(/<details class="calls"><summary>1 call: TodoWrite Other/);
  });
  test("a secret's placeholder is a chip in text and text in attributes", () => {
    const html = page([say("Use [redacted: GitHub token #3] here."), bash("echo [redacted: GitHub token #3]")]);
    expect(html).toContain(">GitHub token #3</span> here.");
    expect(html).toMatch(/data-sum="[^"]*\[redacted: GitHub token #3\]/);
  });
});

describe("media", () => {
  const image = { kind: "image", mediaType: "image/png", file: "abc.png", bytes: 3, width: 10, height: 20 } as const;
  const draw1 = (media: object) => {
    const session = make.session([turn({ kind: "said", blocks: [media as never] }, [])]);
    const record = make.record(session);
    return sessionPage({
      archive: make.archive([record]),
      version: "t",
      record,
      open: make.opened(session, { "abc.png": new Uint8Array([1]), "abc.svg": new Uint8Array([1]) }),
    });
  };
  test("an image is a lazy file with its size", () => {
    const { html, files } = draw1(image);
    expect(String(html)).toContain('<img src="../../media/abc.png" width="10" height="20"');
    expect(files.map(({ path }) => path)).toContain("media/abc.png");
  });
  test("an SVG is a link to bytes, never an image", () => {
    const { html, files } = draw1({ ...image, mediaType: "image/svg+xml", file: "abc.svg" });
    expect(String(html)).not.toContain("<img");
    expect(files.map(({ path }) => path)).toContain("media/abc.bin");
  });
});

describe("what would be noise", () => {
  const hook = (text: string) => step({ kind: "event", event: "hook", from: "Stop hook", text });
  test("a hook that is logged three times is one note, and a long one is folded", () => {
    const [first, second] = [`notify ${"a".repeat(90)}`, `go run ${"b".repeat(90)}`];
    const html = page([say("Done."), hook(first), hook(second), hook(`${first}\n${second}`)]);
    expect(html.match(/<b>Stop hook<\/b>/g)).toHaveLength(1);
    expect(html).toMatch(/<details class="note"[^>]*>[\s\S]*notify aaa[\s\S]*go run bbb[\s\S]*<\/details>/);
  });
  test("an edit's stock confirmation is kept for the level that shows all; other answers stay in sight", () => {
    const edited = (answer: string) =>
      page([call("Edit", { file_path: "/src/a.ts", old_string: "1", new_string: "2" }, ok(answer))]);
    expect(edited("The file /src/a.ts has been updated successfully.")).toContain('<p class="cap done">');
    expect(edited("The file /src/b.ts has been updated successfully.")).not.toContain("cap done");
    expect(edited("Updated, but the linter complains.")).toContain('<p class="cap"><span>Updated, but');
  });
  test("an answer that repeats the edited lines is folded", () => {
    const answer = "The file /src/a.ts has been updated. Here's a snippet:\n     1→2\n     2→other";
    const html = page([call("Edit", { file_path: "/src/a.ts", old_string: "1", new_string: "2" }, ok(answer))]);
    expect(html).toMatch(/<details class="logged"><summary>The answer as logged<\/summary>[\s\S]*other/);
  });
  test("an update of a task that nobody created is said once", () => {
    const task = { id: "9", subject: "Task 9", status: "unknown" as const };
    const html = page([
      step({
        kind: "tasks",
        snapshot: { entry: make.entryId("t"), origin: "task-tools", tasks: [task], changed: ["9"], unknown: ["9"] },
      }),
    ]);
    expect(html.match(/<em>/g)).toHaveLength(1);
    expect(html).toContain("<em>updated, never created</em>");
  });
  test("a session of less than a minute has one time", () => {
    const span = { from: make.iso("14:02"), to: make.iso("14:02") };
    expect(String(draw([turn("Do it.", [say("Done.")])], { span }).html)).toMatch(/<dd><time[^>]*>14:02<\/time>(?!–)/);
  });
  test("a short strip does not fill the width", () => {
    expect(page([say("Done."), bash("ls")])).toContain('viewBox="0 0 200 28"');
  });
  test("a teammate's long message is read as Markdown, a hook's as it was printed", () => {
    const long = `**Done** with \`ropes\`. ${"All of them are dry. ".repeat(12)}`;
    const event = (sender: Sender) => step({ kind: "event", event: "notice", ...sentBy(sender), text: long });
    expect(page([event({ kind: "teammate", name: "mara" })])).toContain('<div class="say"><p><strong>Done</strong>');
    expect(page([event({ kind: "hook", name: "Stop" })])).toContain("**Done** with `ropes`");
  });
  test("the result of a call that is not there is read, not decoded", () => {
    const html = page([step({ kind: "orphan-result", call: "toolu_gone" as ToolUseId, text: "late words" })]);
    expect(html).toContain("The result of a call that is not in this log");
    expect(html).toMatch(/<pre class="out"[^>]*>\nlate words<\/pre>/);
    expect(html).toContain("toolu_gone");
  });
  test("a teammate's notice in JSON says what happened and why, and every key is within reach", () => {
    const idle = {
      type: "idle_notification",
      from: "mara",
      idleReason: "available",
      summary: "Ropes are dry",
      pane: 3,
    };
    const mara = sentBy({ kind: "teammate", name: "mara" });
    const html = page([step({ kind: "event", event: "notice", ...mara, text: JSON.stringify(idle) })]);
    expect(html).toMatch(/<summary>[^\n]*<b>Teammate mara<\/b><br>Idle, available<br>Ropes are dry/);
    expect(html).toMatch(/&quot;pane&quot;/);
    const first = turn(
      {
        kind: "machine",
        ...sentBy({ kind: "teammate", name: "lead" }),
        text: '{"type":"task_assignment","subject":"Dry them"}',
      },
      [],
    );
    expect(String(draw([first]).html)).toMatch(/<p>Task assignment<\/p>\s*<p>Dry them<\/p>/);
    const words = page([step({ kind: "event", event: "notice", ...mara, text: '{"ropes":3}' })]);
    expect(words).toContain("{&quot;ropes&quot;:3}");
  });
});
