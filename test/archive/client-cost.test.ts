/** What clients count themselves, message by message: kept, told as theirs, in no sum of ours. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { cost, costNote, costText } from "../../src/archive/cost.ts";
import { usageReport } from "../../src/archive/usage-report.ts";
import type { SessionId } from "../../src/model/session.ts";
import { usagePage } from "../../templates/pages/usage.11ty.ts";
import { archiveFrom, pageOf } from "../support/archive.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-client-cost-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

interface Said {
  readonly model: string;
  readonly usd: number;
}

/** Each answer: 1,000 tokens in, 100 out. */
function pi(home: string, id: string, answers: readonly Said[], parent?: string): string {
  const time = (minute: number): string => new Date(Date.UTC(2026, 3, 2, 9, minute)).toISOString();
  const lines: unknown[] = [
    {
      type: "session",
      version: 3,
      id,
      timestamp: time(0),
      cwd: "/w/app",
      ...(parent ? { parentSession: parent } : {}),
    },
    { type: "message", id: "p", parentId: null, timestamp: time(1), message: { role: "user", content: "Go" } },
  ];
  answers.forEach(({ model, usd }, at) => {
    const usage = { input: 1000, output: 100, cacheRead: 0, cacheWrite: 0, cost: { input: usd, total: usd } };
    const message = { role: "assistant", provider: "x", model, content: [{ type: "text", text: `Done ${at}` }], usage };
    lines.push({
      type: "message",
      id: `a${at}`,
      parentId: at === 0 ? "p" : `a${at - 1}`,
      timestamp: time(2 + at),
      message,
    });
  });
  const path = join(home, `.pi/agent/sessions/--w-app--/2026-04-02T09-00-00-000Z_${id}.jsonl`);
  write(path, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  return path;
}

function openCode(home: string, id: string, { model, usd }: Said): void {
  const storage = join(home, ".local/share/opencode/storage");
  const json = (path: string, value: unknown): void => write(join(storage, path), JSON.stringify(value));
  json(`session/p/${id}.json`, { id, directory: "/w/app", title: "T", time: { created: 1_775_120_400_000 } });
  json(`message/${id}/m1.json`, { id: "m1", sessionID: id, role: "user", time: { created: 1_775_120_400_000 } });
  json(`part/m1/p1.json`, { id: "p1", type: "text", text: "Go" });
  const tokens = { input: 1000, output: 100, reasoning: 0, cache: { read: 0, write: 0 } };
  const answer = { role: "assistant", modelID: model, providerID: "x", cost: usd, tokens };
  json(`message/${id}/m2.json`, { id: "m2", sessionID: id, ...answer, time: { created: 1_775_120_401_000 } });
  json(`part/m2/p2.json`, { id: "p2", type: "text", text: "Done" });
}

const A = "aaaaaaaa-0000-4000-8000-000000000001" as SessionId;

describe("what the client counted", () => {
  it("is told as the cost of a model without a price, and said to be the client's", async () => {
    const home = join(scratch, "unpriced");
    pi(home, A, [
      { model: "house-model", usd: 0.1 },
      { model: "house-model", usd: 0.2 },
    ]);
    const { archive, session } = await archiveFrom([home]);
    expect(session(A).usage).toMatchObject([{ model: "house-model", clientUsd: 0.3, messages: 2 }]);
    expect(session(A).clientCost).toEqual({
      usd: 0.3,
      models: [{ model: "house-model", input: 2000, output: 200, usd: 0.3 }],
    });
    const spent = cost(archive.usage);
    expect(spent).toMatchObject({ unpriced: ["house-model"], clientUsd: 0.3, unpricedClientUsd: 0.3 });
    expect(spent.usd).toBeUndefined();
    expect(costText(spent)).toBe("$0.30 by the client");
    expect(costNote(spent)).toContain("the client itself counted, which is in no sum here: $0.30, $0.30 of it");
    const page = pageOf(archive, A);
    expect(page).toContain("$0.30 by the client");
    expect(page).not.toContain("Cost by the client");
    expect(String(usagePage({ archive, version: "test" }))).toContain("$0.30 by the client");
  });

  it("is compared with ours where there is a price, and never added", async () => {
    const home = join(scratch, "priced");
    pi(home, A, [{ model: "claude-sonnet-4-5", usd: 0.5 }]);
    const { archive } = await archiveFrom([home]);
    // 1,000 tokens at 3 dollars for a million, 100 at 15.
    expect(cost(archive.usage)).toEqual({ usd: 0.0045, unpriced: [], clientUsd: 0.5 });
    expect(pageOf(archive, A)).toMatch(/Cost by the client<\/dt><dd><span title="[^"]*">\$0\.50/);
  });

  it("is counted once, where a fork has copies of the messages", async () => {
    const home = join(scratch, "fork");
    const parent = pi(home, A, [{ model: "house-model", usd: 0.1 }]);
    const both = [
      { model: "house-model", usd: 0.1 },
      { model: "house-model", usd: 0.05 },
    ];
    pi(home, "bbbbbbbb-0000-4000-8000-000000000002", both, parent);
    const { archive } = await archiveFrom([home]);
    expect(archive.usage).toMatchObject([{ clientUsd: 0.15, messages: 2 }]);
    expect((await usageReport({ sources: [home], timeZone: "UTC" })).usage).toEqual(archive.usage);
  });

  it("is nothing where the client had no price either", async () => {
    const home = join(scratch, "none");
    openCode(home, "ses_a", { model: "house-model", usd: 0 });
    const { archive } = await archiveFrom([home]);
    expect(archive.usage[0]).not.toHaveProperty("clientUsd");
    expect(costText(cost(archive.usage))).toBe("unpriced");
  });

  it("is read of OpenCode's messages too", async () => {
    const home = join(scratch, "opencode");
    openCode(home, "ses_a", { model: "house-model", usd: 0.0125 });
    const { archive, session } = await archiveFrom([home]);
    expect(session("ses_a" as SessionId).clientCost?.usd).toBe(0.0125);
    expect(costText(cost(archive.usage))).toBe("$0.01 by the client");
  });
});
