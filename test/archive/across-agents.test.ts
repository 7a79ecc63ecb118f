/** Stories that span agents: by what the first prompt of the later session names, never by time. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { namedIn } from "../../src/archive/link/across-agents.ts";
import { archiveFrom, pageOf } from "../support/archive.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-across-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let homes = 0;

const first = "aaaaaaaa-0000-4000-8000-000000000001";
const second = "019e56cf-0000-7000-8000-00000000000b";
const third = "cccccccc-0000-4000-8000-000000000003";

class Home {
  readonly path = join(scratch, String(homes++));

  #write(path: string, lines: readonly unknown[]): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    writeFileSync(join(this.path, path), `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  }

  /** Claude Code, on a day of March; `writes` is a file that it writes. */
  claude(id: string, day: number, prompt: string, { writes = "", cwd = "/w/app" } = {}): this {
    const base = (minute: number, uuid: string) => ({
      sessionId: id,
      uuid,
      cwd,
      timestamp: new Date(Date.UTC(2026, 2, day, 9, minute)).toISOString(),
    });
    const input = { file_path: writes, content: "# Plan\n" };
    const use = { type: "tool_use", id: `t-${id}`, name: "Write", input };
    const result = { type: "tool_result", tool_use_id: `t-${id}`, content: "File created" };
    this.#write(`.claude/projects/-w-app/${id}.jsonl`, [
      { ...base(0, `${id}-1`), type: "user", message: { role: "user", content: prompt } },
      ...(writes === ""
        ? []
        : [
            {
              ...base(1, `${id}-2`),
              type: "assistant",
              message: { id: `m-${id}`, model: "claude-opus-4-6", role: "assistant", content: [use] },
            },
            { ...base(2, `${id}-3`), type: "user", message: { role: "user", content: [result] } },
          ]),
    ]);
    return this;
  }

  codex(id: string, day: number, prompt: string, command = "", cwd = "/w/app"): this {
    const timestamp = new Date(Date.UTC(2026, 2, day, 9)).toISOString();
    const line = (type: string, payload: unknown) => ({ timestamp, type, payload });
    const call = {
      type: "function_call",
      name: "exec_command",
      call_id: "c1",
      arguments: JSON.stringify({ cmd: command }),
    };
    this.#write(`.codex/sessions/2026/03/${String(day).padStart(2, "0")}/rollout-2026-03-01T09-00-00-${id}.jsonl`, [
      line("session_meta", { id, timestamp, cwd }),
      line("event_msg", { type: "user_message", message: prompt }),
      ...(command === "" ? [] : [line("response_item", call)]),
    ]);
    return this;
  }

  async links() {
    const { archive } = await archiveFrom([this.path]);
    return archive.chains.map(({ links }) => links.map(({ session, joinedBy, after }) => [session, joinedBy, after]));
  }
}

describe("a session follows one of another agent", () => {
  it.each([
    ["names its log", `Go on from ~/.claude/projects/-w-app/${first}.jsonl please`, "", "transcript-path"],
    [
      "reads its log first",
      "Go on where the other one stopped.",
      `tail -50 ~/.claude/projects/-w-app/${first}.jsonl`,
      "transcript-path",
    ],
    ["names its id", `Continue session ${first.toUpperCase()}.`, "", "named-session"],
  ])("whose first turn %s", async (_, prompt, command, by) => {
    const home = new Home().claude(first, 1, "Sort the tides").codex(second, 2, prompt, command);
    expect(await home.links()).toEqual([
      [
        [first, "start", undefined],
        [second, by, first],
      ],
    ]);
  });

  it("and the other way round, with words for it on the page", async () => {
    const path = `rollout-2026-03-01T09-00-00-${second}.jsonl`;
    const home = new Home()
      .codex(second, 1, "Sort the tides")
      .claude(first, 2, `Read .codex/sessions/2026/03/01/${path}`);
    expect(await home.links()).toEqual([
      [
        [second, "start", undefined],
        [first, "transcript-path", second],
      ],
    ]);
    const { archive } = await archiveFrom([home.path]);
    expect(pageOf(archive, first as never)).toContain("names the transcript it follows");
  });

  it("that wrote the plan which its prompt names", async () => {
    const home = new Home()
      .claude(first, 1, "Plan it", { writes: "/w/app/docs/plan-tides.md" })
      .codex(second, 2, "Implement @docs/plan-tides.md, all of it.");
    expect(await home.links()).toEqual([
      [
        [first, "start", undefined],
        [second, "plan-file", first],
      ],
    ]);
  });
});

describe("nothing is a link", () => {
  it.each<[string, Home]>([
    ["that is close in time only", new Home().claude(first, 1, "Sort the tides").codex(second, 1, "Sort the tides")],
    ["that names what comes later", new Home().codex(second, 1, `Continue session ${first}`).claude(first, 2, "Sort")],
    [
      "that names two",
      new Home()
        .claude(first, 1, "Sort")
        .claude(third, 1, "Sort more")
        .codex(second, 2, `Compare ${first} with ${third}`),
    ],
    [
      "that names a document which is no plan",
      new Home().claude(first, 1, "Write", { writes: "/w/app/README.md" }).codex(second, 2, "Read README.md"),
    ],
    [
      "that names a plan of another project",
      new Home()
        .claude(first, 1, "Plan", { writes: "/w/other/PLAN.md", cwd: "/w/other" })
        .codex(second, 2, "Implement PLAN.md"),
    ],
    [
      "that the same agent has written since",
      new Home()
        .claude(first, 1, "Plan", { writes: "/w/app/PLAN.md" })
        .claude(third, 2, "Implement PLAN.md, then note what is left", { writes: "/w/app/PLAN.md" }),
    ],
  ])("%s", async (_, home) => {
    expect(await home.links()).toEqual([]);
  });
});

it("names are taken out of words and commands", () => {
  expect(namedIn("Do it.", ["ls"])).toBeUndefined();
  expect(
    namedIn(`See "~/.copilot/session-state/${first}/events.jsonl" and ./PLAN.md`, ["cat a/rollout-X.jsonl.zst"]),
  ).toEqual({
    ids: [first],
    logs: [`${first}/events.jsonl`, "rollout-x.jsonl"],
    documents: ["PLAN.md"],
  });
});
