import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readings } from "../support/readings.ts";
import { run } from "../support/run.ts";
import { kinds } from "./kinds.ts";
import { randomFrom } from "./random.ts";

/** One secret of each kind, in every place of a log that a site shows. */
const random = randomFrom(77);
const planted: string[] = [];
let scratch = "";
let site = "";

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "annals-planted-"));
  const folder = join(scratch, "logs/-home-ines-tidemark");
  mkdirSync(folder, { recursive: true });
  const lines = kinds.flatMap((kind, index) => turn(index, secretText(kind, index)));
  writeFileSync(
    join(folder, "22222222-2222-4222-8222-222222222222.jsonl"),
    `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
  );
  const built = run(scratch, ["build", "logs", "-o", "site", "--quiet", "--redact-output", "report.json"]);
  expect(built.stderr).toBe("");
  expect(built.code).toBe(0);
  site = join(scratch, "site");
}, 300_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Kinds without a format of their own are found by their label. */
function secretText(kind: (typeof kinds)[number], index: number): string {
  const secret = kind.make(random);
  planted.push(secret);
  return kind.isOwn && index % 2 === 0 ? `use ${secret} for it` : `export DEPLOY_API_KEY="${secret}"`;
}

function turn(index: number, text: string): object[] {
  const time = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
  const id = (part: string): string => `${String(index).padStart(8, "0")}-0000-4000-8000-0000000000${part}`;
  const common = {
    sessionId: "22222222-2222-4222-8222-222222222222",
    cwd: "/home/ines/tidemark",
    timestamp: time,
    version: "2.1.100",
  };
  const user = (part: string, content: unknown, more: object = {}) => ({
    type: "user",
    uuid: id(part),
    ...common,
    message: { role: "user", content },
    ...more,
  });
  const assistant = (part: string, block: object) => ({
    type: "assistant",
    uuid: id(part),
    ...common,
    message: {
      id: `msg_${index}_${part}`,
      role: "assistant",
      model: "claude-opus-4-6",
      content: [block],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  });
  const call = (part: string, name: string, input: object) =>
    assistant(part, { type: "tool_use", id: `toolu_${index}_${part}`, name, input });
  const result = (part: string, of: string, content: string, details: object) =>
    user(part, [{ type: "tool_result", tool_use_id: `toolu_${index}_${of}`, content }], { toolUseResult: details });
  const half = Math.floor(text.length / 2);
  const places: readonly (() => object[])[] = [
    () => [user("01", text)],
    () => [user("01", "Go on"), assistant("02", { type: "text", text: `It says:\n\n\`\`\`\n${text}\n\`\`\`` })],
    () => [user("01", "Go on"), assistant("02", { type: "thinking", thinking: text })],
    () => [
      user("01", "Go on"),
      call("02", "Bash", { command: `curl -H '${text}'` }),
      result("03", "02", text, { stdout: text, stderr: "" }),
    ],
    () => {
      const coloured = `\u001b[31m${text.slice(0, half)}\u001b[0m${text.slice(half)}`;
      return [
        user("01", "Go on"),
        call("02", "Bash", { command: "env" }),
        result("03", "02", coloured, { stdout: coloured, stderr: "" }),
      ];
    },
    () => {
      const patch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["-old", `+${text}`] }];
      const input = { file_path: "/home/ines/tidemark/.env", old_string: "old", new_string: text };
      return [
        user("01", "Go on"),
        call("02", "Edit", input),
        result("03", "02", "ok", { filePath: "/home/ines/tidemark/.env", structuredPatch: patch }),
      ];
    },
    () => [
      user("01", "Go on"),
      call("02", "mcp__vault__get", { query: { nested: [text] } }),
      result("03", "02", JSON.stringify({ value: text }), {}),
    ],
    () => [{ type: "ai-title", aiTitle: text, sessionId: common.sessionId }, user("01", "Go on")],
    () => [
      user("01", "Go on"),
      call("02", "TaskCreate", { subject: text, description: text }),
      result("03", "02", "Task #1", { task: { id: "1" } }),
    ],
    () => [{ type: "invented", uuid: id("01"), ...common, note: text }],
    () => {
      const first = `<system-reminder>${text}</system-reminder>`;
      const last = `<system-reminder>\nOnce more:\n${text}\n</system-reminder>`;
      return [
        user("01", "Go on"),
        call("02", "Bash", { command: "env" }),
        result("03", "02", `${first}\nok\n\n${last}`, { stdout: "ok", stderr: "" }),
      ];
    },
    () => [
      user("01", "Go on"),
      call("02", "Bash", { command: "env" }),
      result("03", "02", `<persisted-output>\nToo large: ${text}\n\nPreview (first 2KB):\nok\n</persisted-output>`, {}),
    ],
  ];
  return places[index % places.length]?.() ?? [];
}

it(`leaves none of the ${kinds.length} planted secrets in any file, the search index unpacked`, () => {
  const found = new Set<string>();
  let files = 0;
  for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files++;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    for (const text of readings(bytes)) {
      for (const secret of planted)
        if (text.includes(secret)) found.add(`${entry.name}: kind ${kinds[planted.indexOf(secret)]?.id}`);
    }
  }
  expect([...found]).toEqual([]);
  expect(files).toBeGreaterThan(10);
});

it("tells what was taken out and where, without any of it", () => {
  const report = readFileSync(join(scratch, "report.json"), "utf8");
  expect(JSON.parse(report).total).toBeGreaterThan(planted.length / 2);
  expect(planted.filter((secret) => report.includes(secret))).toEqual([]);
});

it("annals check names rule, file and line and exits with 1, on logs; a clean site with 0", () => {
  const logs = run(scratch, ["check", "logs"]);
  expect(logs.code).toBe(1);
  expect(logs.stdout).toMatch(/22222222-2222-4222-8222-222222222222\.jsonl:\d+ {2}\S+ {2}/);
  expect(planted.filter((secret) => logs.stdout.includes(secret))).toEqual([]);
  expect(run(scratch, ["check", "site"]).code).toBe(0);
});

it("annals check names the line that holds it: the call's or the result's, each once", () => {
  const [inCall, inResult] = [random.text(30), random.text(30)];
  const [prompt, call, result] = turn(3, "x") as [object, { message: { content: { input: object }[] } }, object];
  (call.message.content[0] as { input: object }).input = { command: `DEPLOY_TOKEN=${inCall} make` };
  const said = `API_SECRET=${inResult}`;
  const ended = { ...result, toolUseResult: { stdout: said, stderr: "" } };
  const block = { type: "tool_result", tool_use_id: "toolu_3_02", content: said };
  const lines = [prompt, call, { ...ended, message: { role: "user", content: [block] } }];
  mkdirSync(join(scratch, "few/-home-ines-few"), { recursive: true });
  writeFileSync(
    join(scratch, "few/-home-ines-few/33333333-3333-4333-8333-333333333333.jsonl"),
    `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
  );
  const { stdout } = run(scratch, ["check", "few"]);
  const places = [...stdout.matchAll(/jsonl:(\d+) {2}.* {2}(\w+)(?: {2}×(\d+))?$/gm)].map(([, ...place]) => place);
  expect(places).toEqual([
    ["2", "call", undefined],
    ["3", "result", undefined],
  ]);
});
