/** P1 and P7 on the level of lines: whatever the bytes, the rest is read, drawn and accounted for. */
import fs, { existsSync, readFileSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { SessionId } from "../../../src/model/session.ts";
import { drawn, goodLog, id, Log, mainOf, newScratch, put } from "./support.ts";

const scratch = newScratch();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let count = 0;
const write = (content: string | Uint8Array): string =>
  put(join(scratch, `s${count++}`, "-p", `${id(1)}.jsonl`), content);
const folderOf = (file: string): string => join(file, "../..");

const isLong = process.env.ANNALS_LONG !== undefined;
const suite = join(import.meta.dirname, "../../../../shared/payloads/jsontestsuite.json");

describe("P1: one bad line never stops the build; each is counted and named", () => {
  it.runIf(existsSync(suite))("every file of JSONTestSuite as a line between good ones", async () => {
    const { files }: { files: readonly { path: string; b64: string }[] } = JSON.parse(readFileSync(suite, "utf8"));
    expect(files.length).toBeGreaterThan(300);
    const good = goodLog(id(1)).trim().split("\n");
    const plain = await drawn(folderOf(write(`${good.join("\n")}\n`)));
    const wrong: string[] = [];
    for (const { path, b64 } of files) {
      const line = Buffer.from(
        Buffer.from(b64, "base64")
          .toString("latin1")
          .replace(/[\r\n]+/g, " "),
        "latin1",
      );
      const content = Buffer.concat([
        Buffer.from(`${good.slice(0, 3).join("\n")}\n`),
        line,
        Buffer.from(`\n${good.slice(3).join("\n")}\n`),
      ]);
      const { archive, pages } = await drawn(folderOf(write(content)));
      const session = archive.whole(id(1) as SessionId).session;
      const text = line.toString("utf8");
      const isObject = parsesToObject(text);
      if (pages.length !== 1) wrong.push(`${path}: ${pages.length} pages`);
      if (session.turns[0]?.steps.filter((step) => step.kind === "call").length !== 2)
        wrong.push(`${path}: calls lost`);
      if (!isObject && text.trim() !== "" && !archive.diagnostics.some(({ at }) => at.line === 4))
        wrong.push(`${path}: not named`);
    }
    expect(wrong).toEqual([]);
    expect(plain.archive.diagnostics).toEqual([]);
  });

  it("all of them at once leave the other sessions as they are", async () => {
    const alone = join(scratch, "alone");
    const together = join(scratch, "together");
    for (const folder of [alone, together]) put(join(folder, "-good", `${id(7)}.jsonl`), goodLog(id(7)));
    const bad = [
      "{",
      "null",
      "[]",
      "\0\0",
      '{"type":"user"}',
      "\ufeff{}",
      '{"a":"\ud800"}',
      "\x1b[31m",
      '{"type":"assistant","message":7}',
    ];
    // Entries of its own: a copy of the good log's would make the two a chain.
    const other = goodLog(id(8)).replace(/"u(\d+)"/g, '"v$1"');
    put(join(together, "-bad", `${id(8)}.jsonl`), `${other}${bad.join("\n")}\n`);
    put(join(together, "-bad", `${id(9)}.jsonl`), Buffer.from([0xff, 0xfe, 0xfd, 0x00, 0x0a, 0x80, 0x0a]));
    put(join(together, "-bad", `${id(10)}.jsonl`), "");
    const [one, two] = [await drawn(alone), await drawn(together)];
    const page = two.pages.find((each) => each.includes("projects/0007/")) ?? "";
    expect(mainOf(page)).toBe(mainOf(one.pages[0] ?? ""));
    expect(two.archive.diagnostics.length).toBeGreaterThan(4);
  });

  it("a log cut at any byte keeps every whole line", { timeout: 1_800_000 }, async () => {
    const bytes = Buffer.from(goodLog(id(1), "Où est la marée 🌊?"));
    const file = write(bytes);
    const whole = (await drawn(folderOf(file))).archive.whole(id(1) as SessionId).session;
    const wrong: string[] = [];
    // Each byte of the long run; else those around line ends and in letters of several bytes, and some of the others.
    const isTelling = (end: number): boolean =>
      isLong ||
      end % 7 === 0 ||
      bytes.subarray(Math.max(0, end - 3), end + 3).some((byte) => byte === 10 || byte > 127);
    for (let end = 0; end <= bytes.length; end++) {
      if (!isTelling(end)) continue;
      put(file, bytes.subarray(0, end));
      const { archive, pages } = await drawn(folderOf(file));
      const lines = bytes.subarray(0, end).toString("latin1").split("\n");
      const rest = lines.at(-1) ?? "";
      const isWhole = rest === "" || parsesToObject(Buffer.from(rest, "latin1").toString("utf8"));
      const cut = archive.diagnostics.filter(({ code }) => code === "cut-line").length;
      if (cut !== (isWhole ? 0 : 1)) wrong.push(`${end}: ${cut} cut lines`);
      const read = archive.sessions.length === 0 ? 0 : archive.whole(id(1) as SessionId).session.turns.length;
      if (lines.length > 1 && (read !== 1 || pages.length !== 1))
        wrong.push(`${end}: ${read} turns, ${pages.length} pages`);
    }
    expect(wrong).toEqual([]);
    expect(whole.turns).toHaveLength(1);
  });

  it.each([
    ["a byte order mark", (text: string) => Buffer.from(`\ufeff${text}`)],
    ["UTF-16, little end first", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16, big end first", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
    ["CRLF", (text: string) => Buffer.from(text.replaceAll("\n", "\r\n"))],
    ["blank lines and NULs between", (text: string) => Buffer.from(text.replaceAll("\n", "\n\n\0\0\0\n"))],
    ["NULs around lines", (text: string) => Buffer.from(text.replaceAll("\n", "\0\0\n\0"))],
    [
      "every line twice",
      (text: string) =>
        Buffer.from(
          text
            .trim()
            .split("\n")
            .flatMap((line) => [line, line])
            .join("\n"),
        ),
    ],
  ])("%s changes nothing that is shown", async (_, encode) => {
    const plain = await drawn(folderOf(write(goodLog(id(1)))));
    const odd = await drawn(folderOf(write(encode(goodLog(id(1))))));
    expect(
      odd.archive.whole(id(1) as SessionId).session.turns.map(({ steps }) => steps.map((step) => step.kind)),
    ).toEqual(plain.archive.whole(id(1) as SessionId).session.turns.map(({ steps }) => steps.map((step) => step.kind)));
  });

  it("a lone CR is part of its line", async () => {
    const log = new Log(id(1));
    log.prompt("one\rtwo");
    log.prompt("three");
    const { archive, pages } = await drawn(folderOf(write(String(log).replace("\\r", "\r"))));
    // JSON allows none in a string: the line is lost, and only that line.
    expect(archive.diagnostics.filter(({ level }) => level === "error")).toMatchObject([
      { code: "invalid-json", at: { line: 1 } },
    ]);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain("three");
  });

  it("lone surrogates, duplicate keys, large numbers and odd dates are shown or left out, never thrown", async () => {
    const log = new Log(id(1), { slug: "\ud800", cwd: "/x/\udc00", gitBranch: "\ud83d" });
    log.prompt("a \ud800 b \udfff c");
    log.call("Read", { file_path: "/x/\ud800.ts" }, "\udc00");
    for (const timestamp of [
      "+275760-09-13T00:00:00.000Z",
      "-271821-04-20T00:00:00.000Z",
      "9999-12-31T23:59:59Z",
      "yesterday",
      "",
      7,
      null,
      {},
      "2026-02-30T25:61:61Z",
      "1970-01-01T00:00:00Z",
    ])
      log.prompt("when?", { timestamp });
    log.said([{ type: "text", text: "a" }], {
      usage: { input_tokens: 1e308, output_tokens: -1, cache_read_input_tokens: "7" },
    });
    log.bytes(
      '{"type":"user","type":"assistant","uuid":"d","uuid":"e","message":{"content":"a","content":"b"},"n":123456789012345678901234567890,"x":1e999}',
    );
    const { pages } = await drawn(folderOf(write(String(log))));
    expect(pages).toHaveLength(1);
    expect(pages[0]).not.toMatch(/Invalid Date|NaN|\bundefined\b/);
  });

  it("keys that every object has are keys like any other", async () => {
    const log = new Log(id(1));
    const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "length"];
    for (const name of names) {
      log.prompt("hello", { [name]: name, origin: { kind: name } });
      log.call(
        name,
        JSON.parse(`{"${name}":{"${name}":"${name}","polluted":"yes"},"__proto__":{"polluted":"yes"}}`),
        "ok",
        JSON.parse(`{"__proto__":{"polluted":"yes"},"${name}":1}`),
      );
      log.line({ type: name, subtype: name });
      log.system(name, {});
      log.attach(name, {});
      log.line({ type: "progress", data: { type: name } });
      log.said([{ type: name }]);
      log.said([{ type: "text", text: "a" }], {
        model: name,
        usage: JSON.parse(`{"__proto__":{"input_tokens":9},"input_tokens":1}`),
      });
      log.call("AskUserQuestion", { questions: [{ question: name, header: name, options: [{ label: name }] }] }, "ok", {
        answers: JSON.parse(`{"${name}":"${name}"}`),
      });
      log.call("TaskUpdate", { taskId: name, status: name }, "ok");
      log.prompt([{ type: "image", source: { type: "base64", media_type: name, data: "AAAA" } }]);
      log.call("Read", { file_path: `/x/a.${name}` }, "1\ta");
      log.said([{ type: "text", text: `\`\`\`${name}\nx\n\`\`\`` }]);
    }
    const { archive, pages } = await drawn(folderOf(write(String(log))));
    expect(pages).toHaveLength(1);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(pages[0]).not.toContain("native code");
    expect(JSON.stringify(archive.usage)).not.toContain('"input":9');
  });
});

describe("P1: one bad file never stops the build", () => {
  it("a file that may not be read, a folder that may not be listed, a disk that fails in the middle", async () => {
    const folder = join(scratch, "denied");
    for (const index of [1, 2, 3, 4]) put(join(folder, `-p${index}`, `${id(index)}.jsonl`), goodLog(id(index)));
    const { openSync, readSync, closeSync, readdirSync } = fs;
    const real = { openSync, readSync, closeSync, readdirSync };
    const refuse = (code: string): never => {
      throw Object.assign(new Error(code), { code });
    };
    const failing = new Set<number>();
    try {
      Object.assign(fs, {
        openSync: (path: string, ...more: [number]) => {
          if (path.endsWith(`${id(2)}.jsonl`)) refuse("EACCES");
          const file = real.openSync(path, ...more);
          if (path.endsWith(`${id(3)}.jsonl`)) failing.add(file);
          return file;
        },
        readSync: (file: number, ...more: [Uint8Array]) =>
          failing.has(file) ? refuse("EIO") : real.readSync(file, ...more),
        closeSync: (file: number) => {
          // The next file that is opened may get the same number.
          failing.delete(file);
          real.closeSync(file);
        },
        readdirSync: (path: string, ...more: []) =>
          path.endsWith("-p4") ? refuse("EACCES") : real.readdirSync(path, ...more),
      });
      syncBuiltinESMExports();
      const { archive, pages } = await drawn(folder);
      expect(pages).toHaveLength(1);
      const named = archive.diagnostics.filter(({ code }) => code === "unreadable-file");
      expect(named.map(({ at, message }) => [at.file.split("/")[1], /\((\w+)\)/.exec(message)?.[1]]).sort()).toEqual([
        ["-p2", "EACCES"],
        ["-p3", "EIO"],
        ["-p4", "EACCES"],
      ]);
    } finally {
      Object.assign(fs, real);
      syncBuiltinESMExports();
    }
  });
});

describe("P7: always ends", () => {
  it("parents that are their own children, or each other's", async () => {
    const turns = (parents: readonly (string | null)[]) =>
      parents
        .map((parentUuid, index) =>
          JSON.stringify({
            type: "user",
            uuid: `u${index}`,
            parentUuid,
            timestamp: "2026-03-02T09:00:00.000Z",
            message: { role: "user", content: `Prompt ${index}` },
          }),
        )
        .join("\n");
    for (const parents of [
      ["u0"],
      ["u1", "u0"],
      ["u2", "u0", "u1"],
      [null, "u0", "u0", "u3", "u4"],
      ["gone", "u0", "u5"],
      Array.from({ length: 500 }, (_, index) => `u${(index + 1) % 500}`),
    ]) {
      const { pages } = await drawn(folderOf(write(turns(parents))));
      expect(pages).toHaveLength(1);
    }
  });

  it("agents that call each other", async () => {
    const folder = join(scratch, "agents");
    const log = new Log(id(1));
    log.prompt("Go");
    log.call("Task", { description: "a", prompt: "b", subagent_type: "c" }, "agentId: x1", { agentId: "x1" });
    put(join(folder, "-p", `${id(1)}.jsonl`), String(log));
    for (const [own, other] of [
      ["x1", "x2"],
      ["x2", "x1"],
      ["x3", "x3"],
    ] as const) {
      const agent = new Log(id(1), { isSidechain: true, agentId: own });
      agent.prompt("Go");
      agent.call("Task", { description: "a", prompt: "b", subagent_type: "c" }, `agentId: ${other}`, {
        agentId: other,
      });
      put(join(folder, "-p", id(1), "subagents", `agent-${own}.jsonl`), String(agent));
      put(
        join(folder, "-p", id(1), "subagents", `agent-${own}.meta.json`),
        JSON.stringify({ agentType: "x", toolUseId: "toolu_1" }),
      );
    }
    const { archive, pages } = await drawn(folder);
    expect(archive.sessions).toHaveLength(1);
    expect(pages.length).toBeGreaterThan(1);
  });

  it("a hundred thousand levels, in a tool's input, its result, a block, an unknown line", async () => {
    const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
    for (const nested of [deep("[", "]"), `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`]) {
      const log = new Log(id(1));
      log.prompt("Hello");
      const lines = [
        `{"type":"assistant","uuid":"x1","message":{"id":"m","content":[{"type":"tool_use","id":"t1","name":"Probe","input":${nested}}]}}`,
        `{"type":"user","uuid":"x2","toolUseResult":${nested},"message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":${nested}}]}}`,
        `{"type":"assistant","uuid":"x3","message":{"content":[{"type":"odd","a":${nested}}]}}`,
        `{"type":"never-heard-of","uuid":"x4","a":${nested}}`,
        `{"type":"user","uuid":"x5","message":{"content":${nested}}}`,
        `{"type":"attachment","uuid":"x6","attachment":${nested}}`,
        `{"type":"assistant","uuid":"x7","message":{"id":"m2","content":[{"type":"tool_use","id":"t2","name":"TodoWrite","input":{"todos":${nested}}}]}}`,
        `{"type":"assistant","uuid":"x8","message":{"id":"m3","content":[{"type":"tool_use","id":"t3","name":"AskUserQuestion","input":{"questions":${nested}}}]}}`,
        `{"type":"assistant","uuid":"x9","message":{"id":"m4","content":[{"type":"tool_use","id":"t4","name":"Edit","input":{"file_path":"a","old_string":"a","new_string":"b","more":${nested}}}]}}`,
      ];
      const { pages } = await drawn(folderOf(write(`${log}${lines.join("\n")}\n`)));
      expect(pages).toHaveLength(1);
    }
  });

  it("more bad lines than a call takes arguments, prompts under one parent, and blocks in one line", async () => {
    const many = 130_000;
    const bad = await drawn(folderOf(write(`${goodLog(id(1))}${"{\n".repeat(many)}`)));
    expect(bad.archive.diagnostics.length).toBe(many);
    expect(bad.pages).toHaveLength(1);
    const log = new Log(id(1));
    log.prompt("Hello");
    log.said(Array.from({ length: many }, () => ({ type: "text", text: "a" })));
    expect((await drawn(folderOf(write(String(log))))).pages).toHaveLength(1);
    const siblings = Array.from(
      { length: many / 2 },
      (_, index) => `{"type":"user","uuid":"s${index}","parentUuid":"u0","message":{"content":"a"}}`,
    );
    expect((await drawn(folderOf(write(`${goodLog(id(1))}${siblings.join("\n")}\n`)))).pages).toHaveLength(1);
  });
});

function parsesToObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
