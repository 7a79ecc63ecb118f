/** Turns: what a person said, what the client wrote, and where one turn ends. */

import { describe, expect, it } from "vitest";
import { eventText } from "../../src/conversation/event-text.ts";
import type { Session, Step } from "../../src/model/session.ts";
import {
  A,
  archiveOf,
  callsOf,
  pageOf,
  promptsOf,
  sessionOf,
  stepsOf,
  stepsOfKind,
  textsOf,
} from "../support/archive.ts";

function events({ turns }: Session): readonly Extract<Step, { kind: "event" }>[] {
  return stepsOfKind(turns, "event");
}

describe("one turn", () => {
  it("hidden lines, results and system lines do not split a turn", async () => {
    const { turns } = await sessionOf("hidden-lines-do-not-split-a-turn");
    expect(promptsOf(turns)).toEqual(["Fix the lamp"]);
    expect(textsOf(turns)).toEqual(["Looking.", "It shines."]);
    expect(callsOf(turns)).toMatchObject([{ outcome: { state: "ok", text: "ok" } }]);
  });

  it("one API message is one message however many lines it has", async () => {
    const session = await sessionOf("one-message-on-many-lines");
    expect(stepsOf(session.turns).map(({ kind }) => kind)).toEqual(["thinking", "text"]);
    expect(session.turns[0]?.usage).toMatchObject([{ messages: 1, output: 100 }]);
  });

  it("a result with words of the person ends the turn, and the result stays with its call", async () => {
    const { turns } = await sessionOf("a-result-with-words");
    expect(promptsOf(turns)).toEqual(["Run it", "Now run it twice"]);
    expect(callsOf(turns)).toMatchObject([{ outcome: { state: "ok", text: "ran" } }]);
    expect(textsOf(turns.slice(1))).toEqual(["Twice."]);
  });

  it("a result with an interruption does not end the turn", async () => {
    const session = await sessionOf("a-result-with-an-interruption");
    expect(promptsOf(session.turns)).toEqual(["Run it"]);
    expect(callsOf(session.turns)).toMatchObject([{ outcome: { state: "rejected" } }]);
    expect(events(session).map(({ event }) => event)).toEqual(["interrupted"]);
    expect(textsOf(session.turns)).toEqual(["Stopped."]);
  });
});

describe("notes between calls", () => {
  it("stand on the page where they stood in the log, in a run of calls too", async () => {
    const { archive } = await archiveOf("notes-between-calls");
    const page = pageOf(archive, A);
    const places = [
      "the hook of the beginning",
      'id="s-toolu_a"',
      'id="s-toolu_b"',
      "the hook in the middle",
      'id="s-toolu_c"',
    ];
    const found = places.map((place) => page.indexOf(place));
    expect(found).not.toContain(-1);
    expect(found).toEqual([...found].sort((a, b) => a - b));
  });

  it("a text that names the call of a skill is that skill's", async () => {
    const session = await sessionOf("notes-between-calls");
    expect(events(session).filter(({ from }) => from === "Skill")).toMatchObject([
      { text: "How to read a table of tides.", call: "toolu_s" },
    ]);
  });

  it("what the client says for a person is not the person's word", async () => {
    const { turns } = await sessionOf("notes-between-calls");
    const outcome = callsOf(turns).at(-1)?.outcome;
    expect(outcome).toMatchObject({ state: "rejected" });
    expect(outcome).not.toHaveProperty("feedback");
  });
});

describe("prompts", () => {
  it("a picture pasted with a command belongs to it, and turns of one line have ids of their own", async () => {
    const { turns } = await sessionOf("a-command-with-a-picture-and-words");
    expect(turns.map(({ id }) => id)).toEqual(["p1", "p2", "p2-2"]);
    expect(promptsOf(turns)).toEqual(["/review [Image #1]", "! ls", "What is here?"]);
    expect(stepsOf(turns.slice(0, 1)).map(({ kind }) => kind)).toEqual(["image", "text"]);
  });

  it("a prompt may hold text, pasted text, mentions, images and documents", async () => {
    const session = await sessionOf("a-prompt-of-many-parts");
    const [first, second] = session.turns;
    expect(first?.prompt).toMatchObject({
      kind: "said",
      blocks: [
        { kind: "text", markdown: "Compare [Image #1] with @tide.ts\n[Pasted text #1 +2 lines]" },
        {
          kind: "image",
          mediaType: "image/png",
          file: expect.stringMatching(/^[0-9a-f]{24}\.png$/),
          width: 1,
          height: 1,
        },
        { kind: "document", mediaType: "application/pdf", file: expect.stringMatching(/\.pdf$/), name: "chart.pdf" },
      ],
    });
    expect(second?.prompt).toMatchObject({ kind: "said", blocks: [{ kind: "image" }] });
    expect(events(session).map(({ from, text }) => [from, text])).toEqual([
      ["Mentioned file", "tide.ts\nexport {}"],
      ["Pasted image", "[Image: source: /tmp/shot.png]"],
    ]);
  });

  it("a prompt's image is a file of the archive", async () => {
    const { archive, session } = await archiveOf("a-prompt-of-many-parts");
    const { prompt } = session().turns[1] ?? {};
    const image = prompt?.kind === "said" ? prompt.blocks[0] : undefined;
    const bytes = (await archive.open(A)).file(image?.kind === "image" ? image.file : "");
    expect(
      Buffer.from(bytes ?? [])
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  });
});

describe("slash commands", () => {
  it("its tags come in either order, and its output belongs to it", async () => {
    const session = await sessionOf("slash-commands-in-both-orders");
    expect(session.turns.map(({ prompt }) => prompt)).toEqual([
      { kind: "command", name: "/model", args: "opus", output: "Set model to opus" },
      { kind: "command", name: "/review", args: "" },
    ]);
    expect(events(session).map(({ from }) => from)).toEqual(["Caveat", "Command"]);
    expect(textsOf(session.turns)).toEqual(["All is well."]);
  });

  it("a caveat stands with what it speaks of, where that begins a turn", async () => {
    const { turns } = await sessionOf("a-caveat-speaks-of-what-follows");
    expect(turns.map(({ prompt, steps }) => [prompt.kind, steps.map(({ id }) => id)])).toEqual([
      ["said", ["a1"]],
      ["shell", ["v1", "v2", "a2"]],
      ["command", ["v3", "t3", "a3", "v4"]],
    ]);
    expect(turns[2]?.steps[1]).toMatchObject({ from: "Text of the command" });
  });

  it("what a command of 1.0.x stands for is the client's text, without the JSON around it", async () => {
    const { turns } = await sessionOf("a-command-with-its-text-as-json");
    expect(turns[0]?.prompt).toMatchObject({ kind: "command", name: "/init", args: "" });
    expect(turns[0]?.steps.flatMap((step) => (step.kind === "event" ? [[step.from, step.text]] : []))).toEqual([
      ["Command", "init is analyzing your codebase…"],
      ["Text of the command", 'Please look at all files.\nThen write "TIDES.md".'],
    ]);
  });

  it("a command that the client noted in a system line is one too", async () => {
    const { turns } = await sessionOf("a-command-noted-by-the-client");
    expect(turns[1]?.prompt).toEqual({ kind: "command", name: "/cost", args: "", output: "Total: 2 cents" });
  });
});

describe("machine texts", () => {
  it("a ! command is one prompt with both its streams", async () => {
    const { turns } = await sessionOf("shell-commands");
    expect(turns.map(({ prompt }) => prompt.kind)).toEqual(["shell", "said"]);
    expect(turns[0]?.prompt).toEqual({
      kind: "shell",
      command: "ls boats",
      stdout: "dinghy",
      stderr: "no permission for yacht",
    });
  });

  it("a task notification belongs to its background task and is no prompt", async () => {
    const session = await sessionOf("a-background-command-reports");
    expect(promptsOf(session.turns)).toEqual(["Watch the tide"]);
    expect(events(session)).toMatchObject([
      { from: "Task notification", call: "toolu_c1", text: expect.stringContaining("Tide watched") },
    ]);
    expect(textsOf(session.turns)).toEqual(["Watching.", "It has ended."]);
  });

  it("what the client wrote has a quiet form of its own, and none is lost", async () => {
    const session = await sessionOf("what-the-client-wrote");
    expect(promptsOf(session.turns)).toEqual(["Sort the ropes"]);
    expect(events(session).map(({ from, text }) => `${from}: ${text}`)).toEqual([
      "System reminder: Two files changed.",
      "Opened in the editor: The user opened ropes.md",
      "Selected in the editor: lines 1 to 3",
      "Caveat: Caveat: The messages below were generated by the user.",
      "Teammate bo: Ropes are wet",
      expect.stringMatching(/^Another session: [\s\S]*Dry them/),
      "Memory: Ropes go left",
      "Coordinator: A plain note of the coordinator",
      "Stop hook: Stop hook feedback:\nfold them",
    ]);
  });

  it("a skill's body belongs to its call, whether the line says so or not", async () => {
    const session = await sessionOf("a-skill-body-belongs-to-its-call");
    expect(promptsOf(session.turns)).toEqual(["Use the knots"]);
    expect(events(session).map(({ from, call }) => [from, call])).toEqual([
      ["Skill", "toolu_c1"],
      ["Skill", "toolu_c2"],
    ]);
  });

  it("an interruption is a mark, in both its spellings", async () => {
    const session = await sessionOf("an-interruption");
    expect(promptsOf(session.turns)).toEqual(["Row", "Sail instead"]);
    expect(events(session).map(({ event, text }) => [event, text])).toEqual([
      ["interrupted", "[Request interrupted by user]"],
      ["interrupted", "[Request interrupted by user for tool use]"],
    ]);
  });
});

describe("queued prompts", () => {
  it("a queued prompt that no other line repeats is shown, as steering", async () => {
    const { turns } = await sessionOf("a-queued-prompt-that-is-nowhere-else");
    expect(promptsOf(turns)).toEqual(["Paint the hull", "also the mast"]);
    expect(turns[1]?.prompt).toMatchObject({ queued: "steering" });
  });

  it("a command that was queued says so, the same one typed later does not", async () => {
    const { archive, session } = await archiveOf("a-command-was-queued");
    const { turns } = session();
    const command = { kind: "command", name: "/review", args: "low tides" };
    expect(turns.map(({ prompt }) => prompt).slice(1)).toEqual([{ ...command, queued: "while-working" }, command]);
    expect(pageOf(archive, A).split("Queued while the agent worked")).toHaveLength(2);
  });

  it("what follows a queued prompt begins where it left the queue", async () => {
    const { turns } = await sessionOf("a-queued-prompt-that-is-nowhere-else");
    expect(textsOf(turns.slice(0, 1))).toEqual(["Painting.", "Hull done."]);
    expect(textsOf(turns.slice(1))).toEqual(["Mast done."]);
    // Its address does not depend on what came after.
    expect(turns[1]).toMatchObject({ id: "line-3", time: "2026-03-02T09:05:00.000Z" });
  });

  it("a prompt that was taken back is a notice, not a prompt", async () => {
    const session = await sessionOf("a-queued-prompt-is-taken-back");
    expect(promptsOf(session.turns)).toEqual(["Paint the hull", "the rudder, in blue"]);
    expect(events(session).map(({ from, text }) => [from, text])).toEqual([
      ["Prompt taken back, not sent", "also the mast"],
      ["Prompt taken back, not sent", "and the oars"],
      ["Prompt taken back, not sent", "the rudder"],
    ]);
  });

  it("a prompt that the client queues anew is shown once, where it reached the agent", async () => {
    const { turns } = await sessionOf("a-queued-prompt-is-queued-anew");
    expect(promptsOf(turns)).toEqual(["Paint the hull", "also the mast", "and the oars"]);
    expect(turns.map((turn) => textsOf([turn]))).toEqual([["Painting.", "Hull done."], ["Mast done."], ["Oars done."]]);
    expect(turns.slice(1).map(({ prompt }) => prompt)).toMatchObject([
      { queued: "while-working" },
      { queued: "steering" },
    ]);
  });

  it("words that are typed again after the agent had them are another prompt", async () => {
    const { turns } = await sessionOf("the-same-words-are-sent-again");
    expect(promptsOf(turns)).toEqual(["Paint the hull", "go on", "go on"]);
    expect(turns[2]?.prompt).not.toHaveProperty("queued");
  });

  it("a prompt that still waits when the log ends stands at the end, with no answer", async () => {
    const { turns } = await sessionOf("a-queued-prompt-still-waits");
    expect(promptsOf(turns)).toEqual(["Paint the hull", "also the mast", "and the oars"]);
    expect(textsOf(turns.slice(1, 2))).toEqual(["Mast done."]);
    expect(turns[2]).toMatchObject({ steps: [], prompt: { queued: "waiting" } });
  });

  it("a queued prompt that comes back as an attachment is shown once, there, as steering", async () => {
    const { turns } = await sessionOf("a-queued-prompt-comes-as-attachment");
    expect(promptsOf(turns)).toEqual(["Paint the hull", "also the mast"]);
    expect(turns[1]).toMatchObject({ id: "q1", prompt: { queued: "steering" } });
    // The client measures the turn that it was sent into.
    expect(turns.map(({ durationMs }) => durationMs)).toEqual([90_000, undefined]);
  });

  it("a queued prompt that comes back as a user line is shown once, there, as typed while working", async () => {
    const { turns } = await sessionOf("a-queued-prompt-comes-as-user-line");
    expect(promptsOf(turns)).toEqual(["Paint the hull", "also the mast"]);
    expect(turns[1]).toMatchObject({ id: "p2", prompt: { queued: "while-working" } });
  });

  it("a prompt that was queued before any work is an ordinary one", async () => {
    const { turns } = await sessionOf("the-first-prompt-was-queued");
    expect(promptsOf(turns)).toEqual(["Paint the hull"]);
    expect(turns[0]?.prompt).not.toHaveProperty("queued");
    const [only] = (await sessionOf("the-only-prompt-was-queued")).turns;
    expect(only?.prompt).toEqual({ kind: "said", blocks: [{ kind: "text", markdown: "Paint the hull" }] });
  });

  it("of two equal queued prompts only one is repeated by one line", async () => {
    expect(promptsOf((await sessionOf("two-equal-prompts-were-queued")).turns)).toEqual([
      "Paint the hull",
      "again",
      "again",
    ]);
  });

  it("a queued notification is no prompt and belongs to its task", async () => {
    const session = await sessionOf("a-notification-was-queued");
    expect(promptsOf(session.turns)).toEqual(["Watch"]);
    expect(events(session).map(({ from, call }) => [from, call])).toEqual([
      ["Task notification", "toolu_c1"],
      ["Task notification", "toolu_c1"],
    ]);
  });
});

describe("the agent's words", () => {
  it("empty thinking makes no box, and redacted thinking says so", async () => {
    const { turns } = await sessionOf("thinking-in-three-forms");
    expect(stepsOfKind(turns, "thinking").map(({ id, markdown, redacted }) => [id, markdown, redacted])).toEqual([
      ["a1", "The tide turns.", undefined],
      ["a3", "", true],
    ]);
  });

  it("errors of the API are shown as errors, and <synthetic> is no model", async () => {
    const session = await sessionOf("errors-of-the-api");
    expect(session.models).toEqual(["claude-opus-4-6"]);
    expect(session.usage.map(({ model }) => model)).not.toContain("<synthetic>");
    expect(events(session).map((event) => [event.event, eventText(event), event.retry])).toEqual([
      ["api-error", "API Error: 529 overloaded", undefined],
      ["api-error", "529: Overloaded, attempt 1 of 10, again in 0.5 s", { attempt: 1, of: 10, waitMs: 500 }],
      ["notice", "No response requested.", undefined],
    ]);
  });
});

describe("compaction", () => {
  it("the boundary and the summary make one divider", async () => {
    const { turns } = await sessionOf("a-compaction-with-its-boundary");
    expect(promptsOf(turns)).toEqual(["Write on"]);
    expect(stepsOfKind(turns, "compaction")).toMatchObject([
      { trigger: "auto", tokensBefore: 155000, summary: expect.stringContaining("The hull is painted.") },
    ]);
    expect(textsOf(turns)).toEqual(["Written.", "Going on."]);
  });

  it("an old log has only the summary, and it is no prompt", async () => {
    const { turns } = await sessionOf("a-compaction-of-old");
    expect(promptsOf(turns)).toEqual(["(none)"]);
    expect(stepsOfKind(turns, "compaction")).toMatchObject([{ summary: expect.stringContaining("The mast is up.") }]);
  });

  it("a microcompaction is a small mark", async () => {
    const { turns } = await sessionOf("a-small-compaction");
    expect(stepsOfKind(turns, "compaction")).toMatchObject([{ micro: true, tokensBefore: 60000, tokensAfter: 40000 }]);
  });

  it("a summary line is a title, not a compaction", async () => {
    const session = await sessionOf("a-summary-line-is-no-compaction");
    expect(session.title).toBe("Hull painted");
    expect(stepsOfKind(session.turns, "compaction")).toEqual([]);
  });
});

describe("notices", () => {
  it("hooks and notices stand at their place", async () => {
    const session = await sessionOf("hooks-and-notices");
    expect(promptsOf(session.turns)).toEqual(["Go"]);
    expect(
      stepsOf(session.turns).map((step) => (step.kind === "event" ? `${step.event} ${step.from}` : step.kind)),
    ).toEqual([
      "hook PreToolUse:Bash hook",
      "call",
      "hook PostToolUse:Bash hook",
      "hook Stop hook",
      "notice While you were away",
      "notice Notice",
      "notice Pull request",
      "notice Worktree",
      "text",
    ]);
    const [before, after, stop] = events(session);
    expect([before?.call, after?.call]).toEqual(["toolu_c1", "toolu_c1"]);
    expect([after?.level, stop?.level]).toEqual(["warning", "error"]);
  });
});
