/** Texts of files replayed from edits: exact, or broken with a reason. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fileHistory } from "../../src/archive/file-history.ts";
import { type LogArchive, readArchive } from "../../src/archive/index.ts";
import type { FileHistory } from "../../src/model/file-history.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-replay-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Input = Readonly<Record<string, unknown>>;

/** Lines of a log: prompts and calls with what came back, a minute apart. */
class Log {
  readonly #lines: object[] = [];
  readonly #id: string;
  readonly #day: string;
  readonly #ids: (count: number) => string;
  #count = 0;
  #minutes = 0;
  #parent: string | null = null;

  constructor(id: string, day: string, ids = (count: number): string => `toolu_${id}_${count}`) {
    this.#id = id;
    this.#day = day;
    this.#ids = ids;
  }

  /** The clock is set, and what follows is so many minutes later. */
  later(minutes: number): this {
    this.#minutes += minutes;
    return this;
  }

  /** What `then` adds is left behind by a rewind to before it. */
  leftBehind(then: (log: this) => void): this {
    const before = this.#parent;
    then(this);
    this.#parent = before;
    return this;
  }

  #add(type: string, message: object, more: object = {}): void {
    const uuid = `${this.#id}-${++this.#count}`;
    const timestamp = new Date(
      Date.parse(`${this.#day}T10:00:00Z`) + (this.#count + this.#minutes) * 60_000,
    ).toISOString();
    this.#lines.push({
      ...{ type, uuid, parentUuid: this.#parent, sessionId: this.#id, timestamp, cwd: "/work/tide", version: "2.1.0" },
      ...{ isSidechain: false, userType: "external", message, ...more },
    });
    this.#parent = uuid;
  }

  prompt(content: string): this {
    this.#add("user", { role: "user", content });
    return this;
  }

  call(name: string, input: Input, details: Input | string | undefined, isError = false, said = "ok"): this {
    const id = this.#ids(this.#count);
    this.#add("assistant", {
      ...{ id: `msg_${this.#id}_${this.#count}`, role: "assistant", model: "claude-opus-4-6" },
      content: [{ type: "tool_use", id, name, input }],
    });
    if (details === undefined) return this;
    const content = [
      {
        type: "tool_result",
        tool_use_id: id,
        content: typeof details === "string" && said === "ok" ? details : said,
        is_error: isError,
      },
    ];
    this.#add("user", { role: "user", content }, { toolUseResult: details });
    return this;
  }

  write(path: string, content: string): this {
    return this.call(
      "Write",
      { file_path: path, content },
      { type: "create", filePath: path, content, originalFile: null },
    );
  }

  edit(path: string, before: string, after: string, originalFile: string | null = null, more: Input = {}): this {
    return this.call(
      "Edit",
      { file_path: path, old_string: before, new_string: after, replace_all: more === all },
      { filePath: path, oldString: before, newString: after, originalFile, ...more },
    );
  }

  text(): string {
    return `${this.#lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  }
}

let made = 0;
async function archiveOf(...logs: readonly Log[]): Promise<LogArchive> {
  const folder = join(scratch, String(++made), "-work-tide");
  const { mkdirSync } = await import("node:fs");
  mkdirSync(folder, { recursive: true });
  logs.forEach((log, at) => {
    writeFileSync(join(folder, `0000000${at}-0000-4000-8000-000000000000.jsonl`), log.text());
  });
  return readArchive({ sources: [folder], title: "", timeZone: "UTC" });
}

async function historyOf(path: string, ...logs: readonly Log[]): Promise<FileHistory> {
  const archive = await archiveOf(...logs);
  const file = archive.files.find((each) => each.path === path);
  if (file === undefined) throw new Error(`no file ${path}: ${archive.files.map((each) => each.path)}`);
  return fileHistory(file, archive, archive.digest);
}

/** Of an edit that replaces every place. */
const all: Input = { replaceAll: true };
const one = (): Log => new Log("00000000-0000-4000-8000-000000000000", "2026-01-05");
const two = (): Log => new Log("00000001-0000-4000-8000-000000000000", "2026-01-06");
const a = "/work/tide/src/a.ts";
const who = ({ blame }: FileHistory) => blame?.lines.map(({ text, prompt }) => [text, prompt?.turn?.title ?? "–"]);

describe("blame", () => {
  it("names the prompt of each line, over sessions", async () => {
    const history = await historyOf(
      "src/a.ts",
      one().prompt("Begin").write(a, "one\ntwo\nthree\n").prompt("Change two").edit(a, "two", "2", "one\ntwo\nthree\n"),
      two().prompt("Add four").edit(a, "three\n", "three\nfour\n", "one\n2\nthree\n"),
    );
    expect(who(history)).toEqual([
      ["one", "Begin"],
      ["2", "Change two"],
      ["three", "Begin"],
      ["four", "Add four"],
    ]);
    expect(history.blame).toMatchObject({ replayed: 3, edits: 3, gaps: [] });
    expect(history.edits.map(({ number }) => number)).toEqual([3, 2, 1]);
  });

  it("leaves lines to nobody that changed between two edits, and goes on", async () => {
    const history = await historyOf(
      "src/a.ts",
      one().prompt("Begin").write(a, "one\ntwo\n"),
      two().prompt("Then").edit(a, "two", "2", "one by hand\ntwo\n"),
    );
    expect(who(history)).toEqual([
      ["one by hand", "–"],
      ["2", "Then"],
    ]);
    expect(history.blame?.gaps).toMatchObject([{ lines: 1, after: { number: 1 }, before: { number: 2 } }]);
  });

  it("says so where the file was there before", async () => {
    const history = await historyOf("src/a.ts", one().prompt("Then").edit(a, "two", "2", "one\ntwo\n"));
    expect(who(history)).toEqual([
      ["one", "–"],
      ["2", "Then"],
    ]);
    expect(history.blame?.gaps[0]?.after).toBeUndefined();
  });

  it("gives lines back to their prompts where a text is put back", async () => {
    const history = await historyOf(
      "src/a.ts",
      one().prompt("Begin").write(a, "one\ntwo\n"),
      two().prompt("Spoil").edit(a, "one\ntwo", "none", "one\ntwo\n").prompt("Again").edit(a, "two", "2", "one\ntwo\n"),
    );
    expect(who(history)).toEqual([
      ["one", "Begin"],
      ["2", "Again"],
    ]);
  });

  it("ignores edits that failed", async () => {
    const log = one().prompt("Begin").write(a, "one\n");
    log.call("Edit", { file_path: a, old_string: "x", new_string: "y" }, "Error: String to replace not found", true);
    const history = await historyOf("src/a.ts", log);
    expect(who(history)).toEqual([["one", "Begin"]]);
    expect(history.edits.map(({ edit }) => edit.outcome)).toEqual(["failed", "ok"]);
  });

  it("is absent where no whole text is known", async () => {
    expect((await historyOf("src/a.ts", one().prompt("Begin").edit(a, "two", "2"))).blame).toBeUndefined();
  });

  it.each([
    ["not-found", (log: Log) => log.edit(a, "nowhere", "2")],
    ["no-result", (log: Log) => log.call("Edit", { file_path: a, old_string: "one", new_string: "1" }, undefined)],
    ["changed-by-person", (log: Log) => log.edit(a, "one", "1", "one\ntwo\n", { userModified: true })],
    ["looked-again", (log: Log) => log.call("Read", { file_path: a }, { type: "text", file: {} }).edit(a, "one", "1")],
    [
      "other-result",
      (log: Log) =>
        log.edit(a, "one", "1", "one\ntwo\n", {
          structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["-one", "+another"] }],
        }),
    ],
  ])("stops at an edit and says %s", async (reason, then) => {
    const { blame } = await historyOf("src/a.ts", then(one().prompt("Begin").write(a, "one\ntwo\n").prompt("Then")));
    expect(blame?.stop?.reason).toBe(reason);
    expect(blame?.lines.map(({ text }) => text)).toEqual(["one", "two"]);
  });
});

describe("blame names no wrong prompt", () => {
  it("for what a rewind left behind in the file: its own prompt wrote it", async () => {
    const log = one().prompt("Begin").write(a, "one\ntwo\n");
    log.leftBehind((gone) => gone.prompt("Left behind").edit(a, "two\n", "two\nleft\n", "one\ntwo\n"));
    log.prompt("Kept").edit(a, "one\n", "one\nkept\n", "one\ntwo\nleft\n");
    const history = await historyOf("src/a.ts", log);
    expect(who(history)).toEqual([
      ["one", "Begin"],
      ["kept", "Kept"],
      ["two", "Begin"],
      ["left", "Left behind"],
    ]);
    expect(history.edits.map(({ turn }) => turn?.title)).toEqual(["Kept", "Left behind", "Begin"]);
  });

  it("where two sessions number their calls alike", async () => {
    const numbered = (log: string, day: string): Log => new Log(log, day, (count) => `call_${count}`);
    const history = await historyOf(
      "src/a.ts",
      numbered("00000000-0000-4000-8000-000000000000", "2026-01-05").prompt("Begin").write(a, "one\ntwo\n"),
      numbered("00000001-0000-4000-8000-000000000000", "2026-01-06")
        .prompt("Then")
        .edit(a, "two\n", "two\nthree\n", "one\ntwo\n"),
    );
    expect(who(history)).toEqual([
      ["one", "Begin"],
      ["two", "Begin"],
      ["three", "Then"],
    ]);
    expect(history.blame).toMatchObject({ replayed: 2, edits: 2 });
  });

  it("where one session gives two calls the same id", async () => {
    const log = new Log("00000000-0000-4000-8000-000000000000", "2026-01-05", () => "call_0");
    log.prompt("Begin").write(a, "one\ntwo\n").prompt("Then").edit(a, "two\n", "two\nthree\n", "one\ntwo\n");
    const history = await historyOf("src/a.ts", log);
    expect(who(history)?.map(([, prompt]) => prompt)).toEqual(["Begin", "Begin", "Then"]);
    expect(history.edits).toHaveLength(2);
  });

  const begun = (): Log => one().prompt("Begin").write(a, "one\ntwo\n");
  const content = "one\ntwo\nby hand\nthree\n";
  const patch = [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 4, lines: [" one", " two", " by hand", "+three"] }];
  it.each([
    ["nothing of it", undefined, ["Begin", "Begin", "Then", "Then"]],
    [
      "what it changed",
      { type: "update", originalFile: null, structuredPatch: patch },
      ["Begin", "Begin", "–", "Then"],
    ],
  ])("where a file is written anew and the log has %s", async (_, details, expected) => {
    const then = two()
      .prompt("Then")
      .call("Write", { file_path: a, content }, details ?? "The file has been updated.");
    expect(who(await historyOf("src/a.ts", begun(), then))?.map(([, prompt]) => prompt)).toEqual(expected);
  });

  it("where the agent saw what somebody had added before it wrote the file anew", async () => {
    const log = begun().prompt("Then");
    const file = { content: "one\ntwo\nby hand", numLines: 3, startLine: 1, totalLines: 3 };
    log.call("Read", { file_path: a }, { type: "text", file }, false, "     1→one\n     2→two\n     3→by hand");
    log.call("Write", { file_path: a, content }, "The file has been updated.");
    expect(who(await historyOf("src/a.ts", log))?.map(([, prompt]) => prompt)).toEqual(["Begin", "Begin", "–", "Then"]);
  });

  it("for lines that stand between thousands that one edit changed", async () => {
    const lines = (word: string): string =>
      Array.from({ length: 2600 }, (_, at) => (at % 2 === 0 ? `${word} ${at}` : `line ${at}`)).join("\n");
    const log = one().prompt("Begin").write(a, lines("old")).prompt("Rename");
    log.edit(a, "old", "new", lines("old"), all);
    const history = await historyOf("src/a.ts", log);
    const found = who(history) ?? [];
    expect(found).toHaveLength(2600);
    expect(found.filter(([text, prompt]) => (prompt === "Rename") !== text?.startsWith("new"))).toEqual([]);
  });

  it("where the clock was set back, or two sessions wrote in turn", async () => {
    const back = begun().later(-500).prompt("Then").edit(a, "two\n", "two\nthree\n", "one\ntwo\n");
    const history = await historyOf("src/a.ts", back);
    expect(who(history)?.map(([, prompt]) => prompt)).toEqual(["Begin", "Begin", "Then"]);
    expect(history.edits.map(({ turn }) => turn?.title)).toEqual(["Then", "Begin"]);

    const first = begun().later(5000).prompt("Last").edit(a, "two\n", "two\nlast\n", "one\ntwo\n");
    const between = two().prompt("Between").edit(a, "two\n", "two\nthrown away\n", "one\ntwo\n");
    expect(who(await historyOf("src/a.ts", first, between))?.map(([text]) => text)).toEqual(["one", "two", "last"]);
  });

  it("and stops where the last edit was interrupted", async () => {
    const log = begun().prompt("Then");
    log.call(
      "Edit",
      { file_path: a, old_string: "two", new_string: "2" },
      "[Request interrupted by user for tool use]",
    );
    const { blame } = await historyOf("src/a.ts", log);
    expect(blame?.stop?.reason).toBe("no-result");
  });
});

describe("a file's history", () => {
  it("joins worktrees and counts reads", async () => {
    const tree = "/work/tide/.claude/worktrees/fix/src/a.ts";
    const archive = await archiveOf(
      one().prompt("Begin").write(a, "one\n"),
      two().prompt("Then").write(tree, "two\n").call("Read", { file_path: a }, { type: "text", file: {} }),
    );
    expect(archive.files).toMatchObject([{ path: "src/a.ts", edits: 2, reads: 1, sessions: { length: 2 } }]);
  });

  it("names files that the same prompts changed, and corrections", async () => {
    const b = "/work/tide/src/b.ts";
    const log = one().prompt("Begin").write(a, "const first = 1;\n").write(b, "b\n");
    log.prompt("No, call it last").edit(a, "const first = 1;", "const last = 1;", "const first = 1;\n");
    const history = await historyOf("src/a.ts", log);
    expect(history.together).toMatchObject([{ file: { path: "src/b.ts" }, times: 1 }]);
    expect(history.edits[0]?.corrects).toEqual({ afterMs: 5 * 60_000 });
  });
});
