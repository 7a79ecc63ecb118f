/** The body of each tool's row: beside its fixture as a file, nothing of a call lost, and any of it replaced by a theme. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ToolCall, ToolUseId } from "../../src/model/session.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { toolCall, toolOf } from "../../src/tools/index.ts";
import { type Component, partNames, withTheme } from "../../templates/theme.ts";
import { drawCall, toolViews } from "../../templates/tools/index.ts";
import { callsOf, logsIn } from "../support/tool-calls.ts";
import { pretty } from "./pretty.ts";
import { lost, view } from "./tool-view.ts";

const fixtures = join(import.meta.dirname, "../../fixtures/tools");
const names = logsIn(fixtures).map((file) =>
  file
    .slice(fixtures.length + 1)
    .replace(/\.jsonl$/, "")
    .replaceAll("\\", "/"),
);
const callsIn = (name: string): readonly ToolCall[] => callsOf(join(fixtures, `${name}.jsonl`)).map(({ call }) => call);
const callIn = (name: string): ToolCall => callsIn(name)[0] ?? expect.unreachable();

/** As a row has it: what was called, then the body. */
function row(call: ToolCall): SafeHtml {
  const tool = toolOf(call);
  return html`<h3>${tool.label?.(call) ?? call.name} ${tool.summary(call, view)}</h3>${drawCall(call, view)}`;
}

describe.each(names)("%s", (name) => {
  it("is drawn as the file beside it says", async () => {
    const drawn = pretty(callsIn(name).map(row).join(""));
    expect(drawn.split("\n").length).toBeLessThanOrEqual(40);
    await expect(drawn).toMatchFileSnapshot(join(fixtures, `${name}.html`));
  });

  it("shows every text of the input and every line of the result", () => {
    for (const call of callsIn(name)) expect(lost(call)).toEqual([]);
  });
});

describe("fixtures", () => {
  it("every drawn one has its log", () => {
    const drawn = readdirSync(fixtures, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.filter((name) => !existsSync(join(fixtures, name.replace(/html$/, "jsonl"))))).toEqual([]);
  });
});

describe("a body", () => {
  const body = (name: string): string => String(drawCall(callIn(name), view));

  it("marks the chosen option, and quotes the user's own words", () => {
    const ask = body("askUserQuestion/answers-are-chosen-and-written");
    expect(ask).toContain('<li class="yes"><div><b><span class="vh">Chosen: </span>From 1 March on</b>');
    expect(ask).toContain('<span class="vh">Chosen, own words: </span>“Thunderbird too”');
    expect(ask).toContain("<li><div><b>All at once</b>");
    expect(ask).toContain('<div class="ask multi">');
    expect(body("askUserQuestion/nobody-answered")).toContain("<p>Not answered.</p>");
  });

  it("folds what the harness reminded the model of", () => {
    const read = body("read/lines-of-a-file-are-numbered");
    expect(read).toContain('<details class="reminder"><summary>System reminder</summary>');
    expect(read).not.toContain("40→");
    expect(body("other/an-unknown-tool-is-shown-as-it-is")).toContain('<details class="reminder">');
  });

  it("shows an error without its tags", () => {
    expect(body("edit/a-failed-edit-changes-nothing")).not.toContain("tool_use_error");
  });

  it("does not repeat a plan that its approval quotes", () => {
    expect(body("exitPlanMode/an-approval-repeats-the-plan").split("Change it")).toHaveLength(2);
  });

  it("keeps the words of an approval that a very short plan happens to be in", () => {
    const use = { id: "toolu_1" as ToolUseId, name: "ExitPlanMode", input: { plan: "l" } };
    const outcome = { state: "ok", text: "User has approved your plan.", at: { file: "a", line: 2 } } as const;
    expect(lost(toolCall(use, outcome, undefined).call)).toEqual([]);
  });

  it("does not repeat the lines of an edit that its diff shows", () => {
    expect(body("multiEdit/edits-are-applied-together")).not.toContain('class="logged"');
  });

  it("links no address that a browser would run", () => {
    const search = body("webSearch/links-come-with-a-summary");
    expect(search).toContain('<a href="https://tides.example/neap" rel="noreferrer noopener">Neap tides</a>');
    expect(search).not.toContain('href="javascript:');
  });

  it("shows input that its tool does not read", () => {
    expect(body("bash/a-command-runs-in-the-background")).toContain("dangerouslyDisableSandbox");
    expect(body("reportFindings/findings-are-listed")).toContain("level");
  });
});

describe("a theme", () => {
  const kinds = Object.keys(toolViews);
  const calls = names.flatMap(callsIn);
  /** What a person would write: something of their own, then what stands there anyway. */
  const framed =
    (words: string): Component =>
    ({ html: markup, original }, ...given) =>
      markup`<b>${words}</b>${original(...given)}`;
  const draw = (call: ToolCall, ...components: readonly string[]): string =>
    withTheme(new Map(components.map((name) => [name, framed(name)])), () => String(drawCall(call, view)));
  const plain = (call: ToolCall): string => String(drawCall(call, view));

  it.each(kinds)("replaces the body of every call of the kind %s, and of no other", (kind) => {
    const own = calls.filter((call) => call.kind === kind);
    expect(own.length).toBeGreaterThan(0);
    for (const call of calls) {
      const isOwn = call.kind === kind;
      expect(draw(call, `tool/${kind}`)).toBe(`${isOwn ? `<b>tool/${kind}</b>` : ""}${plain(call)}`);
    }
  });

  it("names every kind among its parts", () => {
    expect(partNames().filter((name) => name.startsWith("tool/"))).toEqual(kinds.map((kind) => `tool/${kind}`).sort());
  });

  it("replaces the calls of one name in the log, before their kind", () => {
    const sentry = callIn("mcp/server-and-tool-are-apart");
    const docs = callsIn("mcp/server-and-tool-are-apart")[1] ?? expect.unreachable();
    const components = ["tool/mcp", "tool/mcp__sentry__search_issues"];
    expect(draw(sentry, ...components)).toBe(`<b>tool/mcp__sentry__search_issues</b>${plain(sentry)}`);
    expect(draw(docs, ...components)).toBe(`<b>tool/mcp</b>${plain(docs)}`);
    const shell = callIn("bash/powershell-is-a-shell-too");
    expect(draw(shell, "tool/Bash")).toBe(plain(shell));
    expect(draw(shell, "tool/bash", "tool/PowerShell")).toBe(`<b>tool/PowerShell</b>${plain(shell)}`);
  });

  it("gives the component of a kind no call of another tool that is called like it", () => {
    const use = { id: "toolu_1" as ToolUseId, name: "bash", input: { x: 1 } };
    const { call } = toolCall(use, { state: "none" }, undefined);
    expect(draw(call, "tool/bash")).toBe(plain(call));
    expect(draw(call, "tool/bash", "tool/other")).toBe(`<b>tool/other</b>${plain(call)}`);
  });

  it("prints a text that a component gives as text", () => {
    const call = callIn("bash/powershell-is-a-shell-too");
    const theme = new Map<string, Component>([["tool/bash", () => "<i>hidden</i>"]]);
    expect(withTheme(theme, () => String(drawCall(call, view)))).toBe("&lt;i&gt;hidden&lt;/i&gt;");
  });
});
