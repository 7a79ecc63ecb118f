import { describe, expect, test } from "vitest";
import { Anchors, anchor } from "../../src/address/anchor.ts";
import { type Sender, sentBy } from "../../src/model/sender.ts";
import type { Session, ToolUseId, Turn } from "../../src/model/session.ts";
import { sessionPage } from "../../templates/pages/session-pages.ts";
import { byId, byRole, byTag, dom, type Element, isOpen, nameOf, textOf, within } from "../support/dom.ts";
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
const page = (steps: Turn["steps"]) => dom(draw([turn("Do it.", steps)]).html);
const ids = (of: Element) => within(of).flatMap(({ attributes }) => attributes.get("id") ?? []);
/** Folds whose line has these words. */
const folds = (of: Element, name: string | RegExp) => byRole(of, "group", name).filter(({ tag }) => tag === "details");
const runs = (of: Element) => folds(of, /^\d+ calls/).map((fold) => nameOf(fold, of));
const notes = (of: Element) => byRole(of, "note").map(textOf);

describe("ids", () => {
  test("a turn is named after its entry and a call after its tool use, so links outlive growth", () => {
    const first = turn("Do it.", [bash("ls", "", { id: "toolu_01" })], { id: make.entryId("11111111-2222") });
    const small = dom(draw([first]).html);
    const grown = dom(draw([first, turn("More.", [bash("pwd", "", { id: "toolu_02" })])]).html);
    for (const id of ["s-11111111-2222", "s-toolu_01"]) {
      expect(ids(small)).toContain(id);
      expect(ids(grown)).toContain(id);
    }
  });
  test("steps that share an entry get a suffix in the order of the log", () => {
    const made = page([say("One.", "same"), say("Two.", "same")]);
    expect(textOf(byId(made, "s-same"))).toBe("One.");
    expect(textOf(byId(made, "s-same-2"))).toBe("Two.");
  });
  test("no id is on a page twice", () => {
    const all = ids(page([say("a", "x"), say("b", "x"), say("c", "x-2"), bash("ls", "", { id: "x" })]));
    expect(new Set(all).size).toBe(all.length);
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
    expect(runs(page([read("a.ts"), read("b.ts"), bash("ls")]))).toEqual(["3 callsRead ×2Bash ×1"]);
  });
  test("two of one tool are a run, two of different tools are not", () => {
    expect(runs(page([bash("ls"), bash("pwd")]))).toEqual(["2 callsBash ×2"]);
    expect(runs(page([bash("ls"), read("a.ts")]))).toEqual([]);
  });
  test("a failure breaks the run and stands open", () => {
    const made = page([
      bash("a"),
      bash("b"),
      call("Bash", { command: "c" }, failed("Exit code 1\nno")),
      bash("d"),
      bash("e"),
    ]);
    expect(runs(made)).toEqual(["2 callsBash ×2", "2 callsBash ×2"]);
    expect(folds(made, /^Bashc.*exit 1/).map(isOpen)).toEqual([true]);
    expect(folds(made, /^Bash[abde]/).map(isOpen)).toEqual([false, false, false, false]);
  });
  test("a change breaks the run", () => {
    const edit = call("Edit", { file_path: "a.ts", old_string: "a", new_string: "b" }, ok("updated"));
    expect(runs(page([bash("a"), edit, bash("b")]))).toEqual([]);
  });
  test("a hook between calls does not break the run", () => {
    const hook = step({ kind: "event", event: "hook", from: "PostToolUse hook", text: "formatted" });
    expect(runs(page([bash("a"), hook, bash("b"), bash("c")]))).toEqual(["3 callsBash ×3"]);
  });
  test("empty thinking neither shows nor breaks a run", () => {
    const made = page([bash("a"), make.think(""), bash("b"), bash("c")]);
    expect(runs(made)).toEqual(["3 callsBash ×3"]);
    expect(folds(made, "Thinking")).toEqual([]);
  });
  test("each way to end says which it was", () => {
    const made = page([
      call("Bash", { command: "a" }, { state: "none" }),
      call("Bash", { command: "b" }, { state: "interrupted", text: "", at: make.at }),
      call("Bash", { command: "c" }, { state: "rejected", text: "no", feedback: "Not like that.", at: make.at }),
      call("Bash", { command: "d" }, failed("x", { reason: "denied" })),
      call("Bash", { command: "e" }, failed("x", { reason: "sibling-errored" })),
    ]);
    expect(folds(made, /^Bash/).map((fold) => nameOf(fold, made))).toEqual([
      "Bashano result recorded",
      "Bashbinterrupted",
      "Bashcrejected by the user",
      "Bashdpermission denied",
      "Bashenot run: a call beside it failed",
    ]);
    expect(folds(made, /^Bashc/).map(textOf)).toEqual([expect.stringContaining("Not like that.")]);
    expect(runs(made)).toEqual([]);
  });
  test("a short diff is open, a long one folded", () => {
    const edit = (lines: number) =>
      call("Write", { file_path: "a.ts", content: "x\n".repeat(lines) }, ok("File created"), {
        details: { type: "create", structuredPatch: [] },
      });
    expect(folds(page([edit(5)]), /^Write/).map(isOpen)).toEqual([true]);
    expect(folds(page([edit(50)]), /^Write/).map(isOpen)).toEqual([false]);
  });
});

describe("long things", () => {
  const linesOf = (length: number): string => Array.from({ length }, (_, index) => `line ${index}`).join("\n");
  test("long output shows both ends and links the whole as text", () => {
    const lines = linesOf(1200);
    const { html, files } = draw([turn("Run.", [bash("make", lines)])]);
    const [output = dom("")] = byRole(dom(html), "group", /^Output$/);
    expect(textOf(output)).toMatch(/^line 0 line 1 .*line 1199$/);
    expect(textOf(output)).not.toContain("line 250 ");
    const [whole] = byRole(output, "link", /^show all 1,200 lines \(plain text, [\d.]+ kB\)$/);
    const file = files.find(({ path }) => path.endsWith(".txt"));
    expect(file?.path).toBe(`sessions/s1/${whole?.attributes.get("href")}`);
    expect(file?.content).toBe(lines);
  });
  test("the whole of a coloured output is coloured in place, and a plain file as words", () => {
    const lines = Array.from({ length: 1200 }, (_, index) => `\x1b[31mline\x1b[0m ${index}`).join("\n");
    const { files } = draw([turn("Run.", [bash("make", lines)])]);
    expect(files.find(({ path }) => path.endsWith(".txt"))?.content).toBe(linesOf(1200));
    const shown = String(files.find(({ path }) => path.endsWith(".js"))?.content);
    expect(shown).toContain('<span class=\\"a31\\">line</span> 600');
  });
  test("a source file with escapes in it stays as it is", () => {
    const source = Array.from({ length: 1200 }, (_, index) => `const red${index} = "\x1b[31m";`).join("\n");
    const { files } = draw([
      turn("Look.", [call("Write", { file_path: "a.ts", content: source }, ok("File created"))]),
    ]);
    expect(files.find(({ path }) => path.endsWith(".txt"))?.content).toContain('const red600 = "\x1b[31m";');
  });
  test("of an output that is not very long all is on the page, the middle folded", () => {
    const { html, files } = draw([turn("Run.", [bash("make", linesOf(200))])]);
    const [output = dom("")] = byRole(dom(html), "group", /^Output$/);
    const [middle = dom("")] = folds(output, /^show all 200 lines$/);
    expect(isOpen(middle)).toBe(false);
    expect(textOf(middle)).toMatch(/^show all 200 lines ?line 20 line 21 .*line 179$/);
    expect(textOf(output).replace(/show all 200 lines ?/, "")).toBe(linesOf(200).replaceAll("\n", " "));
    expect(files).toEqual([]);
  });
  test("without scripts a page leads on to a bounded number of what moved, edits before all else", () => {
    const runs = Array.from({ length: 1500 }, (_, at) => bash(`echo ${at}`));
    const edit = call("Edit", { file_path: "a.ts", old_string: "a", new_string: "b" }, ok("Done"), {
      id: "toolu_edit",
    });
    const files = [{ path: "a.ts", added: 1, removed: 1, calls: ["toolu_edit"], turns: [] }];
    const { html } = draw([turn("Run.", [...runs, edit])], { files } as never, 20_000);
    const [, list = ""] = /<noscript><p class="places">(.*?)<\/p><\/noscript>/s.exec(String(html)) ?? [];
    const links = [...list.matchAll(/<a id="([^"]+)" href="([^"]+)">/g)].map(([, id, href]) => `${id} ${href}`);
    expect(links).toHaveLength(1000);
    expect(links[0]).toMatch(/^s-toolu_edit part-\d+\.html#s-toolu_edit$/);
    expect(byRole(dom(html), "link", /What you look for/)).toEqual([]);
  });
  test("a page over its budget moves bodies into parts that are a page and a script", () => {
    const steps = Array.from({ length: 40 }, (_, index) => bash(`echo ${index}`, `word${index} `.repeat(200)));
    const { html, files } = draw([turn("Run.", steps)], {}, 20_000);
    const [moved] = byRole(dom(html), "link", /^Open th/);
    expect(moved?.attributes.get("href")).toBe("part-1.html#p0");
    expect(moved?.attributes.get("data-part")).toBe("part-1:0");
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
    const withScripts = dom(String(html).replace(/<noscript>.*?<\/noscript>/gs, ""));
    expect(ids(withScripts)).not.toContain("s-toolu_59x");
    expect(within(dom(html)).filter(({ attributes }) => attributes.has("data-places"))).toHaveLength(1);
    expect(String(files.find(({ path }) => path.endsWith("places.js"))?.content)).toContain('"s-toolu_59x":"part-');
  });
});

describe("decisions", () => {
  const cards = (of: Element, name: string | RegExp) =>
    byRole(of, "group", name).filter(({ tag }) => tag === "section");
  const card = (more: Parameters<typeof plan>[0]): Element =>
    cards(page([step({ kind: "plan", plan: plan(more) })]), "A civil day")[0] ?? dom("");
  test("a plan shows what became of it", () => {
    const head = (more: Parameters<typeof plan>[0]) => textOf(byTag(card(more), "header")[0]);
    expect(head({ status: "approved" })).toBe("PlanA civil dayapproved");
    expect(head({ status: "approved", contextCleared: true })).toBe("PlanA civil dayaccepted, context cleared");
    expect(head({ status: "pending" })).toBe("PlanA civil dayno answer recorded");
  });
  test("a rejected plan is folded, its feedback is not", () => {
    const rejected = card({ status: "rejected", feedback: "No downtime." });
    const [body] = folds(rejected, /rejected$/);
    expect(body === undefined ? undefined : isOpen(body)).toBe(false);
    expect(textOf(body)).toContain("Cut days by the calendar.");
    expect(textOf(body)).not.toContain("No downtime.");
    expect(textOf(rejected)).toContain("FeedbackNo downtime.");
  });
  test("an implementation in a session that is missing is said to be so", () => {
    expect(textOf(card({ status: "approved", implementedIn: make.sessionId("gone") }))).toContain(
      "Implemented in a session that is not in this archive.",
    );
  });
  test("an accepted plan is the prompt", () => {
    const made = dom(draw([turn({ kind: "plan", plan: plan({ status: "approved", title: "The way" }) }, [])]).html);
    const [article = dom("")] = byRole(made, "article", /^Prompt 1: Plan: The way$/);
    expect(cards(article, "The way")).toHaveLength(1);
  });
  test("to-dos and tasks are told apart, and each is compared with its own list", () => {
    const todos = { ...make.tasks([["1", "Look", "pending"]], ["1"]), origin: "todo-write" as const };
    const done = { ...make.tasks([["1", "Look", "completed"]], ["1"]), origin: "todo-write" as const };
    const tasks = make.tasks([["1", "Sand", "pending"]], ["1"]);
    const made = page([todos, tasks, done].map((snapshot) => step({ kind: "tasks", snapshot })));
    const said = cards(made, /^Tasks, /).map((each) => textOf(byTag(each, "header")[0]));
    expect(said).toEqual(["Tasks0 of 1created 1", "Tasks0 of 1created 1", "Tasks1 of 11 changed"]);
    expect(cards(made, "Tasks, 1 of 1").map(textOf)).toEqual([expect.stringContaining("Done: Lookjust done")]);
  });
  test("a plan shows what may be done without asking, escaped", () => {
    const allowedPrompts = [{ tool: "Bash", prompt: "run <tests>" }];
    const made = card({ status: "approved", allowedPrompts });
    expect(byRole(made, "listitem").map(textOf)).toContain("Bash run <tests>");
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
    const made = page([step({ kind: "tasks", snapshot: before }), step({ kind: "tasks", snapshot: after })]);
    const [first, second = dom("")] = cards(made, /^Tasks, /);
    expect(textOf(first)).toContain("created 2");
    expect(nameOf(second, made)).toBe("Tasks, 1 of 2 done");
    const [changed = dom("")] = byRole(second, "list");
    expect(byRole(changed, "listitem").map(textOf)).toEqual(["Done: Cut daysjust done"]);
    const whole = folds(second, /^All 2 tasks$/);
    expect(whole.map(isOpen)).toEqual([false]);
    expect(whole.flatMap((fold) => byRole(fold, "listitem").map(textOf))).toEqual([
      "Done: Cut days",
      "Pending: Name tides",
    ]);
  });
  test("questions are cards with the tool's own body", () => {
    const made = page([
      call(
        "AskUserQuestion",
        { questions: [{ question: "From when?", header: "Switch", options: [{ label: "Now" }, { label: "Later" }] }] },
        ok("answered"),
        { details: { answers: { "From when?": "Later" } } },
      ),
    ]);
    const [question = dom("")] = cards(made, /^Switch$/);
    expect(textOf(question)).toContain("QuestionSwitchanswered");
    expect(byRole(question, "listitem").map(textOf)).toEqual(["Now", "Chosen: Later"]);
  });
});

describe("branches and agents", () => {
  test("a version that was rewound itself shows what it left behind, once", () => {
    const inner = turn("Old.", [], { otherVersions: [[turn("Oldest of all.", [])]] });
    const text = String(draw([turn("New.", [], { otherVersions: [[inner]] })]).html);
    expect(text.match(/<p>Oldest of all\.<\/p>/g)).toHaveLength(1);
  });

  test("a rewind is a fieldset whose kept version is chosen, without a script", () => {
    const made = dom(draw([turn("New.", [say("Kept.")], { otherVersions: [[turn("Old.", [say("Left.")])]] })]).html);
    const [choice = dom("")] = byRole(made, "group", /^2 versions from here$/);
    expect(byTag(choice, "label").map(textOf)).toEqual(["1, left behind", "2, kept"]);
    expect(byRole(choice, "radio").map(({ attributes }) => attributes.has("checked"))).toEqual([false, true]);
    const versions = within(choice).filter(({ attributes }) => attributes.has("data-v"));
    expect(versions.map(textOf)).toEqual([expect.stringMatching(/Left\.$/), expect.stringMatching(/Kept\.$/)]);
    // The rules that show one of them compare these with the values of the radios.
    expect(versions.map(({ attributes }) => attributes.get("data-v"))).toEqual(["1", "2"]);
    expect(byRole(choice, "radio").map(({ attributes }) => attributes.get("value"))).toEqual(["1", "2"]);
  });
  const explorer = make.agent("a1", [turn("Find it.", [bash("grep"), bash("ls"), say("Found it.")])], {
    type: "Explore",
    calledBy: make.callId("toolu_a"),
  });
  const withAgent = (more: Partial<Session> = {}) =>
    dom(
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
    const row = byId(withAgent(), "s-toolu_a") ?? dom("");
    expect(folds(row, /^TaskFindExplore/).map(isOpen)).toEqual([true]);
    expect(textOf(row)).toContain("Found it.");
    expect(byRole(row, "link").map(({ attributes }) => attributes.get("href"))).toContain("agents/a1/index.html");
  });
  test("an agent that nobody called is listed, an internal one in a fold", () => {
    const made = withAgent({
      agents: [
        explorer,
        make.agent("a2", [turn("x", [])], { description: "Stray" }),
        make.agent("a3", [], { internal: true }),
      ],
    });
    const [others = dom("")] = byRole(made, "region", /^Subagents that no call here leads to$/);
    expect(byRole(others, "link").map(textOf)).toEqual(["Stray", "Agent a3"]);
    const [internal = dom("")] = folds(others, /^1 internal agent/);
    expect(isOpen(internal)).toBe(false);
    expect(byRole(internal, "link").map(textOf)).toEqual(["Agent a3"]);
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
    const made = page([
      event({ event: "api-error", text: "529: Overloaded", retry: { attempt: 1, of: 10, waitMs: 500 } }, "r1"),
      event({ event: "api-error", text: "529: Overloaded", retry: { attempt: 2, of: 10, waitMs: 1500 } }, "r2"),
      event({ event: "api-error", text: "API Error: 500 Internal" }, "r3"),
    ]);
    expect(textOf(byId(made, "s-r1"))).toBe("API error 529: Overloaded, 2 retries, 2 s of waiting announced");
    expect(within(byId(made, "s-r1") ?? dom(""))).toContain(byId(made, "s-r2"));
    expect(textOf(byId(made, "s-r3"))).toBe("API Error 500 Internal");
  });
  test("a sentence that goes on has no full stop", () => {
    const retry = { attempt: 1, of: 10 };
    const made = page([
      event({ event: "api-error", text: "429: Too many. Try later.", retry }, "r1"),
      event({ event: "api-error", text: "Wait..." }, "r2"),
      event({ event: "api-error", text: "Not again." }, "r3"),
    ]);
    const said = ["r1", "r2", "r3"].map((id) => textOf(byId(made, `s-${id}`)));
    expect(said).toEqual(["API error 429: Too many. Try later, 1 retry", "API error Wait...", "API error Not again."]);
  });
  test("an error in words has the server's own answer below it", () => {
    const raw = { error: { code: 400, message: "Too long" } };
    const made = page([event({ event: "api-error", text: "400: Too long", raw }, "r1")]);
    expect(textOf(byId(made, "s-r1"))).toBe("API error 400: Too long");
    expect(textOf(made)).toMatch(/What the server answered.*"message": "Too long"/s);
  });
  test("hooks that are logged one by one and then together are one note", () => {
    const made = page([
      event({ event: "hook", from: "Stop hook", text: "a.sh" }),
      event({ event: "hook", from: "Stop hook", text: "b.sh" }),
      event({ event: "hook", from: "Stop hook", text: "a.sh\nb.sh" }),
      event({ event: "hook", from: "Stop hook", text: "c.sh failed", level: "error" }),
    ]);
    expect(notes(made)).toEqual(["Stop hooka.sh b.sh", "Stop hookc.sh failed"]);
  });
  test("a call that started several agents nests them all", () => {
    const agents = ["a1", "a2"].map((id) =>
      make.agent(id, [turn(`Look at ${id}.`, [say(`Seen ${id}.`)])], { calledBy: make.callId("toolu_w") }),
    );
    const made = dom(
      draw([turn("Go.", [call("Workflow", { name: "x" }, ok("started"), { id: "toolu_w" })])], { agents }).html,
    );
    const row = byId(made, "s-toolu_w") ?? dom("");
    expect(folds(row, /^Workflow.*2 subagents/)).toHaveLength(1);
    expect(folds(row, /^Look at a1\./).map(textOf)).toEqual([expect.stringContaining("Seen a1.")]);
    expect(folds(row, /^Look at a2\./).map(textOf)).toEqual([expect.stringContaining("Seen a2.")]);
    expect(byRole(made, "region", "no call here leads to")).toEqual([]);
  });
  test("a list written anew is new, whatever its numbers; calls that wrote it are folded into its card", () => {
    const list = (subjects: readonly string[]) => ({
      ...make.tasks(
        subjects.map((subject, index) => [String(index + 1), subject, "pending"]),
        [],
      ),
      origin: "todo-write" as const,
    });
    const made = page([
      step({ kind: "tasks", snapshot: list(["One", "Two"]) }),
      call("TodoWrite", { todos: [{ content: "Other", status: "pending" }] }, ok("")),
      step({ kind: "tasks", snapshot: list(["Other"]) }),
    ]);
    const [anew = dom("")] = byRole(made, "group", "Tasks, 0 of 1 done");
    expect(textOf(anew)).toContain("new list, created 1");
    expect(textOf(anew)).not.toContain("renamed");
    expect(folds(anew, /^1 call: TodoWrite Other$/).map(isOpen)).toEqual([false]);
  });
  test("a secret's placeholder is a chip in text and text in attributes", () => {
    const made = page([say("Use [redacted: GitHub token #3] here."), bash("echo [redacted: GitHub token #3]")]);
    const chips = within(made).filter(({ attributes }) => attributes.get("title")?.startsWith("A secret, removed"));
    expect(new Set(chips.map(textOf))).toEqual(new Set(["GitHub token #3"]));
    expect(textOf(made)).toContain("Use GitHub token #3 here.");
    const sums = byRole(made, "list").flatMap(({ attributes }) => attributes.get("data-sum") ?? []);
    expect(sums).toEqual(["1 call: Bash echo [redacted: GitHub token #3]"]);
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
    const [shown] = byRole(dom(html), "image", "Image from the session");
    const attributes = { src: "../../media/abc.png", width: "10", height: "20", loading: "lazy" };
    expect(Object.fromEntries(shown?.attributes ?? [])).toMatchObject(attributes);
    expect(files.map(({ path }) => path)).toContain("media/abc.png");
  });
  test("an SVG is a link to bytes, never an image", () => {
    const { html, files } = draw1({ ...image, mediaType: "image/svg+xml", file: "abc.svg" });
    expect(byTag(dom(html), "img")).toEqual([]);
    expect(byRole(dom(html), "link", /^Image, /).map(({ attributes }) => attributes.get("href"))).toEqual([
      "../../media/abc.bin",
    ]);
    expect(files.map(({ path }) => path)).toContain("media/abc.bin");
  });
});

describe("what would be noise", () => {
  const hook = (text: string) => step({ kind: "event", event: "hook", from: "Stop hook", text });
  test("a hook that is logged three times is one note, and a long one is folded", () => {
    const [first, second] = [`notify ${"a".repeat(90)}`, `go run ${"b".repeat(90)}`];
    const made = page([say("Done."), hook(first), hook(second), hook(`${first}\n${second}`)]);
    expect(textOf(made).match(/Stop hook/g)).toHaveLength(1);
    const hooks = folds(made, /^Stop hook/);
    expect(hooks.map(isOpen)).toEqual([false]);
    expect(hooks.map(textOf)).toEqual([expect.stringMatching(/notify aaa.*go run bbb/)]);
  });
  test("an edit's stock confirmation is kept for the level that shows all; other answers stay in sight", () => {
    const edited = (answer: string) =>
      byTag(page([call("Edit", { file_path: "/src/a.ts", old_string: "1", new_string: "2" }, ok(answer))]), "p")
        .filter((line) => textOf(line) === answer)
        .map(({ attributes }) => attributes.get("class"));
    // The stylesheet has rules for these classes.
    expect(edited("The file /src/a.ts has been updated successfully.")).toEqual(["cap done"]);
    expect(edited("The file /src/b.ts has been updated successfully.")).toEqual(["cap"]);
    expect(edited("Updated, but the linter complains.")).toEqual(["cap"]);
  });
  test("an answer that repeats the edited lines is folded", () => {
    const answer = "The file /src/a.ts has been updated. Here's a snippet:\n     1→2\n     2→other";
    const made = page([call("Edit", { file_path: "/src/a.ts", old_string: "1", new_string: "2" }, ok(answer))]);
    const logged = folds(made, /^The answer as logged$/);
    expect(logged.map(isOpen)).toEqual([false]);
    expect(logged.map(textOf)).toEqual([expect.stringContaining("other")]);
  });
  test("an update of a task that nobody created is said once", () => {
    const task = { id: "9", subject: "Task 9", status: "unknown" as const };
    const made = page([
      step({
        kind: "tasks",
        snapshot: { entry: make.entryId("t"), origin: "task-tools", tasks: [task], changed: ["9"], unknown: ["9"] },
      }),
    ]);
    const [card = dom("")] = byRole(made, "group", /^Tasks, /);
    expect(byRole(card, "listitem").map(textOf)).toEqual(["Unknown state: Task 9updated, never created"]);
  });
  test("a session of less than a minute has one time", () => {
    const span = { from: make.iso("14:02"), to: make.iso("14:02") };
    const made = dom(draw([turn("Do it.", [say("Done.")])], { span }).html);
    const [main = dom("")] = byRole(made, "main");
    expect(textOf(byTag(main, "dd")[0])).toBe("14:02 48 min");
  });
  test("a short strip does not fill the width", () => {
    const boxes = byTag(page([say("Done."), bash("ls")]), "svg").map(({ attributes }) => attributes.get("viewBox"));
    expect(boxes).toContain("0 0 200 28");
  });
  test("a teammate's long message is read as Markdown, a hook's as it was printed", () => {
    const long = `**Done** with \`ropes\`. ${"All of them are dry. ".repeat(12)}`;
    const event = (sender: Sender) => step({ kind: "event", event: "notice", ...sentBy(sender), text: long });
    const read = page([event({ kind: "teammate", name: "mara" })]);
    expect(byTag(read, "strong").map(textOf)).toEqual(["Done"]);
    const printed = page([event({ kind: "hook", name: "Stop" })]);
    expect(byRole(printed, "group", /^Output$/).map(textOf)).toEqual([
      expect.stringMatching(/^\*\*Done\*\* with `ropes`/),
    ]);
  });
  test("the result of a call that is not there is read, not decoded", () => {
    const made = page([step({ kind: "orphan-result", call: "toolu_gone" as ToolUseId, text: "late words" })]);
    const [result = dom("")] = folds(made, /^The result of a call that is not in this log/);
    expect(byRole(result, "group", /^Output$/).map(textOf)).toEqual(["late words"]);
    expect(textOf(result)).toContain("call toolu_gone");
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
    const made = page([step({ kind: "event", event: "notice", ...mara, text: JSON.stringify(idle) })]);
    const notice = folds(made, /^Teammate maraIdle, availableRopes are dry$/);
    expect(notice.map(textOf)).toEqual([expect.stringContaining('"pane": 3')]);
    const first = turn(
      {
        kind: "machine",
        ...sentBy({ kind: "teammate", name: "lead" }),
        text: '{"type":"task_assignment","subject":"Dry them"}',
      },
      [],
    );
    expect(byTag(dom(draw([first]).html), "p").map(textOf)).toEqual(
      expect.arrayContaining(["Task assignment", "Dry them"]),
    );
    const words = page([step({ kind: "event", event: "notice", ...mara, text: '{"ropes":3}' })]);
    expect(notes(words)).toEqual(['Teammate mara{"ropes":3}']);
  });
  test("a task in the queue is named in words, whatever shows it, and its JSON is within reach", () => {
    const task = '{"task_id":"bx12","tool_use_id":"toolu_w","description":"Watch","task_type":"local_bash"}';
    const event = (more: object) =>
      step({ kind: "event", event: "notice", ...sentBy("task-notification"), text: `Watch\n${task}`, ...more });
    const beside = folds(page([event({})]), /^Task notificationWatchcommand bx12$/);
    expect(beside.map(textOf)).toEqual([expect.stringContaining('"tool_use_id": "toolu_w"')]);
    const inCall = page([bash("watch", "", { id: "toolu_w" }), event({ call: "toolu_w" })]);
    expect(byTag(inCall, "p").map(textOf)).toContain("Task notification Watch command bx12");
    expect(folds(inCall, /^As the log has it/).map(textOf)).toEqual([expect.stringContaining('"task_id": "bx12"')]);
    const broken = page([event({ text: 'Watch\n{"task_id":"bx12","descr' })]);
    expect(notes(broken)).toEqual(['Task notificationWatch {"task_id":"bx12","descr']);
  });
  test("an agent's totals in a notification are words, and their figures are within reach", () => {
    const tags = "<total_tokens>80617</total_tokens><tool_uses>44</tool_uses><duration_ms>204837</duration_ms>";
    const lines = "total_tokens: 80617\ntool_uses: 44\nduration_ms: 204837";
    for (const totals of [tags, lines]) {
      const text = `Agent "Dry ropes" completed\n\ntask-id: a5\nusage: ${totals}\n\n${"They are dry. ".repeat(20)}`;
      const made = page([step({ kind: "event", event: "notice", ...sentBy("task-notification"), text })]);
      const [note = dom("")] = folds(made, /^Task notificationAgent "Dry ropes" completed/);
      expect(textOf(note)).toContain("usage: 80,617 tokens, 44 calls, 3 min 25 s");
      expect(folds(note, /^As the log has it/).map(textOf)).toEqual([
        expect.stringContaining(totals.replaceAll("\n", " ")),
      ]);
    }
    const own = page([
      step({ kind: "event", event: "notice", ...sentBy("task-notification"), text: "usage: <tides>3</tides>" }),
    ]);
    expect(notes(own)).toEqual(["Task notificationusage: <tides>3</tides>"]);
  });
  test("a task that was given to somebody names them once, and is not described again", () => {
    const list = make.tasks([["1", "Dry the ropes", "pending"]], ["1"]);
    const given = {
      ...list,
      tasks: list.tasks.map((task) => ({ ...task, owner: "mara", description: "All of them" })),
    };
    const made = page([step({ kind: "tasks", snapshot: list }), step({ kind: "tasks", snapshot: given })]);
    expect(byTag(made, "li").map(textOf)).toContain("Pending: Dry the ropesgiven to mara");
  });
});
