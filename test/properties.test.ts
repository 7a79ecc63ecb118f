/** What holds for any log, not only for those we have seen. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { type LogArchive, readArchive } from "../src/archive/index.ts";
import { parse } from "../src/log/entries/parse.ts";
import { lines } from "../src/log/lines.ts";
import type { Session, SessionId, Turn } from "../src/model/session.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-properties-"));
const session = "aaaaaaaa-0000-4000-8000-000000000001" as SessionId;
const log = join(scratch, `${session}.jsonl`);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Raw = Record<string, unknown>;

async function archiveOf(content: string | Uint8Array): Promise<LogArchive> {
  writeFileSync(log, content);
  return readArchive({ sources: [log], title: "", timeZone: "UTC" });
}

async function sessionOf(entries: readonly unknown[]): Promise<Session | undefined> {
  const archive = await archiveOf(entries.map((entry) => JSON.stringify(entry)).join("\n"));
  return archive.session(session) === undefined ? undefined : archive.whole(session).session;
}

/** A line as a log may have it, or nearly: known types with fields of any shape. */
const nearly = fc.record(
  {
    type: fc.constantFrom(
      "user",
      "assistant",
      "system",
      "progress",
      "attachment",
      "summary",
      "queue-operation",
      "last-prompt",
      "custom-title",
      "file-history-snapshot",
      "nothing-we-know",
    ),
    subtype: fc.constantFrom(
      "compact_boundary",
      "api_error",
      "local_command",
      "turn_duration",
      "stop_hook_summary",
      "other",
    ),
    uuid: fc.constantFrom("u1", "u2", "u3", "", 7),
    parentUuid: fc.constantFrom("u1", "u2", "u3", null),
    timestamp: fc.constantFrom("2026-03-02T09:00:00.000Z", "yesterday", 0),
    isSidechain: fc.boolean(),
    isMeta: fc.boolean(),
    content: fc.anything(),
    operation: fc.constantFrom("enqueue", "dequeue", 1),
    message: fc.oneof(
      fc.anything(),
      fc.record({
        id: fc.constantFrom("m1", "m2"),
        content: fc.oneof(fc.string(), fc.array(block())),
        usage: fc.anything(),
      }),
    ),
    toolUseResult: fc.anything(),
    attachment: fc.oneof(
      fc.anything(),
      fc.record({
        type: fc.constantFrom("queued_command", "file", "hook_success", "diagnostics"),
        prompt: fc.anything(),
        files: fc.anything(),
      }),
    ),
    data: fc.oneof(
      fc.anything(),
      fc.record({
        type: fc.constantFrom("agent_progress", "hook_progress"),
        agentId: fc.constantFrom("a1", 1),
        message: fc.anything(),
      }),
    ),
    planContent: fc.anything(),
    todos: fc.anything(),
    leafUuid: fc.constantFrom("u1", "u9", {}),
  },
  { requiredKeys: ["type"] },
);

function block(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.anything(),
    fc.record({
      type: fc.constant("text"),
      text: fc.constantFrom(
        "Hello",
        "<command-name>",
        "<bash-input>ls",
        "<task-notification><task-id>",
        "Implement the following plan:",
        "[Request interrupted by user]",
        "",
        5,
      ),
    }),
    fc.record({
      type: fc.constant("tool_use"),
      id: fc.constantFrom("t1", "t2", 3),
      name: fc.constantFrom(
        "Bash",
        "Edit",
        "TodoWrite",
        "TaskUpdate",
        "ExitPlanMode",
        "AskUserQuestion",
        "Task",
        "__proto__",
      ),
      input: fc.anything(),
    }),
    fc.record({
      type: fc.constant("tool_result"),
      tool_use_id: fc.constantFrom("t1", "t2", {}),
      content: fc.anything(),
      is_error: fc.anything(),
    }),
    fc.record({ type: fc.constantFrom("image", "document"), source: fc.anything() }),
  );
}

const anyLine = fc.oneof(
  { weight: 4, arbitrary: nearly.map((entry) => Buffer.from(JSON.stringify(entry) ?? "")) },
  { weight: 1, arbitrary: fc.json().map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
);

const anyFile = fc
  .tuple(fc.array(anyLine, { maxLength: 12 }), fc.constantFrom("\n", "\r\n", "\n\n"))
  .map(([content, end]) => Buffer.concat(content.flatMap((line) => [line, Buffer.from(end)])));

/** One thing that happens in a session without branches, as the lines that it leaves. */
type Happening = (id: string, at: string) => readonly Raw[];

const happenings: readonly Happening[] = [
  (id) => [{ type: "user", uuid: `${id}p`, message: { role: "user", content: `Prompt ${id}` } }],
  (id) => [assistant(`${id}a`, `m${id}`, [{ type: "text", text: `Words ${id}` }])],
  (id) => [
    assistant(`${id}b`, `m${id}`, [{ type: "thinking", thinking: `Thought ${id}` }]),
    assistant(`${id}c`, `m${id}`, [{ type: "tool_use", id: `t${id}`, name: "Bash", input: { command: "ls" } }]),
    result(`${id}r`, `t${id}`, "a.ts"),
  ],
  (id) => [
    assistant(`${id}c`, `m${id}`, [
      { type: "tool_use", id: `t${id}`, name: "TaskCreate", input: { subject: `Task ${id}` } },
    ]),
    result(`${id}r`, `t${id}`, `Task #${id.replace(/\D/g, "")} created successfully`),
  ],
  (id) => [
    { type: "user", uuid: `${id}k`, message: { role: "user", content: "<command-name>/model</command-name>" } },
    {
      type: "user",
      uuid: `${id}o`,
      message: { role: "user", content: `<local-command-stdout>Set ${id}</local-command-stdout>` },
    },
  ],
  (id) => [
    { type: "system", uuid: `${id}s`, subtype: "compact_boundary", compactMetadata: { trigger: "auto" } },
    {
      type: "user",
      uuid: `${id}t`,
      isCompactSummary: true,
      message: { role: "user", content: `This session is being continued ${id}` },
    },
  ],
  (id) => [{ type: "system", uuid: `${id}d`, subtype: "turn_duration", durationMs: 5 }],
  (id) => [
    {
      type: "attachment",
      uuid: `${id}h`,
      attachment: { type: "hook_success", hookName: "Stop", stdout: `Hook ${id}` },
    },
  ],
];

function assistant(uuid: string, message: string, content: readonly Raw[]): Raw {
  const usage = { input_tokens: 3, output_tokens: 5, cache_read_input_tokens: 7, cache_creation_input_tokens: 11 };
  return {
    type: "assistant",
    uuid,
    requestId: `r${message}`,
    message: { id: message, model: "claude-opus-4-6", content, usage },
  };
}

function result(uuid: string, call: string, text: string): Raw {
  return {
    type: "user",
    uuid,
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: call, content: text }] },
  };
}

/** Each line follows the one before: no branches. */
const story = fc.array(fc.nat(happenings.length - 1), { minLength: 1, maxLength: 14 }).map((choices) => {
  const entries = choices.flatMap((choice, index) => happenings[choice]?.(`e${index}`, "") ?? []);
  return entries.map((entry, index): Raw => {
    const time = new Date(Date.UTC(2026, 2, 2, 9, index)).toISOString();
    return { ...entry, parentUuid: entries[index - 1]?.uuid ?? null, timestamp: time, sessionId: session };
  });
});

const unknownEntry = fc.constantFrom<Raw>(
  { type: "nothing-we-know", words: "?" },
  { type: "system", subtype: "nothing-we-know" },
  { type: "attachment", attachment: { type: "nothing-we-know" } },
  { type: "progress", data: { type: "nothing-we-know" } },
  { silly: "this" },
);

/** Turns as they are, wherever their lines stand and whatever unknown stands between. */
function known(turns: readonly Turn[]): unknown {
  const shown = turns.map(({ steps, ...turn }) => ({
    ...turn,
    steps: steps.filter((step) => step.kind !== "unknown"),
  }));
  return JSON.parse(JSON.stringify(shown, (name, value) => (name === "at" ? undefined : value)));
}

describe("any log", () => {
  it("can be read: nothing throws, whatever the bytes", async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, async (bytes) => {
        const archive = await archiveOf(bytes);
        for (const { id } of archive.sessions) expect(JSON.stringify(archive.whole(id))).toContain(JSON.stringify(id));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it("has an entry or a diagnostic for each of its lines", () => {
    fc.assert(
      fc.property(anyFile, (bytes) => {
        writeFileSync(log, bytes);
        const { entries, diagnostics } = parse(lines(log), "log");
        const told = new Set([...entries, ...diagnostics].map(({ at }) => at.line));
        const silent = bytes
          .toString("utf8")
          .replace(/^\uFEFF/, "")
          .split("\n")
          .flatMap((line, index) => (line.trim() === "" || told.has(index + 1) ? [] : [line]));
        expect(silent).toEqual([]);
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  it("adds up to the same when lines are repeated", async () => {
    await fc.assert(
      fc.asyncProperty(story, fc.array(fc.nat(40), { maxLength: 8 }), async (entries, again) => {
        const repeated = [...entries, ...again.flatMap((index) => entries[index % entries.length] ?? [])];
        const [before, after] = [await sessionOf(entries), await sessionOf(repeated)];
        expect(after?.usage).toEqual(before?.usage);
        expect(known(after?.turns ?? [])).toEqual(known(before?.turns ?? []));
      }),
      { numRuns: 100, seed: 3 },
    );
  });

  it("begins with the turns of its beginning, save the last", async () => {
    await fc.assert(
      fc.asyncProperty(story, fc.nat(40), async (entries, cut) => {
        const prefix = entries.slice(0, 1 + (cut % entries.length));
        const [part, whole] = [(await sessionOf(prefix))?.turns ?? [], (await sessionOf(entries))?.turns ?? []];
        expect(whole.length).toBeGreaterThanOrEqual(part.length);
        expect(whole.slice(0, Math.max(0, part.length - 1))).toEqual(part.slice(0, -1));
      }),
      { numRuns: 100, seed: 4 },
    );
  });

  it("gives the same turns with unknown entries in between", async () => {
    await fc.assert(
      fc.asyncProperty(
        story,
        fc.array(fc.tuple(fc.nat(40), unknownEntry), { maxLength: 6 }),
        async (entries, strangers) => {
          const mixed = [...entries];
          for (const [place, stranger] of strangers) mixed.splice(place % (mixed.length + 1), 0, stranger);
          const [before, after] = [await sessionOf(entries), await sessionOf(mixed)];
          if (before === undefined) return;
          expect(known(after?.turns ?? [])).toEqual(known(before.turns));
          expect(after?.usage).toEqual(before.usage);
        },
      ),
      { numRuns: 100, seed: 5 },
    );
  });
});
