/** Lines that hold who the person is: e-mail, git name, account, organisation. They never leave the log, redacted or not. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readings } from "../support/readings.ts";
import { run } from "../support/run.ts";

const session = "44444444-4444-4444-8444-444444444444";
const planted = {
  email: "ottilie.lockkeeper@private-harbour.test",
  gitName: "Ottilie Lockkeeper",
  organisation: "5e0f5e0f-aaaa-4bbb-8ccc-111122223333",
  account: "5e0f5e0f-aaaa-4bbb-8ccc-444455556666",
  bridge: "bridge-7f3a9c1e5b2d",
  owner: "5e0f5e0f-aaaa-4bbb-8ccc-777788889999",
  // Not private, but of no use on a page: a client's own prompt is hundreds of kilobytes.
  prompt: "Herewith the wholly confidential barnacle prompt",
} as const;

let last = 0;
const common = { sessionId: session, cwd: "/srv/tidemark", version: "2.1.289", isSidechain: false };
const line = (type: string, more: object) => ({
  type,
  uuid: `55555555-0000-4000-8000-${String(++last).padStart(12, "0")}`,
  parentUuid: null,
  timestamp: new Date(Date.UTC(2026, 9, 2) + last * 1000).toISOString(),
  ...common,
  ...more,
});
const attachment = (type: string, more: object) => line("attachment", { attachment: { type, ...more } });
const said = `<system-reminder>userEmail: ${planted.email}, git user ${planted.gitName}</system-reminder>`;

function personal(): object[] {
  const context = { userEmail: planted.email, gitStatus: `Git user: ${planted.gitName}\nM tides.ts` };
  return [
    attachment("session_context", { context, rendered: [{ content: said }], renderedRole: "user" }),
    attachment("credential_org", { organizationUuid: planted.organisation }),
    { type: "artifact-autoreact-ledger", sessionId: session, v: 1, artifacts: [], accountUuid: planted.account },
    {
      type: "bridge-session",
      sessionId: session,
      bridgeSessionId: planted.bridge,
      ownerAccountUuid: planted.account,
      ownerOrganizationUuid: planted.owner,
    },
    attachment("prompt_snapshot", { systemPrompt: Array(5000).fill(planted.prompt), tools: [], cliPrefix: "x" }),
    attachment("instructions", { files: [{ path: "/srv/CLAUDE.md", type: "User", content: planted.prompt }] }),
    attachment("nested_memory", { path: "/srv/a", content: { content: planted.prompt }, displayPath: "a" }),
    attachment("deferred_tools_record", { entries: [{ name: "Cron", description: planted.prompt }] }),
  ];
}

const user = (content: unknown) => line("user", { message: { role: "user", content } });
const assistant = (...content: object[]) =>
  line("assistant", {
    message: { id: `msg_${last}`, role: "assistant", model: "claude-opus-5-5", content, usage: { output_tokens: 1 } },
  });

/** In the session, in an agent's own file, and in a line of an agent that only the session's file repeats. */
function write(logs: string): void {
  const folder = join(logs, "-srv-tidemark");
  const agents = join(folder, session, "subagents");
  mkdirSync(agents, { recursive: true });
  const call = {
    type: "tool_use",
    id: "toolu_1",
    name: "Agent",
    input: { description: "Look", prompt: "Look around" },
  };
  const progress = [user("Look closer"), assistant({ type: "text", text: "I looked." }), ...personal()].map((message) =>
    line("progress", { parentToolUseID: "toolu_2", data: { type: "agent_progress", agentId: "b22", message } }),
  );
  const main = [...personal(), user("Sort the tides"), assistant(call), ...progress, ...personal()];
  const own = [user("Look around"), ...personal(), assistant({ type: "text", text: "All is well." })];
  const text = (lines: readonly object[]) => `${lines.map((each) => JSON.stringify(each)).join("\n")}\n`;
  writeFileSync(join(folder, `${session}.jsonl`), text(main));
  writeFileSync(
    join(agents, "agent-a11.jsonl"),
    text(own.map((each) => ({ ...each, isSidechain: true, agentId: "a11" }))),
  );
  writeFileSync(join(agents, "agent-a11.meta.json"), JSON.stringify({ agentType: "Explore", toolUseId: "toolu_1" }));
}

let scratch = "";
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "annals-private-"));
  write(join(scratch, "logs"));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const holding = (text: string): string[] =>
  Object.entries(planted).flatMap(([name, value]) => (text.includes(value) ? [name] : []));

function holdingIn(folder: string): { readonly files: number; readonly found: readonly string[] } {
  const found: string[] = [];
  let files = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files++;
    const texts = [entry.name, ...readings(readFileSync(join(entry.parentPath, entry.name)))];
    found.push(...texts.flatMap(holding).map((name) => `${entry.name}: ${name}`));
  }
  return { files, found };
}

describe.each([
  ["as usual", []],
  ["without redaction", ["--no-redact"]],
])("a site built %s", (name, options) => {
  it("has none of it in any file, nor has the cache", () => {
    const [site, cache] = [`site ${name}`, `cache ${name}`];
    const built = run(scratch, ["build", "logs", "-o", site, "--cache", cache, "--json", ...options]);
    expect(built.stderr).not.toMatch(/unknown/i);
    expect(built.code).toBe(0);
    expect(holding(`${built.stdout}${built.stderr}`)).toEqual([]);
    const written = holdingIn(join(scratch, site));
    expect(written.found).toEqual([]);
    expect(written.files).toBeGreaterThan(10);
    const kept = holdingIn(join(scratch, cache));
    expect(kept.found).toEqual([]);
    expect(kept.files).toBeGreaterThan(0);
  }, 120_000);
});

it("inspect and stats have none of it, and all three conversations are there", () => {
  const inspected = run(scratch, ["inspect", "logs", "--json"]);
  expect(holding(inspected.stdout)).toEqual([]);
  for (const words of ["Sort the tides", "All is well.", "I looked."]) expect(inspected.stdout).toContain(words);
  expect(holding(run(scratch, ["stats", "logs", "--json"]).stdout)).toEqual([]);
});
