/** What was said in a session of Codex: each thing once, a person's words as they were typed. */
import { describe, expect, it } from "vitest";
import {
  answer,
  answerItem,
  context,
  ended,
  event,
  item,
  log,
  meta,
  prompt,
  sessionOf,
  started,
  told,
  userItem,
} from "./rollout.ts";

describe("an answer that is told twice, letter for letter", () => {
  it.each(["Plain.", 'With "quotes", a \\ and ends in \\', "Two\nlines: \u00e4 \u{1f30a}"])(
    "stands once: %j",
    async (text) => {
      expect(told(await sessionOf(meta("t1"), started("a"), ...prompt("Go"), ...answer(text)))).toEqual(["> Go", text]);
    },
  );

  it("leaves the next event of the same words to be told", async () => {
    const lone = event("agent_message", { message: "Same" });
    expect(told(await sessionOf(meta("t1"), started("a"), ...prompt("Go"), ...answer("Same"), lone))).toEqual([
      "> Go",
      "Same",
      "Same",
    ]);
  });

  it("is two where the event says something else, or is the last line", async () => {
    const [said] = answer("Event");
    expect(told(await sessionOf(meta("t1"), ...prompt("Go"), said as never, answerItem("Item")))).toEqual([
      "> Go",
      "Event",
      "Item",
    ]);
    expect(told(await sessionOf(meta("t1"), ...prompt("Go"), said as never))).toEqual(["> Go", "Event"]);
  });
});

describe("prompts", () => {
  it("are the events; items of the same words are not shown, others are Codex's own", async () => {
    const session = await sessionOf(
      meta("t1"),
      started("a"),
      item("message", { role: "developer", content: [{ type: "input_text", text: "<permissions instructions>Ask." }] }),
      userItem("# AGENTS.md instructions for /home/mara/tidemark\n\nBe brief.", "<environment_context>here"),
      context({ turn_id: "a" }),
      ...prompt("Read <b>the</b> sill."),
      ...answer("It dries at 0.4 m."),
      ended("a", { last_agent_message: "It dries at 0.4 m.", duration_ms: 1500 }),
    );
    expect(told(session)).toEqual([
      "> Read <b>the</b> sill.",
      "Context: <permissions instructions>Ask.",
      "Context: # AGENTS.md instructions for /home/mara/tidemark\n\nBe brief.\n\n<environment_context>here",
      "It dries at 0.4 m.",
    ]);
    expect(session.turns[0]?.durationMs).toBe(1500);
    expect(session.title).toBe("Read <b>the</b> sill.");
  });

  it("are the items where a log has no events", async () => {
    const session = await sessionOf(
      meta("t1"),
      userItem("<environment_context>here</environment_context>"),
      userItem("List the files"),
      answerItem("Two."),
    );
    expect(told(session)).toEqual([
      "> List the files",
      "Context: <environment_context>here</environment_context>",
      "Two.",
    ]);
  });

  it("are completed items in paginated logs", async () => {
    const session = await sessionOf(
      meta("t1", { history_mode: "paginated" }),
      { ordinal: 1, ...started("a") },
      { ordinal: 2, ...userItem("Make hello.txt") },
      {
        ordinal: 3,
        ...event("item_completed", {
          item: { type: "UserMessage", id: "u", content: [{ type: "text", text: "Make hello.txt" }] },
        }),
      },
      {
        ordinal: 4,
        ...event("item_completed", {
          item: { type: "AgentMessage", id: "m", content: [{ type: "Text", text: "Made." }] },
        }),
      },
      { ordinal: 5, ...answerItem("Made.") },
    );
    expect(told(session)).toEqual(["> Make hello.txt", "Made."]);
  });

  it("are what follows the editor's context, which is a note", async () => {
    const text = "# Context from my IDE setup:\n\n## Active file: index.ts\n\n## My request for Codex:\nlist files\n";
    const session = await sessionOf(meta("t1"), event("user_message", { message: text }));
    expect(told(session)).toEqual([
      "> list files",
      "Context: # Context from my IDE setup:\n\n## Active file: index.ts",
    ]);
    const bare = "# Context from my IDE setup:\n\n## My request for Codex:\nlist files\n";
    expect(told(await sessionOf(meta("t1"), event("user_message", { message: bare })))).toEqual(["> list files"]);
  });

  it("title the session without what stands before them", async () => {
    const { title } = await sessionOf(
      meta("t1"),
      started("a"),
      userItem(`# AGENTS.md instructions for /x\n\n${"Be brief. ".repeat(2000)}`),
      userItem("<environment_context>\n<cwd>/x</cwd>\n</environment_context>"),
      ...prompt("# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nMend the sill"),
    );
    expect(title).toBe("Mend the sill");
  });

  it("steer the work where the turn has one already", async () => {
    const session = await sessionOf(
      meta("t1"),
      started("a"),
      ...prompt("Go"),
      ...prompt("But slowly"),
      ended("a"),
      started("b"),
      ...prompt("Again"),
    );
    expect(told(session)).toEqual(["> Go", "> But slowly (steering)", "> Again"]);
  });

  it("are commands that a person ran, with what they printed", async () => {
    const ran =
      "<user_shell_command>\n<command>\nnpm test\n</command>\n<result>\nExit code: 1\nDuration: 0.3 seconds\nOutput:\n1 failed </result>\n</result>\n</user_shell_command>";
    const { turns } = await sessionOf(meta("t1"), ...prompt("Hello"), started("b"), userItem(ran), ended("b"));
    expect(turns[1]?.prompt).toEqual({
      kind: "shell",
      command: "npm test",
      stdout: "1 failed </result>",
      stderr: "",
      exitCode: 1,
    });
  });

  it("bring the pictures of their item, or the paths of files", async () => {
    const pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
    const { turns } = await sessionOf(
      meta("t1"),
      item("message", {
        role: "user",
        content: [
          { type: "input_text", text: "<image name=[Image #1]>" },
          { type: "input_image", image_url: pixel },
          { type: "input_text", text: "</image>" },
          { type: "input_text", text: "What is it?" },
        ],
      }),
      event("user_message", { message: "What is it?", images: [], local_images: ["/tmp/a.gif"] }),
      event("user_message", { message: "And this?", local_images: ["/tmp/b.gif"] }),
    );
    expect(turns.map(({ prompt: said }) => (said.kind === "said" ? said.blocks : []))).toMatchObject([
      [{ markdown: "What is it?" }, { kind: "image", mediaType: "image/gif", bytes: 23 }],
      [{ markdown: "And this?" }, { kind: "unknown", type: "image", raw: { source: "/tmp/b.gif" } }],
    ]);
  });
});

describe("answers and thoughts", () => {
  it("stand once, by whichever record has them", async () => {
    const session = await sessionOf(
      meta("t1"),
      ...prompt("Go"),
      event("agent_reasoning", { text: "Look first" }),
      item("reasoning", { summary: [{ type: "summary_text", text: "Look first" }], encrypted_content: "gAAAA" }),
      item("reasoning", { summary: [], content: null, encrypted_content: "gAAAA" }),
      item("reasoning", { summary: [], content: null, encrypted_content: null }),
      event("agent_reasoning", { text: "Only said here" }),
      ...answer("First"),
      ...answer("First"),
      event("agent_message", { message: "Only an event" }),
    );
    expect(told(session)).toEqual([
      "> Go",
      "thinking Look first",
      "thinking withheld",
      "thinking Only said here",
      "First",
      "First",
      "Only an event",
    ]);
  });

  it("a turn's last words that stand nowhere else are a note", async () => {
    const session = await sessionOf(
      meta("t1"),
      started("a"),
      ...prompt("Go"),
      ended("a", { last_agent_message: "Done." }),
    );
    expect(told(session)).toEqual(["> Go", "Last message: Done."]);
  });
});

describe("plans", () => {
  const plan = "# Add hello\n\n1. Write it";
  const planned = (next: readonly object[], mode: string) =>
    [
      meta("t1"),
      started("a", { collaboration_mode_kind: "plan" }),
      ...prompt("Plan it"),
      event("item_completed", { turn_id: "a", item: { type: "Plan", id: "a-plan", text: plan } }),
      answerItem(`Here:\n<proposed_plan>\n${plan}\n</proposed_plan>`),
      ended("a"),
      started("b", { collaboration_mode_kind: mode }),
      ...next,
    ] as never[];

  it("a message with tags and its item are one plan, carried out by the next prompt", async () => {
    const session = await sessionOf(...planned([...prompt("Implement the plan.")], "default"));
    expect(told(session)).toEqual(["> Plan it", "Here:", `plan approved: ${plan}`, "> Implement the plan."]);
    expect(session.plans).toMatchObject([{ origin: "proposed-plan", status: "approved", approvedBy: "next-prompt" }]);
  });

  it("is pending where the next prompt asks for something else", async () => {
    const session = await sessionOf(...planned([...prompt("Shorter, please.")], "plan"));
    expect(session.plans).toMatchObject([{ status: "pending" }]);
  });
});

describe("what happens beside the conversation", () => {
  it("is told in few words; nothing repeats the history", async () => {
    const session = await sessionOf(
      meta("t1"),
      started("a"),
      ...prompt("Go"),
      context({ turn_id: "a", effort: "high" }),
      ...answer("One"),
      context({ turn_id: "a", model: "gpt-5.6", effort: "low" }),
      ...answer("Two"),
      {
        type: "compacted",
        payload: { message: "Summary of it", replacement_history: [{ type: "message", role: "user", content: "Go" }] },
      },
      event("context_compacted"),
      event("turn_aborted", { turn_id: "a", reason: "interrupted", duration_ms: 10 }),
      userItem("<turn_aborted>\nThe user interrupted.\n</turn_aborted>"),
      event("error", { message: "Rate limit exceeded" }),
      item("ghost_snapshot", { ghost_commit: { id: "1" } }),
      { type: "world_state", payload: { full: true } },
      event("mystery_event", { foo: "bar" }),
      item("mystery_item"),
      { type: "holo-sync", payload: {} },
    );
    expect(told(session)).toEqual([
      "> Go",
      "One",
      "model-change: Reasoning effort: high → low",
      "model-change: gpt-5.5 → gpt-5.6",
      "Two",
      "compaction Summary of it",
      "interrupted: Interrupted by the user",
      "api-error: Rate limit exceeded",
      "unknown event_msg mystery_event",
      "unknown response_item mystery_item",
      "unknown holo-sync",
    ]);
  });

  it("turns that were taken back are another version of what came after", async () => {
    const session = await sessionOf(
      meta("t1"),
      started("a"),
      ...prompt("One"),
      ...answer("1"),
      ended("a"),
      started("b"),
      ...prompt("Two"),
      ...answer("2"),
      ended("b"),
      event("thread_rolled_back", { num_turns: 1 }),
      started("c"),
      ...prompt("Two, but blue"),
    );
    expect(told(session)).toEqual(["> One", "1", "Rewind: Went back one turn", "> Two, but blue"]);
    expect(session.turns[1]?.otherVersions?.map((turns) => told({ turns }))).toEqual([["> Two", "2"]]);
  });

  it("even the first prompt may be taken back", async () => {
    const session = await sessionOf(
      meta("t1"),
      ...prompt("One"),
      event("thread_rolled_back", { num_turns: 3 }),
      ...prompt("Another"),
    );
    expect(session.turns.at(-1)?.otherVersions?.map((turns) => told({ turns }))).toEqual([["> One"]]);
  });
});

it("a log without envelopes is read by the same rules", async () => {
  const lines = [
    { id: "t1", timestamp: "2025-09-10T18:58:38.331Z", instructions: "Long", git: { branch: "main" } },
    { record_type: "state" },
    { type: "message", role: "user", content: [{ type: "input_text", text: "<user_instructions>\nBe brief." }] },
    {
      type: "message",
      role: "user",
      content: [{ type: "input_text", text: "<environment_context>\n  <cwd>/src/quay</cwd>\n</environment_context>" }],
    },
    { type: "message", role: "user", content: [{ type: "input_text", text: "What is next?" }] },
    { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Tasks" }], content: null },
    { type: "function_call", name: "board__next_task", arguments: "{}", call_id: "c1" },
    { type: "function_call_output", call_id: "c1", output: '[{"text":"60.1","type":"text"}]' },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "60.1" }] },
  ].map((line) => JSON.stringify(line));
  const session = await sessionOf(...lines);
  expect(told(session)).toEqual([
    "> What is next?",
    "Context: <user_instructions>\nBe brief.",
    "Context: <environment_context>\n  <cwd>/src/quay</cwd>\n</environment_context>",
    "thinking Tasks",
    "mcp board__next_task: ok",
    "60.1",
  ]);
  expect(session).toMatchObject({
    gitBranches: ["main"],
    cwd: "/src/quay",
    span: { from: "2025-09-10T18:58:38.331Z", to: "2025-09-10T18:58:38.331Z" },
  });
});

it("a damaged first line costs that line, not the session", async () => {
  const session = await sessionOf(
    '{"timestamp":"2026-05-23T18:00:00Z","type":"session_me',
    started("a"),
    ...prompt("Go"),
    ...answer("On"),
  );
  expect(told(session).filter((line) => !line.startsWith("diagnostic"))).toEqual(["> Go", "On"]);
  expect(log()).toBe("\n");
});

describe("a context that differs from the one before by its turn alone", () => {
  const modes = "The words of a mode. ".repeat(40);
  const settings = { model: "gpt-5.5-mini", reasoning_effort: "high", developer_instructions: modes };
  const in_ = (turn_id: string, mode: string, more = {}) => ({
    type: "turn_context",
    payload: { turn_id, cwd: "/home/mara/dune", model: "gpt-5.5", collaboration_mode: { mode, settings }, ...more },
  });
  const turn = (id: string, mode: string, more = {}) => [
    started(id, { collaboration_mode_kind: "default" }),
    in_(id, mode, more),
    ...prompt(`In ${id}`),
    ...answer(`It was ${id}.`),
    ended(id),
  ];

  it("is read as the whole of it would be", async () => {
    const { turns, models } = await sessionOf(
      meta("t1"),
      ...turn("a", "default"),
      ...turn("b", "default"),
      ...turn("c", "plan", { model: "gpt-5.5-pro", effort: "low" }),
      ...turn("d", "plan", { model: "gpt-5.5-pro", effort: "low" }),
    );
    expect(told({ turns })).toEqual([
      ...["> In a", "It was a.", "> In b", "It was b."],
      ...["> In c", "model-change: Reasoning effort: high → low", "model-change: gpt-5.5 → gpt-5.5-pro", "It was c."],
      ...["> In d", "It was d."],
    ]);
    expect(models).toEqual(["gpt-5.5", "gpt-5.5-pro"]);
  });
});
