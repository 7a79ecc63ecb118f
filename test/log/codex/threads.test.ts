/** Logs of Codex beside each other: forks, sub-agents, archived and packed ones, titles, tokens. */
import { describe, expect, it } from "vitest";
import { readSession, readSummary } from "../../../src/archive/read-session.ts";
import { findLogs } from "../../../src/log/find-logs.ts";
import { groupSessions } from "../../../src/log/session-files.ts";
import { archiveFrom } from "../../support/archive.ts";
import {
  answer,
  call,
  context,
  counts,
  ended,
  event,
  home,
  item,
  type Logged,
  log,
  meta,
  output,
  prompt,
  rolloutName,
  sessionOf,
  started,
  told,
} from "./rollout.ts";

const seconds = Date.UTC(2026, 4, 23, 17, 0, 0) / 1000;
const firstTurns = [
  started("a", { started_at: seconds }),
  context({ turn_id: "a" }),
  ...prompt("One"),
  call("c1", "exec_command", { cmd: "ls" }),
  output("c1", "Process exited with code 0\nOutput:\na"),
  ...answer("1"),
  counts([100, 40, 10], [100, 40, 10]),
  ended("a", { duration_ms: 500 }),
];

describe("a fork", () => {
  const source = [meta("p1"), ...firstTurns];
  const fork = [
    meta("f1", { forked_from_id: "p1", timestamp: "2026-05-23T18:00:00.500Z" }),
    meta("p1"),
    ...firstTurns,
    started("b", { started_at: seconds + 7200 }),
    ...prompt("Two"),
    counts([100, 40, 10], [100, 40, 10]),
    ...answer("2"),
    counts([250, 90, 15], [150, 50, 5]),
  ];

  it("shows and counts what is new, and names the session before", async () => {
    const { archive, session } = await archiveFrom([
      home({ [rolloutName("p1")]: log(...source), [rolloutName("f1")]: log(...fork) }),
    ]);
    expect(told(session("p1" as never))).toEqual(["> One", "bash exec_command: ok", "1"]);
    expect(told(session("f1" as never))).toEqual(["> Two", "2"]);
    expect(session("f1" as never)).toMatchObject({
      continues: { session: "p1" },
      usage: [{ input: 100, cacheRead: 50, output: 5 }],
    });
    expect(session("p1" as never).usage).toMatchObject([{ input: 60, cacheRead: 40, output: 10, messages: 1 }]);
    expect(archive.chains).toMatchObject([{ links: [{ session: "p1" }, { session: "f1", after: "p1" }] }]);
  });

  it("whose first count is its source's total, with nothing spent, begins there", async () => {
    const bare = [
      meta("f2", { forked_from_id: "p1" }),
      started("z"),
      ...prompt("Three"),
      counts([100, 40, 10], [0, 0, 0]),
      ...answer("3"),
      counts([110, 40, 12], [10, 0, 2]),
    ];
    const { session } = await archiveFrom([
      home({ [rolloutName("p1")]: log(...source), [rolloutName("f2")]: log(...bare) }),
    ]);
    expect(session("f2" as never).usage).toMatchObject([{ input: 10, cacheRead: 0, output: 2 }]);
  });

  it("is known by its turns where copies do not say when those began, and were not written at once", async () => {
    const turns = firstTurns.map((each) => (each === firstTurns[0] ? started("a") : each));
    const slow = (day: number, ...records: readonly Logged[]) =>
      records
        .map((each, at) => {
          const timestamp = new Date(Date.UTC(2026, 4, day, 18, 0, 3 * at)).toISOString();
          return typeof each === "string" ? each : JSON.stringify({ timestamp, ...each });
        })
        .join("\n");
    const after = [started("b"), context({ turn_id: "b" }), ...prompt("Two"), ...answer("2")];
    const { session } = await archiveFrom([
      home({
        [rolloutName("p1")]: slow(20, meta("p1", { timestamp: "2026-05-20T18:00:00.000Z" }), ...turns),
        [rolloutName("f1")]: slow(23, meta("f1", { forked_from_id: "p1" }), meta("p1"), ...turns, ...after),
      }),
    ]);
    expect(told(session("f1" as never))).toEqual(["> Two", "2"]);
    expect(session("p1" as never).usage).toMatchObject([{ input: 60, cacheRead: 40, output: 10 }]);
  });

  it("shows all of it where the source is gone", async () => {
    const { session } = await archiveFrom([home({ [rolloutName("f1")]: log(...fork) })]);
    expect(told(session("f1" as never))).toEqual(["> One", "bash exec_command: ok", "1", "> Two", "2"]);
  });
});

describe("a sub-agent", () => {
  const spawn = (parent: string, depth = 1) => ({
    parent_thread_id: parent,
    source: {
      subagent: { thread_spawn: { parent_thread_id: parent, depth, agent_nickname: "Volta", agent_role: "worker" } },
    },
  });
  const caller = log(
    meta("p1"),
    ...firstTurns,
    started("b", { started_at: seconds + 60 }),
    ...prompt("Delegate"),
    call("s1", "spawn_agent", { message: "Count them", agent_type: "worker" }),
    output("s1", '{"agent_id":"k1","nickname":"Volta"}'),
    call("s2", "spawn_agent", { message: "Draw them", task_name: "draw" }),
    output("s2", '{"task_name":"draw"}'),
    event("sub_agent_activity", { event_id: "s2", agent_thread_id: "k2", agent_path: "/root/draw", kind: "started" }),
  );
  const first = log(
    meta("k1", spawn("p1")),
    started("k"),
    ...prompt("Count them"),
    ...answer("Three"),
    counts([9, 0, 1], [9, 0, 1]),
  );
  const second = log(
    meta("k2", { ...spawn("p1"), timestamp: "2026-05-23T18:00:00.500Z" }),
    meta("p1"),
    ...firstTurns,
    started("m", { started_at: seconds + 7200 }),
    item("agent_message", {
      author: "/root",
      recipient: "/root/draw",
      content: [{ type: "input_text", text: "Draw them" }],
    }),
    ...answer("Drawn"),
    counts([130, 60, 12], [30, 20, 2]),
  );
  const third = log(meta("k3", spawn("k1", 2)), started("n"), ...prompt("Deeper"), ...answer("Deep"));

  it("hangs below the call that sent it, to any depth, without what it was given to read", async () => {
    const { archive, session } = await archiveFrom([
      home({
        [rolloutName("p1")]: caller,
        [rolloutName("k1")]: first,
        [rolloutName("k2")]: second,
        [rolloutName("k3")]: third,
      }),
    ]);
    expect(archive.sessions.map(({ id }) => id)).toEqual(["p1"]);
    const { agents } = session("p1" as never);
    expect(agents).toMatchObject([
      { id: "k1", calledBy: "s1", type: "worker", description: "Volta", agents: [{ id: "k3" }] },
      { id: "k2", calledBy: "s2", usage: [{ input: 10, cacheRead: 20, output: 2 }] },
    ]);
    expect(agents.map(told)).toEqual([
      ["Coordinator> Count them", "Three"],
      ["Coordinator> Draw them", "Drawn"],
    ]);
  });

  it("counts from zero where its counter does, whatever its caller has spent", async () => {
    const own = log(
      meta("k1", spawn("p1")),
      started("k"),
      context({ turn_id: "k" }),
      ...prompt("Count them"),
      ...answer("One"),
      counts([90, 30, 4], [50, 10, 1]),
      ...answer("Two"),
      counts([95, 30, 5], [5, 0, 1]),
    );
    const { session } = await archiveFrom([home({ [rolloutName("p1")]: caller, [rolloutName("k1")]: own })]);
    const { agents, usage } = session("p1" as never);
    expect(agents).toMatchObject([{ id: "k1", usage: [{ input: 65, cacheRead: 30, output: 5 }] }]);
    expect(usage).toMatchObject([{ input: 60 + 65, cacheRead: 40 + 30, output: 10 + 5 }]);
  });

  it("that reviews, which its first line says by a word, is an agent as well", async () => {
    const review = log(
      meta("r1", { parent_thread_id: "p1", source: { subagent: "review" } }),
      started("r"),
      ...prompt("Look at it"),
      ...answer("Fine"),
    );
    const { archive, session } = await archiveFrom([
      home({ [rolloutName("p1")]: caller, [rolloutName("r1")]: review }),
    ]);
    expect(archive.sessions.map(({ id }) => id)).toEqual(["p1"]);
    expect(session("p1" as never).agents).toMatchObject([{ id: "r1", type: "review" }]);
  });

  it("is a session of its own where its caller is not there", async () => {
    const { session } = await archiveFrom([home({ [rolloutName("k1")]: first })]);
    expect(told(session("k1" as never))).toEqual(["> Count them", "Three"]);
  });
});

describe("copied lines that have no time of their own, with pauses between them", () => {
  const at = (second: number, record: Logged): Logged =>
    typeof record === "string"
      ? record
      : { timestamp: new Date(Date.UTC(2026, 4, 23, 19, 0, second)).toISOString(), ...record };
  const turn = (id: string, said: string, answered: string, total: number): readonly Logged[] => [
    started(id),
    context({ turn_id: id, cwd: "/home/mara/tidemark" }),
    ...prompt(said),
    ...answer(answered),
    counts([total, 0, total / 10], [10, 0, 1]),
    ended(id),
  ];
  const slowly = (from: number, records: readonly Logged[]) => records.map((each, n) => at(from + 4 * n, each));
  // Nor have turns ids.
  const nameless = (records: readonly Logged[]) =>
    records.map((each) => JSON.parse(JSON.stringify(each).replace(/"turn_id":"\w"/, '"turn_id":null')) as Logged);
  const copied = nameless([meta("p1"), ...turn("a", "Count", "Four", 10), ...turn("b", "Go on", "Five", 20)]);
  // Asked the same after the fork was made: that is nobody's copy.
  const later = nameless(turn("c", "Go on", "Six", 30));
  const source = log(...copied, ...later.map((each, n) => at(600 + n, each)));
  const began = { timestamp: "2026-05-23T19:00:00.000Z" };
  const own = nameless(turn("d", "Go on", "Seven", 40));

  it("are shown and counted where they are from, in a fork", async () => {
    const fork = log(at(0, meta("f1", { ...began, forked_from_id: "p1" })), ...slowly(1, copied), ...slowly(200, own));
    const { session } = await archiveFrom([home({ [rolloutName("p1")]: source, [rolloutName("f1")]: fork })]);
    expect(told(session("p1" as never))).toEqual(["> Count", "Four", "> Go on", "Five", "> Go on", "Six"]);
    expect(told(session("f1" as never))).toEqual(["> Go on", "Seven"]);
    expect(session("f1" as never).usage).toMatchObject([{ input: 20, output: 2 }]);
  });

  it("are the same ones for those who only count", () => {
    const calls = Array.from({ length: 9 }, (_, n) => [
      call(`c${n}`, "exec_command", { cmd: `tide ${n}` }),
      output(`c${n}`, `Process exited with code 0\nOutput:\n${"high water ".repeat(400)}`),
    ]).flat();
    const thought = item("reasoning", { id: "r1", summary: [], encrypted_content: "gAAAA".repeat(400) });
    const much = [...copied, thought, ...prompt("More"), thought, ...answer("Six"), ...calls];
    const fork = log(at(0, meta("f1", { ...began, forked_from_id: "p1" })), ...slowly(1, much), ...slowly(300, own));
    const folder = home({ [rolloutName("p1")]: log(...much), [rolloutName("f1")]: fork });
    for (const files of groupSessions(findLogs([folder]).files)) {
      const from = ({ entries }: ReturnType<typeof readSummary>) =>
        entries.map(({ at, sessionId }) => [at.line, sessionId]);
      expect(from(readSummary(files))).toEqual(from(readSession(files)));
    }
  });

  it("are not shown in a sub-agent, though counts were left out", async () => {
    const agent = log(
      at(0, meta("k1", { ...began, parent_thread_id: "p1", source: { subagent: "review" } })),
      ...slowly(1, copied).filter((each) => !JSON.stringify(each).includes("token_count")),
      ...slowly(200, [started("z"), ...prompt("Review it"), ...answer("Fine")]),
    );
    const { session } = await archiveFrom([home({ [rolloutName("p1")]: log(...copied), [rolloutName("k1")]: agent })]);
    expect(session("p1" as never).agents.map(told)).toEqual([["Coordinator> Review it", "Fine"]]);
  });

  it("end at the first pause where their source is not there", async () => {
    const fork = log(
      at(0, meta("f1", { ...began, forked_from_id: "p1" })),
      ...copied.map((each) => at(1, each)),
      ...slowly(200, own),
    );
    const { session } = await archiveFrom([home({ [rolloutName("f1")]: fork })]);
    expect(session("f1" as never).usage).toMatchObject([{ input: 40, output: 4 }]);
  });
});

describe("files", () => {
  it("may lie anywhere, and be named by themselves", async () => {
    const folder = home({ "kept/one.jsonl": log(meta("t9"), started("a"), ...prompt("Count"), ...answer("Four")) });
    const { archive, session } = await archiveFrom([`${folder}/.codex/kept/one.jsonl`]);
    expect(archive.sessions).toMatchObject([{ id: "t9", agent: "codex" }]);
    expect(told(session("t9" as never))).toEqual(["> Count", "Four"]);
  });

  const one = (text: string) => log(meta("t1"), ...prompt(text));
  const first = async (files: Parameters<typeof home>[0]) => {
    const { archive, session } = await archiveFrom([home(files)]);
    return [archive.sessions.length, told(session("t1" as never))[0]];
  };

  it("an active log goes before an archived one, a plain one before a packed one", async () => {
    const archived = "archived_sessions/rollout-2026-05-23T18-00-00-t1.jsonl";
    expect(await first({ [archived]: one("Archived") })).toEqual([1, "> Archived"]);
    expect(await first({ [archived]: one("Archived"), [rolloutName("t1")]: one("Active") })).toEqual([1, "> Active"]);
    const broken = Buffer.from("28b52ffd", "hex");
    expect(await first({ [rolloutName("t1", ".jsonl.zst")]: broken, [rolloutName("t1")]: one("Plain") })).toEqual([
      1,
      "> Plain",
    ]);
  });

  it("packed ones are read, and one that was cut as far as it goes", async () => {
    const { readFileSync } = await import("node:fs");
    const packed = readFileSync(new URL("./packed.jsonl.zst", import.meta.url));
    expect(await first({ [rolloutName("t1", ".jsonl.zst")]: packed })).toEqual([1, "> Packed"]);
  });

  it("the last title in the index counts", async () => {
    const index = log({ id: "t1", thread_name: "Old" }, { id: "t1", thread_name: "Tides" }, '{"id":"t1","thr');
    const { archive } = await archiveFrom([home({ [rolloutName("t1")]: one("Go"), "session_index.jsonl": index })]);
    expect(archive.sessions).toMatchObject([{ title: "Tides", titleFrom: "thread-name", agent: "codex" }]);
  });

  it("the second log of a thread that was taken back is a session beside it", async () => {
    const { archive } = await archiveFrom([
      home({
        [rolloutName("t1")]: one("Go"),
        [rolloutName("t1_r2")]: log(meta("t1"), ...prompt("Go"), ...prompt("Another way")),
      }),
    ]);
    expect(archive.sessions.map(({ id }) => id).sort()).toEqual(["t1", "t1_r2"]);
  });
});

describe("tokens", () => {
  const spent = async (...records: readonly Logged[]) =>
    (await sessionOf(meta("t1"), context({}), ...prompt("Go"), ...records)).usage.map(
      ({ model, input, cacheRead, output: out, messages }) => [model, input, cacheRead, out, messages],
    );

  it("are the growth of totals; the same total counts once", async () => {
    expect(
      await spent(
        event("token_count", { info: null }),
        counts([100, 40, 10], [100, 40, 10]),
        counts([100, 40, 10], [100, 40, 10]),
        counts([300, 140, 30], [200, 100, 20]),
        // After a compaction `last` is an estimate of the context.
        counts([300, 140, 30], [0, 0, 0]),
      ),
    ).toEqual([["gpt-5.5", 160, 140, 30, 2]]);
  });

  it("count wherever they stand in the line", async () => {
    const line = (input: number) =>
      event("token_count", { rate_limits: {}, info: { total_token_usage: { input_tokens: input } } });
    expect(await spent(line(10), line(30))).toEqual([["gpt-5.5", 30, 0, 0, 2]]);
  });

  it("begin anew where a total falls, and go to the model in force", async () => {
    expect(
      await spent(
        counts([100, 40, 10], [100, 40, 10]),
        context({ model: "gpt-5.6" }),
        counts([50, 20, 5], [50, 20, 5]),
      ),
    ).toEqual([
      ["gpt-5.5", 60, 40, 10, 1],
      ["gpt-5.6", 30, 20, 5, 1],
    ]);
  });
});

it("odd shapes everywhere cost nothing but themselves", async () => {
  const odd: readonly unknown[] = [null, [], "x", 7, { type: 7 }, [{}], [null, "text", { type: "input_text" }]];
  const records = ["session_meta", "turn_context", "response_item", "event_msg", "compacted", "other"].flatMap((type) =>
    odd.map((payload) => JSON.stringify({ timestamp: 7, type, payload })),
  );
  const types = [
    "message",
    "reasoning",
    "function_call",
    "function_call_output",
    "web_search_call",
    "agent_message",
    "tool_search_output",
  ];
  const events = [
    "user_message",
    "agent_message",
    "token_count",
    "task_started",
    "task_complete",
    "patch_apply_end",
    "mcp_tool_call_end",
    "exec_command_end",
    "item_completed",
    "thread_rolled_back",
    "thread_name_updated",
    "error",
    "exited_review_mode",
    "sub_agent_activity",
  ];
  const fields = [
    "content",
    "output",
    "arguments",
    "info",
    "item",
    "changes",
    "message",
    "call_id",
    "turn_id",
    "num_turns",
    "summary",
    "action",
    "tools",
    "result",
  ];
  for (const [kind, list] of [
    ["response_item", types],
    ["event_msg", events],
  ] as const)
    for (const type of list)
      for (const value of odd)
        records.push(
          JSON.stringify({
            type: kind,
            payload: { type, role: "assistant", ...Object.fromEntries(fields.map((name) => [name, value])) },
          }),
        );
  const session = await sessionOf(meta("t1"), ...prompt("Go"), ...records, ...prompt("Still here"), ...answer("Yes"));
  const lines = told(session);
  expect(lines).toContain("> Go");
  expect(lines.slice(-2)).toEqual(["> Still here", "Yes"]);
});
