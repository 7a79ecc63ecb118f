/** Who only counts skims long lines: the entries are those of the whole lines, but for what says that it was left out. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readLog } from "../../src/log/entries/parse.ts";
import { binary } from "../../src/log/skim/binary.ts";
import { LeftOut, skimLog } from "../../src/log/skim/index.ts";
import { fixtures } from "../support/archive.ts";
import { differences, leftOutIn } from "../support/skimmed.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-skim-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let files = 0;
function fileOf(content: string | Uint8Array): string {
  const path = join(scratch, `${++files}.jsonl`);
  writeFileSync(path, content);
  return path;
}

function expectSame(content: string | Uint8Array): void {
  const path = fileOf(content);
  expect(differences(skimLog(path, path), readLog(path, path))).toEqual([]);
}

const result = (text: string, more: object = {}) => ({
  type: "user",
  uuid: "u1",
  timestamp: "2026-01-02T03:04:05.000Z",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: text }] },
  toolUseResult: { stdout: text },
  ...more,
});

describe("a skimmed line", () => {
  it("keeps what counts and says so where a result is asked for", () => {
    const path = fileOf(JSON.stringify(result("x".repeat(20_000))));
    const [entry] = skimLog(path, path).entries;
    expect(entry).toMatchObject({ kind: "user", id: "u1", time: "2026-01-02T03:04:05.000Z" });
    if (entry?.kind !== "user" || entry.blocks[0]?.kind !== "result") throw new Error("not the result");
    const [block] = entry.blocks;
    expect(block.id).toBe("t1");
    expect(() => block.text).toThrow(LeftOut);
    expect(() => entry.details).toThrow(LeftOut);
    // Copies and prints ask too.
    expect(() => JSON.stringify(entry.blocks)).toThrow(LeftOut);
    expect(() => structuredClone(entry)).toThrow(LeftOut);
  });

  it("leaves out an input, and keeps usage and text", () => {
    const usage = { input_tokens: 3, output_tokens: 5 };
    const content = [
      { type: "text", text: "y".repeat(300) },
      { type: "tool_use", id: "t1", name: "Write", input: { content: "z".repeat(20_000), usage: { input_tokens: 9 } } },
    ];
    const path = fileOf(JSON.stringify({ type: "assistant", uuid: "a1", message: { id: "m1", content, usage } }));
    const [entry] = skimLog(path, path).entries;
    if (entry?.kind !== "assistant" || entry.blocks[1]?.kind !== "use") throw new Error("not the call");
    expect(entry.tokens).toMatchObject({ input: 3, output: 5 });
    expect(entry.blocks[0]).toEqual({ kind: "text", text: "y".repeat(300) });
    const [, use] = entry.blocks;
    expect(() => use.input).toThrow(LeftOut);
  });

  it("is read whole where it is something else, or holds a block that is not known", () => {
    const long = "x".repeat(20_000);
    for (const line of [
      { type: "odd", uuid: "o1", toolUseResult: long },
      { type: "user", uuid: "u1", message: { content: [{ type: "odd", content: long }] } },
      { type: "user", uuid: "u1", message: { content: [{ type: "image", source: { data: "AA==" }, content: long }] } },
    ]) {
      const path = fileOf(JSON.stringify(line));
      const { entries } = skimLog(path, path);
      expect(leftOutIn(entries)).toBe(0);
      expect(entries).toEqual(readLog(path, path).entries);
    }
  });

  it("is lost where JSON.parse loses it", () => {
    const whole = JSON.stringify(result("SOME TEXT"));
    for (const odd of ["\t", "\0", "\u001f", "\\x", "\\u12g4", "\\", '"', '",', '"}'])
      expectSame(whole.replaceAll("SOME", odd));
    for (const fine of ["\\t", "\\u0000", "\\u12aF", "\\\\", '\\"', "\u007f", "ü€🙂", "\u2028"])
      expectSame(whole.replaceAll("SOME", fine));
    for (let length = 0; length < whole.length; length++) expectSame(whole.slice(0, length));
    for (const around of ["\ufeff@", "\0\0@\0", "@\r\n@", " @ ", "[@]", "@,", "{@", "@@"])
      expectSame(around.replaceAll("@", whole));
    expectSame(Buffer.from(whole.replace("SOME", "\xff\xc3"), "latin1"));
  });

  it("has the figures of the whole line, however they are told", () => {
    const usages = [
      { input_tokens: 3, output_tokens: 5, cache_read_input_tokens: 7, cache_creation_input_tokens: 11 },
      {
        cache_creation_input_tokens: 11,
        cache_creation: { ephemeral_1h_input_tokens: 20, ephemeral_5m_input_tokens: 1 },
      },
      { input_tokens: 1234567890123, output_tokens: 1.5, cache_read_input_tokens: -1 },
      { input_tokens: null, output_tokens: "5", cache_creation: null, iterations: [], speed: "standard" },
      { input_tokens: 1, speed: "fast" },
      { input_tokens: 1, speed: null, service_tier: "standard", server_tool_use: { web_search_requests: 0 } },
      { input_tokens: 1, iterations: [{ type: "message", input_tokens: 1 }] },
      { input_tokens: 9, iterations: [{ type: "advisor_message", model: "other", input_tokens: 4 }] },
      { cache_creation: { ephemeral_1h_input_tokens: 1 } },
      { cache_creation: 3 },
      {},
      null,
      "none",
    ];
    const lines = usages.flatMap((usage) =>
      [{ content: [{ type: "text", text: "Done" }], usage }, { usage }, { content: null, usage }].map((message) =>
        JSON.stringify({ type: "assistant", uuid: "a1", message: { id: "m1", model: "claude-opus-4-6", ...message } }),
      ),
    );
    expectSame(lines.join("\n"));
    expectSame(lines.join("\n").replaceAll(":", " : ").replaceAll(",", " ,\t"));
    for (const twice of [
      '"input_tokens":1,"input_tokens":2',
      '"cache_creation":{"a":1,"ephemeral_1h_input_tokens":01}',
    ])
      expectSame(`{"type":"assistant","message":{"content":[],"usage":{${twice}}}}`);
  });

  it("has the time of the whole line, and what was said before only where it is said again", () => {
    const times = [
      "2026-02-28T23:59:59.999Z",
      "2026-02-30T00:00:00.000Z",
      "2026-13-01T00:00:00.000Z",
      "2019-01-01T00:00:00.000Z",
    ];
    times.push("2026-02-28T24:00:00.000Z", "2026-02-28T23:59:60.000Z", "2026-02-28T23:59:59Z", "26 Feb 2026", "", "é");
    const more = [
      { parentUuid: "u1", cwd: "/home/dev/é", gitBranch: "", sessionId: "s1" },
      { parentUuid: "u1", cwd: "/home/dev/é", gitBranch: "", sessionId: "s1", slug: null },
      { parentUuid: "", cwd: " ", gitBranch: "main", agentName: " ", sessionId: 7 },
      { uuid: undefined, parentUuid: "u1", gitBranch: "main", sessionId: "s".repeat(300), permissionMode: "plan" },
      { parentUuid: "u1", sessionId: "s".repeat(300), todos: [], toolUseResult: null, isMeta: true, isSidechain: 1 },
      { todos: ["one"], origin: { kind: "human" }, isCompactSummary: true, sourceToolUseID: "t1" },
    ];
    expectSame(
      times.flatMap((timestamp) => more.map((each) => JSON.stringify(result("x", { timestamp, ...each })))).join("\n"),
    );
  });

  it("ends with its file, though the buffer ends there too", () => {
    const around = JSON.stringify(result("@")).length;
    for (const size of [1 << 18, (1 << 18) - 1, (1 << 18) + 1, 1 << 19]) {
      const whole = JSON.stringify(result("@", { toolUseResult: "" })).replace('"@"', `"${"x".repeat(size)}"`);
      for (let length = size - 3; length <= size + 3; length++) expectSame(whole.slice(0, length));
      expectSame(whole.slice(0, size + around));
    }
  });

  const name = fc.constantFrom(
    ...["type", "message", "content", "input", "toolUseResult", "usage", "uuid", "text", "id", "name", "tool_use_id"],
    ...["__proto__", "a b", 'mess\\"age', "m\\u0065ssage", "", "input_tokens"],
  );
  const words = fc.oneof(
    fc.constantFrom("user", "assistant", "tool_result", "tool_use", "text", "thinking", "image", "progress", "system"),
    fc.constantFrom(
      '{\\"usage\\":{\\"input_tokens\\":7}}',
      '\\",\\"toolUseResult\\":\\"',
      "\\\\",
      "\\u0022",
      "é🙂",
      "]}",
    ),
    fc.string({ maxLength: 12 }).map((made) => JSON.stringify(made).slice(1, -1)),
  );
  const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      words.map((made) => `"${made}"`),
      fc.constantFrom("0", "-1.5e3", "true", "null", "01", "nul"),
      tie("list"),
      tie("object"),
    ),
    list: fc.array(tie("value"), { maxLength: 4 }).map((made) => `[${made.join(",")}]`),
    // Keys may come twice.
    object: fc
      .array(fc.tuple(name, tie("value")), { maxLength: 5 })
      .map((made) => `{${made.map(([key, said]) => `"${key}":${said}`).join(",")}}`),
  }));
  const block = fc
    .tuple(fc.constantFrom("tool_use", "tool_result", "text", "thinking", "image", "odd"), value, value, value)
    .map(
      ([type, content, input, text]) =>
        `{"type":"${type}","id":"t","name":"Bash","tool_use_id":"t","content":${content},"input":${input},"text":${text}}`,
    );
  const usual = fc
    .tuple(fc.constantFrom("user", "assistant", "odd"), fc.array(block, { maxLength: 3 }), value, name, value)
    .map(
      ([type, blocks, details, key, more]) =>
        `{"type":"${type}","message":{"id":"m","content":[${blocks.join(",")}],"usage":{"input_tokens":1}},"toolUseResult":${details},"${key}":${more},"uuid":"u"}`,
    );

  it("is what the whole line is, whatever stands in it", () => {
    const spoilt = fc.tuple(fc.oneof(usual, value), fc.nat(), fc.constantFrom("", '"', "\\", "\0", "}", "\n", "\r\n"));
    const line = fc.oneof(
      { weight: 4, arbitrary: usual },
      { weight: 2, arbitrary: value },
      {
        weight: 2,
        arbitrary: spoilt.map(([text, at, odd]) => {
          const place = text.length === 0 ? 0 : at % text.length;
          return text.slice(0, place) + odd + text.slice(place + (odd === "" ? 1 : 0));
        }),
      },
    );
    const ends = fc.constantFrom("\n", "\r\n");
    fc.assert(
      fc.property(fc.constantFrom("", "\ufeff"), fc.array(line, { maxLength: 4 }), ends, (mark, made, end) => {
        expectSame(mark + made.join(end));
      }),
      { numRuns: 600 },
    );
  });

  it("is what the whole line is in every fixture", () => {
    const logs = readdirSync(fixtures, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".jsonl"));
    expect(logs.length).toBeGreaterThan(50);
    for (const log of logs) {
      const path = join(fixtures, log);
      expect(differences(skimLog(path, path), readLog(path, path)), log).toEqual([]);
    }
  });
});

it("is compiled from the sources that stand beside it", async () => {
  const script = "../../scripts/make-skim.js";
  const { compileSkim } = await import(script);
  expect(Buffer.from(await compileSkim()).toString("base64") === binary, `run ${script}`).toBe(true);
}, 120_000);
