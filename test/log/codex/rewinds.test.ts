/** What was taken back, and logs that go on from a place in another: shapes of Codex's source, in no log that we have. */
import { describe, expect, it } from "vitest";
import type { Turn } from "../../../src/model/session.ts";
import { archiveFrom, pageOf, promptsOf } from "../../support/archive.ts";
import {
  answer,
  context,
  counts,
  ended,
  event,
  home,
  type Logged,
  log,
  meta,
  prompt,
  rolloutName,
  sessionOf,
  started,
  told,
} from "./rollout.ts";

const turn = (name: string, said: string, total: readonly [number, number, number]): readonly Logged[] => [
  started(name),
  context({ turn_id: name }),
  ...prompt(said),
  ...answer(`Answer to ${said}`),
  counts(total, [100, 0, 10]),
  ended(name),
];
const back = (turns: number) => event("thread_rolled_back", { num_turns: turns });
const versions = (turns: readonly Turn[]) =>
  turns.map(({ otherVersions = [] }) => otherVersions.map((version) => promptsOf(version)));
const spent = (session: { usage: readonly { input: number; output: number; messages: number }[] }) =>
  session.usage.map(({ input, output, messages }) => [input, output, messages]);

describe("turns that were taken back", () => {
  it("are left behind as another version of the prompt after them, and counted once", async () => {
    const session = await sessionOf(
      meta("t1"),
      ...turn("a", "One", [100, 0, 10]),
      ...turn("b", "Two", [200, 0, 20]),
      back(1),
      ...turn("c", "Two, otherwise", [300, 0, 30]),
    );
    expect(promptsOf(session.turns)).toEqual(["One", "Two, otherwise"]);
    expect(versions(session.turns)).toEqual([[], [["Two"]]]);
    expect(told(session)).not.toContain("Answer to Two");
    // They were paid for all the same.
    expect(spent(session)).toEqual([[300, 30, 3]]);
  });

  it("may be several, and all of them", async () => {
    const two = [...turn("a", "One", [100, 0, 10]), ...turn("b", "Two", [200, 0, 20])];
    const all = await sessionOf(meta("t1"), ...two, back(2), ...turn("c", "Anew", [300, 0, 30]));
    expect([promptsOf(all.turns), versions(all.turns)]).toEqual([["Anew"], [[["One", "Two"]]]]);
    const more = await sessionOf(meta("t1"), ...two, back(9), ...turn("c", "Anew", [300, 0, 30]));
    expect([promptsOf(more.turns), versions(more.turns)]).toEqual([["Anew"], [[["One", "Two"]]]]);
    expect(spent(more)).toEqual([[300, 30, 3]]);
  });

  it("are versions each, where it went back twice", async () => {
    const session = await sessionOf(
      meta("t1"),
      ...turn("a", "One", [100, 0, 10]),
      ...turn("b", "Two", [200, 0, 20]),
      back(1),
      ...turn("c", "Three", [300, 0, 30]),
      back(1),
      ...turn("d", "Four", [400, 0, 40]),
    );
    expect(promptsOf(session.turns)).toEqual(["One", "Four"]);
    expect(versions(session.turns)[1]).toEqual([["Two"], ["Three"]]);
    expect(spent(session)).toEqual([[400, 40, 4]]);
  });

  it("with nothing after them are told as they are, with a note that they were taken back", async () => {
    const session = await sessionOf(
      meta("t1"),
      ...turn("a", "One", [100, 0, 10]),
      ...turn("b", "Two", [200, 0, 20]),
      back(1),
    );
    expect(promptsOf(session.turns)).toContain("One");
    expect(JSON.stringify(session.turns)).toContain("Went back one turn");
    expect(JSON.stringify(session.turns)).toContain("Answer to Two");
    expect(spent(session)).toEqual([[200, 20, 2]]);
  });

  it("are said to be left behind on the page", async () => {
    const source = home({
      [rolloutName("t1")]: log(
        meta("t1"),
        ...turn("a", "One", [100, 0, 10]),
        ...turn("b", "Two", [200, 0, 20]),
        back(1),
        ...turn("c", "Three", [300, 0, 30]),
      ),
    });
    const { archive } = await archiveFrom([source]);
    const page = pageOf(archive, "t1" as never);
    expect(page).toContain("Answer to Two");
    expect(page.match(/Answer to Two/g)).toHaveLength(1);
  });
});

describe("a log that goes on from a place in another", () => {
  const source = [meta("p1"), ...turn("a", "One", [100, 0, 10]), ...turn("b", "Two", [200, 0, 20])];
  const base = {
    history_base: { thread_id: "p1", end_ordinal_exclusive: 8, end_byte_offset: 900 },
    history_mode: "paginated",
  };

  it("follows that one, and counts from its total on", async () => {
    const fork = [meta("f1", { ...base, forked_from_id: "p1" }), ...turn("c", "Three", [300, 0, 30])];
    const { archive, session } = await archiveFrom([
      home({ [rolloutName("p1")]: log(...source), [rolloutName("f1")]: log(...fork) }),
    ]);
    expect(archive.chains).toMatchObject([
      { links: [{ session: "p1" }, { session: "f1", joinedBy: "forked-from", after: "p1" }] },
    ]);
    expect(promptsOf(session("f1" as never).turns)).toEqual(["Three"]);
    expect([spent(session("p1" as never)), spent(session("f1" as never))]).toEqual([[[200, 20, 2]], [[100, 10, 1]]]);
    expect(archive.usage.map(({ input, output }) => [input, output])).toEqual([[300, 30]]);
  });

  it("may be the second log of the same thread, after it was taken back", async () => {
    const again = [meta("p1", base), ...turn("c", "Two, otherwise", [300, 0, 30])];
    const { archive, session } = await archiveFrom([
      home({ [rolloutName("p1")]: log(...source), [rolloutName("p1_r2")]: log(...again) }),
    ]);
    expect(archive.sessions.map(({ id }) => id).sort()).toEqual(["p1", "p1_r2"]);
    expect(archive.chains).toMatchObject([{ links: [{ session: "p1" }, { session: "p1_r2", after: "p1" }] }]);
    expect(promptsOf(session("p1_r2" as never).turns)).toEqual(["Two, otherwise"]);
    expect(archive.usage.map(({ input, output }) => [input, output])).toEqual([[300, 30]]);
  });

  it("is told by itself where the other is gone", async () => {
    const { archive, session } = await archiveFrom([
      home({ [rolloutName("f1")]: log(meta("f1", base), ...turn("c", "Three", [300, 0, 30])) }),
    ]);
    expect(archive.chains).toEqual([]);
    expect(promptsOf(session("f1" as never).turns)).toEqual(["Three"]);
    expect(spent(session("f1" as never))).toEqual([[100, 10, 1]]);
  });

  it("and a sub-agent's own part begins where its first line says", async () => {
    const spawn = {
      parent_thread_id: "p1",
      source: { subagent: { thread_spawn: { parent_thread_id: "p1", depth: 1 } } },
    };
    const numbered = (records: readonly Logged[], from: number) =>
      records.map((each, at) => (typeof each === "string" ? each : { ...each, ordinal: from + at }));
    const own = meta("k1", { ...spawn, subagent_history_start_ordinal: 8, history_mode: "paginated" });
    const lines = numbered([own, ...turn("a", "One", [100, 0, 10]), ...turn("k", "Do this", [150, 0, 15])], 0);
    const { session } = await archiveFrom([
      home({ [rolloutName("p1")]: log(...source), [rolloutName("k1")]: log(...lines) }),
    ]);
    const [agent] = session("p1" as never).agents;
    expect(agent && told(agent)).toEqual(["Coordinator> Do this", "Answer to Do this"]);
  });
});
