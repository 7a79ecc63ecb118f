/** `annals blame`: which file is meant, and what is said where none is. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { annals, complaint, put, session } from "./in-process.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-blame-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const long = `${"l".repeat(240)}/${"m".repeat(60)}.ts`;
const names = ["src/a.ts", "src/A.ts", "src/a b#c%20.ts", "文件/日本.ts", "lib/deep/b.ts", "only.ts", long];

beforeAll(() => {
  write(1, "/work/tide", [...names.map((name) => `/work/tide/${name}`), "/etc/outside.conf"]);
  write(2, "/work/moon", ["/work/moon/src/a.ts"]);
});

/** A session that writes the files, each with its own path as its text. */
function write(index: number, cwd: string, paths: readonly string[]): void {
  const id = session(index);
  const shared = { sessionId: id, cwd, version: "2.1.0", userType: "external", isSidechain: false };
  const lines: object[] = [];
  const add = (type: string, message: object, more: object = {}): void => {
    const [timestamp, count] = [`2026-02-10T09:00:${String(lines.length).padStart(2, "0")}Z`, lines.length];
    const parentUuid = count === 0 ? null : `${index}-${count - 1}`;
    lines.push({ ...shared, type, uuid: `${index}-${count}`, parentUuid, timestamp, message, ...more });
  };
  add("user", { role: "user", content: "Write them" });
  for (const [at, path] of paths.entries()) {
    const [tool, content] = [`toolu_${index}_${at}`, `${path}\n`];
    const input = { file_path: path, content };
    const use = { type: "tool_use", id: tool, name: "Write", input };
    add("assistant", { id: `msg_${index}_${at}`, role: "assistant", model: "claude-opus-4-6", content: [use] });
    const result = { type: "tool_result", tool_use_id: tool, content: `File created successfully at: ${path}` };
    add(
      "user",
      { role: "user", content: [result] },
      { toolUseResult: { type: "create", filePath: path, content, originalFile: null, structuredPatch: [] } },
    );
  }
  put(join(scratch, cwd.replaceAll("/", "-"), `${id}.jsonl`), lines.map((line) => JSON.stringify(line)).join("\n"));
}

describe("annals blame", () => {
  it.each([
    ["src/A.ts", "src/A.ts"],
    ["./src/A.ts", "src/A.ts"],
    ["src/a b#c%20.ts", "src/a b#c%20.ts"],
    ["文件/日本.ts", "文件/日本.ts"],
    [long, long],
    ["b.ts", "lib/deep/b.ts"],
    ["lib\\deep\\b.ts", "lib/deep/b.ts"],
    ["lib/x/../deep/b.ts", "lib/deep/b.ts"],
    ["/work/tide/lib/../lib/deep/b.ts", "lib/deep/b.ts"],
  ])("finds %s", async (named, file) => {
    const { code, stdout } = await annals("blame", named, scratch);
    expect(stdout).toContain(`/work/tide/${file}`);
    expect(stdout).toContain("Write them");
    expect(code).toBe(0);
  });

  it("finds a file outside of its project, and one of two by its whole path", async () => {
    expect((await annals("blame", "/etc/outside.conf", scratch)).stdout).toContain("/etc/outside.conf");
    expect((await annals("blame", "/work/moon/src/a.ts", scratch)).stdout).toContain("/work/moon/src/a.ts");
  });

  it.each([
    ["nope.ts", 'No session of these logs changed a file "nope.ts".'],
    ["../a.ts", 'No session of these logs changed a file "../a.ts".'],
    ["ONLY.ts", 'No session of these logs changed a file "ONLY.ts".'],
    ["lib", 'No session of these logs changed a file "lib"; as a folder it holds lib/deep/b.ts of tide.'],
    ["/work/moon/", 'No session of these logs changed a file "/work/moon/"; as a folder it holds src/a.ts of moon.'],
    ["", "annals blame needs a file: annals blame src/app.ts [SOURCE…]."],
    [
      "src/a.ts",
      '"src/a.ts" is 2 files: src/a.ts of moon, src/a.ts of tide; name one with its folders or with --project.',
    ],
  ])("says in one sentence that nothing is meant by %j", async (named, sentence) => {
    const ran = await annals("blame", named, scratch);
    expect(complaint(ran)).toBe(`annals: ${sentence}`);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
  });
});
