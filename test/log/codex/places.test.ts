/** Logs of Codex with numbered lines, whose first line names the place in another log where they begin. */
import { describe, expect, it } from "vitest";
import { archiveFrom } from "../../support/archive.ts";
import { answer, counts, home, type Logged, log, meta, prompt, rolloutName, started, told } from "./rollout.ts";

const seconds = Date.UTC(2026, 4, 23, 17, 0, 0) / 1000;
const first = [started("a", { started_at: seconds }), ...prompt("One"), ...answer("1")];
const second = [started("b", { started_at: seconds }), ...prompt("Two"), ...answer("2")];

const numbered = (from: number, ...records: readonly Logged[]): string =>
  log(...records.map((each, at) => (typeof each === "string" ? each : { ordinal: from + at, ...each })));

describe("a log that goes on from a place in another", () => {
  const base = (thread: string) => ({
    history_mode: "paginated",
    history_base: { thread_id: thread, end_ordinal_exclusive: 9, end_byte_offset: 4000 },
  });

  it("is a fork that repeats nothing, and counts on from what was spent", async () => {
    const fork = [meta("f1", base("p1")), meta("x1"), ...second, counts([250, 90, 15], [150, 50, 5])];
    const { archive, session } = await archiveFrom([
      home({ [rolloutName("p1")]: log(meta("p1"), ...first), [rolloutName("f1")]: numbered(9, ...fork) }),
    ]);
    expect(told(session("f1" as never))).toEqual(["> Two", "2"]);
    expect(session("f1" as never).usage).toMatchObject([{ input: 100, cacheRead: 50, output: 5 }]);
    expect(archive.chains).toMatchObject([
      { links: [{ session: "p1" }, { session: "f1", after: "p1", joinedBy: "forked-from" }] },
    ]);
  });

  it("goes on from its own thread where that was taken back", async () => {
    const { archive } = await archiveFrom([
      home({
        [rolloutName("p1")]: numbered(0, meta("p1"), ...first),
        [rolloutName("p1_r2")]: numbered(9, meta("p1", base("p1")), ...second),
      }),
    ]);
    expect(archive.chains).toMatchObject([{ links: [{ session: "p1" }, { session: "p1_r2", after: "p1" }] }]);
  });

  it("is read where it names itself", async () => {
    const { archive, session } = await archiveFrom([
      home({ [rolloutName("p1")]: numbered(9, meta("p1", base("p1")), ...second) }),
    ]);
    expect(told(session("p1" as never))).toEqual(["> Two", "2"]);
    expect(archive.chains).toEqual([]);
  });
});

it.each([
  [4, ["Coordinator> Two", "2"]],
  [90, []],
])("a sub-agent begins with the line of number %i, if that is its start", async (start, shown) => {
  const spawned = {
    parent_thread_id: "p1",
    source: { subagent: { thread_spawn: { parent_thread_id: "p1", depth: 1 } } },
    subagent_history_start_ordinal: start,
  };
  const agent = numbered(0, meta("a1", spawned), meta("p1"), ...first.slice(0, 2), ...second);
  const { session } = await archiveFrom([
    home({ [rolloutName("p1")]: log(meta("p1"), ...first), [rolloutName("a1")]: agent }),
  ]);
  const { agents } = session("p1" as never);
  expect(agents.flatMap(({ turns }) => told({ turns } as never))).toEqual(shown);
});
