/** What the entries of other agents' logs say themselves, which Claude Code's texts are searched for. */
import { describe, expect, it } from "vitest";
import { thread } from "../../src/conversation/thread.ts";
import { usageByModel } from "../../src/conversation/usage.ts";
import type { ContentBlock, ResultBlock } from "../../src/log/entries/content.ts";
import type { AssistantBody, Entry, EntryBody, UserBody } from "../../src/log/entries/entry.ts";
import type { EntryId, ToolUseId } from "../../src/model/session.ts";
import { drawCall } from "../../templates/tools/index.ts";
import { view } from "../templates/tool-view.ts";

function madeOf(...bodies: readonly EntryBody[]) {
  const entries = bodies.map(
    (body, index): Entry => ({
      ...{ at: { file: "log", line: index + 1 }, id: `e${index}` as EntryId, isSidechain: false, isMeta: false },
      ...body,
    }),
  );
  return thread(entries, { isAgent: false, isNamed: true, gaps: [] });
}

const user = (text: string, more: Partial<UserBody> = {}): UserBody => ({
  kind: "user",
  blocks: text === "" ? [] : [{ kind: "text", text }],
  isCompactSummary: false,
  ...more,
});
const said = (text: string, more: Partial<UserBody> = {}): UserBody => user(text, { isVerbatim: true, ...more });
const answer = (...blocks: readonly ContentBlock[]): AssistantBody => ({
  kind: "assistant",
  blocks,
  isApiError: false,
});
const text = (words: string): ContentBlock => ({ kind: "text", text: words });
const use = (name: string, input: unknown, as?: { name: string; input: unknown }): ContentBlock => ({
  ...{ kind: "use", id: "c1" as ToolUseId, name, input },
  ...(as === undefined ? {} : { as }),
});
const result = (words: string, more: Partial<ResultBlock> = {}, details?: unknown): UserBody => ({
  ...user(""),
  blocks: [{ kind: "result", id: "c1" as ToolUseId, isError: false, text: words, media: [], parts: [], ...more }],
  ...(details === undefined ? {} : { details }),
});
const firstCall = (made: ReturnType<typeof madeOf>) => {
  const step = made.turns.flatMap(({ steps }) => steps).find(({ kind }) => kind === "call");
  return step?.kind === "call" ? step.call : expect.unreachable();
};

describe("a prompt", () => {
  it("is verbatim: tags that Claude Code would write are the person's own", () => {
    const typed = "<command-name>/x</command-name> and <system-reminder>y</system-reminder>";
    expect(madeOf(said(typed)).turns.map(({ prompt }) => prompt)).toEqual([
      { kind: "said", blocks: [{ kind: "text", markdown: typed }] },
    ]);
  });

  it("that steers is a turn of its own, and no other version of the prompt before", () => {
    const { turns } = madeOf(said("one"), answer(text("a")), said("two", { isSteering: true }), answer(text("b")));
    expect(turns.map(({ prompt }) => ("queued" in prompt ? prompt.queued : undefined))).toEqual([
      undefined,
      "steering",
    ]);
  });

  it("of a machine opens a turn where its sender begins work, else it is a notice", () => {
    const sent = (opensTurn: boolean) => ({ sent: { sender: { kind: "other", name: "tide" } as const, opensTurn } });
    const { turns } = madeOf(said("one"), user("beside", sent(false)), user("begin", sent(true)), answer(text("a")));
    expect(turns.map(({ prompt }) => prompt.kind)).toEqual(["said", "machine"]);
    expect(turns[0]?.steps).toMatchObject([{ kind: "event", event: "notice", from: "tide", text: "beside" }]);
    expect(turns[1]?.prompt).toMatchObject({ from: "tide", text: "begin" });
  });

  it("may be a command that the person ran", () => {
    const ran = { kind: "shell", command: "ls", stdout: "</bash-stdout>", stderr: "", exitCode: 2 } as const;
    const { turns } = madeOf(user("", { ran }), user("", { ran: { kind: "command", name: "/init", args: "now" } }));
    expect(turns.map(({ prompt }) => prompt)).toEqual([ran, { kind: "command", name: "/init", args: "now" }]);
  });
});

describe("a call", () => {
  const as = { name: "Edit", input: { file_path: "/w/a.ts", old_string: "1", new_string: "2" } };
  const input = { path: "a.ts", oldText: "1", newText: "2", mood: "cheerful" };

  it("is read as a tool of ours and keeps its own name and input", () => {
    const call = firstCall(
      madeOf(said("x"), answer(use("replace", input, as)), result("ok", { ended: { state: "ok" } })),
    );
    expect(call).toMatchObject({ kind: "edit", name: "replace", input, as, path: "/w/a.ts", added: 1, removed: 1 });
    const body = String(drawCall(call, view));
    expect(body).toContain("cheerful");
    expect(body).not.toContain("oldText");
  });

  it("says nothing twice: the shell of a command, the kind of a search, seconds for milliseconds", () => {
    const body = (given: unknown, name: string, ours: object): string =>
      String(drawCall(firstCall(madeOf(answer(use("x", given, { name, input: ours })))), view));
    const patch = "*** Begin Patch\n*** Delete File: a.ts\n*** End Patch";
    const heredoc = `apply_patch <<'E'\n${patch}\nE`;
    expect(
      body({ command: ["bash", "-lc", "ls | wc"], timeout: 60 }, "Bash", { command: "ls | wc", timeout: 60_000 }),
    ).toBe("");
    expect(body({ command: ["bash", "-lc", heredoc] }, "ApplyPatch", { patch })).not.toContain("bash");
    const search = body({ action: { type: "find", url: "https://quay.example/" } }, "WebFetch", {
      url: "https://quay.example/",
    });
    expect(search).toContain("find");
    expect(search).not.toContain("quay.example");
  });

  it("that searched lists what it found", () => {
    const results = [{ content: [{ title: "Tides", url: "https://quay.example/tides" }] }];
    const search = use("web_search", { q: "tides" }, { name: "WebSearch", input: { query: "tides" } });
    const found = result("They **rise**.", { ended: { state: "ok" } }, { results });
    const body = String(drawCall(firstCall(madeOf(answer(search), found)), view));
    expect(body).toContain('href="https://quay.example/tides"');
    expect(body).toContain("They **rise**.");
    expect(body).not.toContain("as logged");
  });

  it("that ours does not understand is shown as the agent wrote it", () => {
    const made = madeOf(said("x"), answer(use("replace", input, { name: "Edit", input: {} })));
    expect(firstCall(made)).toMatchObject({ kind: "other", name: "replace", input });
    expect(made.diagnostics.map(({ code }) => code)).toEqual(["odd-tool-input"]);
  });

  it("ends as the agent says, whatever its text looks like", () => {
    const odd = "[Request interrupted by user] <system-reminder>not ours</system-reminder>";
    const ended = { state: "rejected", feedback: "not now" } as const;
    expect(firstCall(madeOf(answer(use("x", {})), result(odd, { ended: { state: "ok" } }))).outcome).toMatchObject({
      state: "ok",
      text: odd,
    });
    expect(firstCall(madeOf(answer(use("x", {})), result("no", { ended }))).outcome).toMatchObject(ended);
  });

  it("has its exit code as a number", () => {
    const run = { name: "Bash", input: { command: "false" } };
    const call = firstCall(
      madeOf(answer(use("exec", {}, run)), result("", { ended: { state: "ok" } }, { exitCode: 3 })),
    );
    expect(call).toMatchObject({ kind: "bash", exitCode: 3 });
  });
});

describe("a plan in an answer", () => {
  const plan: ContentBlock = { kind: "plan", text: "# Move the sill\n\n1. Now.", origin: "proposed-plan" };

  it("is pending, until the next prompt carries it out", () => {
    expect(madeOf(said("plan"), answer(plan), said("And the colours?")).plans).toMatchObject([
      { title: "Move the sill", origin: "proposed-plan", status: "pending" },
    ]);
    for (const next of [said("Implement the plan."), said("Go", { acceptsPlan: true })])
      expect(madeOf(said("plan"), answer(plan), next).plans).toMatchObject([
        { status: "approved", approvedBy: "next-prompt" },
      ]);
  });

  it("of a call is approved where that succeeded", () => {
    const proposed = use("exit_plan_mode", { plan: "# A" }, { name: "ExitPlanMode", input: { plan: "# A" } });
    expect(madeOf(said("x"), answer(proposed), result("Going on", { ended: { state: "ok" } })).plans).toMatchObject([
      { status: "approved", origin: "exit-plan-mode" },
    ]);
  });
});

it("a list of tasks says which tool wrote it", () => {
  const todos = [{ content: "one", status: "in_progress" }];
  const made = madeOf(said("x"), answer(use("update_plan", { plan: [] }, { name: "TodoWrite", input: { todos } })));
  expect(made.tasks).toMatchObject([{ origin: "update-plan", tasks: [{ subject: "one", status: "in_progress" }] }]);
});

it("thoughts that are only there encrypted leave one mark in a row", () => {
  const hidden: ContentBlock = { kind: "thinking", text: "", isRedacted: true };
  const { turns } = madeOf(said("x"), answer(hidden), answer(hidden, hidden), answer(text("so")), answer(hidden));
  expect(turns[0]?.steps.map(({ kind }) => kind)).toEqual(["thinking", "text", "thinking"]);
});

it("the model that answered most often is named first", () => {
  const by = (model: string, messageId: string): AssistantBody => ({ ...answer(text("a")), model, messageId });
  const { facts } = madeOf(said("x"), by("tried", "m1"), by("tried", "m1"), by("used", "m2"), by("used", "m3"));
  expect(facts.models).toEqual(["used", "tried"]);
});

it("a command that the client does not know is no title", () => {
  expect(madeOf(said("/mode"), said("Move the sill")).title).toMatchObject({ title: "Move the sill" });
  expect(madeOf(said("/mode")).title).toMatchObject({ title: "/mode" });
});

it("the name of a thread is its title", () => {
  const title = { kind: "title", source: "thread-name", title: "Harbours" } as const;
  expect(madeOf(said("x"), title).title).toEqual({ title: "Harbours", from: "thread-name" });
});

it("usage keeps providers and what is not known apart, and adds up reasoning", () => {
  const none = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };
  const model = "gpt-5";
  const sums = usageByModel([
    { model, provider: "azure", tokens: { ...none, input: 1, output: 2, reasoning: 1 } },
    { model, provider: "azure", tokens: { ...none, output: 3, reasoning: 2 } },
    { model, provider: "openai", tokens: { ...none, input: 4 } },
    { model, provider: "openai", tokens: { ...none, output: 9, known: "output-only" } },
  ]);
  expect(sums).toMatchObject([
    { provider: "azure", input: 1, output: 5, reasoning: 3, messages: 2 },
    { provider: "openai", input: 4, messages: 1 },
    { provider: "openai", output: 9, known: "output-only" },
  ]);
});
