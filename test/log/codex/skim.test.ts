/** Who only counts skims Codex's logs: entries are those of the whole lines, but for what says that it was left out. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFile, skimFile } from "../../../src/log/read-log.ts";
import { LeftOut } from "../../../src/log/skim/index.ts";
import { discoverAll } from "../../../src/store/discover.ts";
import { fixtures } from "../../support/archive.ts";
import { differences, leftOutIn, ofCodex } from "../../support/skimmed.ts";
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
  started,
} from "./rollout.ts";

function fileOf(content: string) {
  const [file] = discoverAll([home({ [rolloutName("t1")]: content })], undefined).files;
  if (file === undefined) throw new Error("no log");
  return file;
}

/** How much was left out; 0 too where reading itself asks for something that was, and all is read whole. */
function expectSame(content: string): number {
  const file = fileOf(content);
  try {
    const skimmed = skimFile(file);
    expect(differences(skimmed, readFile(file), ofCodex)).toEqual([]);
    return leftOutIn(skimmed.entries);
  } catch (error) {
    if (error instanceof LeftOut) return 0;
    throw error;
  }
}

const some = (...records: readonly Logged[]): string =>
  log(meta("t1"), started("a"), context({ turn_id: "a", cwd: "/home/dev" }), ...prompt("Go"), ...records);

const thought = (fields: object = {}) =>
  item("reasoning", { summary: [], content: null, encrypted_content: "gAAAA", ...fields });
const ran = [call("c1", "exec_command", { cmd: "ls" }), output("c1", "Process exited with code 1\nOutput:\nx")];

describe("a skimmed log of Codex's", () => {
  it("keeps calls, thoughts and counts, and says what it left out", () => {
    const file = fileOf(some(thought(), ...ran, counts([9, 4, 3], [9, 4, 3]), ...answer("Done")));
    const [skimmed, whole] = [skimFile(file), readFile(file)];
    expect(skimmed.entries.map(({ id, kind, time }) => [id, kind, time])).toEqual(
      whole.entries.map(({ id, kind, time }) => [id, kind, time]),
    );
    const uses = skimmed.entries.flatMap((entry) => (entry.kind === "assistant" ? entry.blocks : []));
    const use = uses.find((block) => block.kind === "use");
    expect(use).toMatchObject({ id: "c1", name: "exec_command" });
    expect(() => use?.kind === "use" && use.input).toThrow(LeftOut);
    expect(() => use?.kind === "use" && use.as).toThrow(LeftOut);
    const result = skimmed.entries.find((entry) => entry.kind === "user" && entry.blocks[0]?.kind === "result");
    if (result?.kind !== "user" || result.blocks[0]?.kind !== "result") throw new Error("no result");
    const [block] = result.blocks;
    expect(() => block.text).toThrow(LeftOut);
    expect(() => block.isError).toThrow(LeftOut);
    expect(() => block.ended).toThrow(LeftOut);
    expect(() => result.details).toThrow(LeftOut);
  });

  it("passes over what is only said again, and over nothing else", () => {
    const [one, two] = [counts([9, 4, 3], [9, 4, 3]), counts([19, 4, 3], [10, 0, 0])];
    const odd = event("token_count", { info: { total_token_usage: { input_tokens: 1.5 } } });
    const limited = event("token_count", { info: { total_token_usage: { input_tokens: 30 } }, rate_limits: { a: 1 } });
    const again = event("token_count", { info: { total_token_usage: { input_tokens: 30 } }, rate_limits: { a: 2 } });
    const [here, there] = [context({ turn_id: "a", cwd: "/home/dev" }), context({ turn_id: "b", cwd: "/home/é" })];
    for (const lines of [
      [one, one, two, two, one],
      [one, odd, one, odd, odd, one],
      [limited, again, one, again, limited],
      [here, here, there, there, here, one, there, two],
      [event("token_count", { info: null }), one, event("token_count", { info: null, rate_limits: null }), one],
    ])
      expectSame(some(...lines, ...answer("Done"), ...ran, ...lines, ended("a")));
  });

  it("is what the whole log is where lines are odd", () => {
    const lines: readonly Logged[] = [
      thought({ summary: [{ type: "summary_text", text: "Think" }] }),
      thought({ id: "rs_1" }),
      thought({ encrypted_content: "" }),
      thought({ content: [], text: "Aloud" }),
      call("c2", "mé", {}),
      item("function_call", { name: "list", namespace: "mcp__files__", arguments: "{}", call_id: "c3" }),
      item("function_call", { name: "list", arguments: "{}", id: "c4" }),
      item("function_call", { name: "list", arguments: "{}", call_id: " ", id: "c5" }),
      item("function_call", { arguments: "{}", call_id: "c6" }),
      output("c2", [{ type: "input_text", text: "x" }]),
      output("c3", { content: "x", success: false }),
      output("lost", "x"),
      item("custom_tool_call", { call_id: "c7", name: "apply_patch", input: "*** Begin Patch" }),
      event("patch_apply_end", { call_id: "c7", success: true, stdout: "Done", changes: {} }),
      item("custom_tool_call_output", { call_id: "c7", output: "Done" }),
      { ...item("function_call_output", { call_id: "c6", output: "x" }), ordinal: 7 },
      { ...item("function_call_output", { call_id: "c6", output: "x" }), timestamp: "2026-05-30T18:00:00Z" },
      { payload: { type: "function_call_output", call_id: "c6", output: "x" }, type: "response_item" },
      '{"timestamp":"2026-05-23T18:00:40.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c6","output":"\\x"}}',
      '{"timestamp":"2026-05-23T18:00:40.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c6","call_id":"c7","output":1}}',
      '{"timestamp":"2026-05-23T18:00:40.000Z","type":"response_item","payload":{"call_id":"c6","type":"function_call_output","output":""}} ',
      '{"timestamp":"2026-05-23T18:00:40.000Z","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":05}}}}',
    ];
    for (const line of lines) expectSame(some(line, ...ran, line, ...answer("Done")));
    const all = some(...lines, ...ran, counts([9, 4, 3], [9, 4, 3]), ...answer("Done"), ended("a"));
    expect(expectSame(all)).toBeGreaterThan(20);
    expectSame(all.replaceAll("\n", "\r\n"));
    for (let length = all.length - 400; length < all.length; length += 11) expectSame(all.slice(0, length));
  });

  it("is what the whole log is in every fixture", () => {
    const folder = join(fixtures, "agents/home/.codex/sessions");
    const logs = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
    expect(logs.length).toBeGreaterThan(1);
    const left = logs.map((name) => expectSame(readFileSync(join(folder, name), "utf8")));
    expect(Math.max(...left)).toBeGreaterThan(0);
  });
});
