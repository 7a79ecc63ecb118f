/** A session as Markdown: whole, readable, and nothing in it becomes markup. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { marked, type Token } from "marked";
import { afterAll, describe, expect, it } from "vitest";
import { readArchive } from "../../src/archive/index.ts";
import { exportFacts } from "../../src/export/facts.ts";
import { frontMatter } from "../../src/export/front-matter.ts";
import type { Level } from "../../src/export/level.ts";
import { sessionMarkdown, sessionPlainText } from "../../src/export/session-text.ts";
import { isHarmfulAddress, safeMarkdown } from "../../src/text/safe-markdown.ts";
import { put, session } from "../cli/in-process.ts";
import { Log } from "../hostile/log.ts";
import { ownPayloads, publicPayloads, sample } from "../hostile/source.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-markdown-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let logs = 0;

async function written(make: (log: Log) => void, options: { readonly level?: Level } = {}) {
  const folder = join(scratch, String(logs++));
  const log = new Log(session(1), { cwd: "/work/tides", gitBranch: "main" });
  make(log);
  put(join(folder, "-work-tides", `${session(1)}.jsonl`), log.toString());
  const archive = await readArchive({ sources: [folder], title: "", timeZone: "UTC" });
  const [record] = archive.sessions;
  if (record === undefined) throw new Error("No session was read.");
  const { session: read } = archive.whole(record.id);
  const about = { project: "tides", timeZone: "UTC", generator: "test", ...options };
  return { markdown: sessionMarkdown(read, record, about), text: sessionPlainText(read, record, about) };
}

/** Markup, pictures and addresses that run something. */
function harm(source: string): readonly string[] {
  const found: string[] = [];
  marked.walkTokens(marked.lexer(source), (token: Token) => {
    const isBadLink = (token.type === "link" || token.type === "def") && isHarmfulAddress(String(token.href));
    if (token.type === "html" || token.type === "image" || isBadLink) found.push(token.raw);
  });
  return found;
}

const whole = (log: Log): void => {
  log.prompt("Why is the *second* ebb missing?");
  log.said([
    { type: "thinking", thinking: "zqthought", signature: "" },
    { type: "text", text: "I look at `ebb.ts`." },
  ]);
  log.call("Bash", { command: "npm test" }, "```\nzqfenced output\n````");
  log.call("Edit", { file_path: "/work/tides/ebb.ts", old_string: "one", new_string: "two" }, "ok");
  log.said([{ type: "text", text: "It is there now." }]);
};

describe("a session as Markdown", () => {
  it("says in words what happened beside the conversation", async () => {
    const answer = (model: string, text: string) => ({
      type: "assistant",
      message: { role: "assistant", model, content: [{ type: "text", text }] },
    });
    const { markdown } = await written((log) => {
      log.prompt("One");
      log.line(answer("claude-opus-4-8", "First"));
      log.prompt("Two");
      log.line(answer("claude-sonnet-4-6", "Second"));
    });
    expect(markdown).toContain("*Model changed: claude-opus-4-8 → claude-sonnet-4-6*");
  });

  it("begins with its facts and has prompt, thinking, calls, outputs and answer in their order", async () => {
    const { markdown } = await written(whole);
    expect(markdown).toMatch(
      /^---\nid: "aaaaaaaa-[^\n]*\ntitle: "Why is the second ebb missing\?"\nagent: "claude-code"\nproject: "tides"\n/,
    );
    const order = [
      "> Why is the *second*",
      "zqthought",
      "I look at `ebb.ts`.",
      "`npm test`",
      "zqfenced",
      "-one",
      "+two",
      "there now",
    ];
    const places = order.map((words) => markdown.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("fences an output by more signs than it holds", async () => {
    const { markdown } = await written(whole);
    expect(markdown).toContain("`````text\n```\nzqfenced output\n````\n`````");
  });

  it("has prompts alone, or what was said, where that is asked for", async () => {
    const { markdown: prompts } = await written(whole, { level: "prompts" });
    expect(prompts).toContain("second");
    expect(prompts).not.toMatch(/zqthought|npm test|ebb\.ts|there now/);
    const { markdown: said } = await written(whole, { level: "conversation" });
    expect(said).toContain("It is there now.");
    expect(said).not.toMatch(/zqthought|npm test/);
  });

  it("closes a fence that a text left open, so that what follows is not taken in", async () => {
    const { markdown } = await written((log) => {
      log.prompt("```\nopen");
      log.said([{ type: "text", text: "~~~~ts\nopen too" }]);
      log.prompt("And now?");
    });
    const headings = marked.lexer(markdown.replace(/^---[\s\S]*?\n---\n/, "")).filter(({ type }) => type === "heading");
    expect(headings.map((token) => token.raw.trim())).toEqual(
      expect.arrayContaining([expect.stringContaining("## Prompt 2")]),
    );
  });

  it("cuts a long output, and says how much", async () => {
    const { markdown, text } = await written((log) => {
      log.prompt("List them");
      log.call("Bash", { command: "seq 900" }, Array.from({ length: 900 }, (_, at) => `row ${at}`).join("\n"));
    });
    for (const each of [markdown, text]) {
      expect(each).toMatch(/\[… 860 lines left out\]/);
      expect(each).toContain("row 899");
    }
  });

  it("has no control, colour or turning sign, in plain text as well", async () => {
    const { markdown, text } = await written((log) => {
      log.prompt("\x1b[31mred\x1b[0m and \u202eturned");
      log.call("Bash", { command: "x" }, "\x1b]0;title\x07 \x1b[2Jclear \x9b31m");
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
    for (const each of [markdown, text]) expect(each).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
  });
});

describe("hostile text", () => {
  const payloads = [...ownPayloads(), ...sample(publicPayloads(), 500)];

  it("is text in Markdown, each payload by itself", () => {
    expect(payloads.length).toBeGreaterThan(50);
    expect(payloads.filter((payload) => harm(safeMarkdown(payload)).length > 0)).toEqual([]);
  });

  it("is text in a whole session, wherever it stands", async () => {
    const bad: string[] = [];
    const { markdown } = await written((log) => {
      for (const payload of payloads) {
        log.prompt(payload);
        log.said([{ type: "text", text: payload }]);
        log.call("Bash", { command: payload, description: payload }, payload);
        log.call("TodoWrite", { todos: [{ content: payload, status: "pending", activeForm: payload }] }, "ok");
        log.call("ExitPlanMode", { plan: payload }, "ok");
      }
    });
    bad.push(...harm(markdown.replace(/^---[\s\S]*?\n---\n/, "")));
    expect(bad).toEqual([]);
  });

  it("leaves what people write in Markdown as it is", () => {
    for (const text of [
      "Use `<div>` and **bold**, see [the docs](https://example.org/a?b=c).",
      "```html\n<script>alert(1)</script>\n```",
      "a < b and b > c, 1 << 2\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    ])
      expect(safeMarkdown(text)).toBe(text);
  });

  it("stays in its line of the front matter", () => {
    const matter = frontMatter({ title: 'a"\n---\nevil: true\u2028\x85', list: ["x]", "y\\"] });
    expect(matter.trim().split("\n")).toHaveLength(4);
    expect(matter).toContain('title: "a\\"\\n---\\nevil: true\\u2028\\u0085"');
  });
});

describe("figures that a log does not have", () => {
  it("are left out, never 0", async () => {
    const folder = join(scratch, String(logs++));
    const start = { sessionId: session(2), context: { cwd: "/work/tides" } };
    const events = [
      { type: "session.start", data: start },
      { type: "user.message", data: { content: "Why?" } },
      { type: "assistant.message", data: { messageId: "m1", content: "So.", outputTokens: 7, model: "gpt-5-mini" } },
    ].map((each, at) => JSON.stringify({ ...each, id: `e${at}`, timestamp: `2026-06-10T14:00:0${at}.000Z` }));
    put(join(folder, ".copilot/session-state", session(2), "events.jsonl"), `${events.join("\n")}\n`);
    const { sessions } = await readArchive({ sources: [folder], title: "", timeZone: "UTC" });
    expect(sessions.map((record) => exportFacts(record, "tides").tokens)).toEqual([{ output: 7 }]);
  });
});

it("a picture that the log only names is said to be elsewhere, not to be misunderstood", async () => {
  const { markdown } = await written((log) => {
    log.prompt([
      { type: "text", text: "What is it?" },
      { type: "image", source: { type: "url", url: "https://example.org/pier.png" } },
    ] as never);
  });
  expect(markdown).toContain("Not in the log: image https://example.org/pier.png");
  expect(markdown).not.toContain("Not understood");
});
