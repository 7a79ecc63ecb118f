/** Who only counts reads the same logs with less work: the figures are those of the whole archive. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { type LogArchiveOptions, readArchive } from "../../src/archive/index.ts";
import { type UsageReport, usageReport } from "../../src/archive/usage-report.ts";
import { A, B, fixtures } from "../support/archive.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-ledger-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Options = Pick<LogArchiveOptions, "keep">;

async function figures(sources: readonly string[], options: Options = {}): Promise<UsageReport> {
  const archive = await readArchive({ sources, title: "", timeZone: "UTC", ...options });
  return {
    projects: archive.projects,
    sessions: archive.sessions.map(({ id, agent, project, title, titleFrom, span, usage }) => ({
      id,
      agent,
      project,
      title,
      titleFrom,
      ...(span === undefined ? {} : { span }),
      usage,
    })),
    usage: archive.usage,
    toolUsage: archive.work.toolUsage,
    days: archive.days,
  };
}

async function expectSame(sources: readonly string[], options: Options = {}): Promise<void> {
  expect(await usageReport({ sources, timeZone: "UTC", ...options })).toEqual(await figures(sources, options));
}

describe("the ledger", () => {
  const scenarios = readdirSync(join(fixtures, "sessions")).map((name) => join(fixtures, "sessions", name));

  it("has the figures of each scenario", async () => {
    for (const folder of scenarios) await expectSame([folder]);
  });

  it("has the figures of all of them together, whose lines and ids repeat each other's", async () => {
    await expectSame(scenarios);
    await expectSame([join(fixtures, "sample")]);
    await expectSame([join(fixtures, "hostile")]);
  });

  it("leaves out the same sessions, after the same links", async () => {
    const isEarly: LogArchiveOptions["keep"] = ({ span }) => span !== undefined && span.from < "2026-02-20";
    await expectSame(scenarios, { keep: isEarly });
    await expectSame(scenarios, { keep: () => false });
  });

  it("has the figures of any two logs that share lines", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.array(fc.nat(20), { maxLength: 8 }),
        async (own, copied) => {
          const first = own.map((entry, index) => dated(entry, index));
          const second = [
            ...copied.flatMap((index) => first[index] ?? []),
            ...own.slice(0, 3).map((entry) => dated(entry, 40)),
          ];
          for (const [id, entries] of [[A, first] as const, [B, second] as const])
            writeFileSync(join(scratch, `${id}.jsonl`), entries.map((entry) => JSON.stringify(entry)).join("\n"));
          await expectSame([scratch]);
        },
      ),
      { numRuns: 400 },
    );
  });
});

const said = fc.constantFrom<unknown>(
  "Fix the feed",
  "Implement the following plan:\n\n# Count the hours\n\nDo it.",
  "<command-name>/model</command-name>",
  "<bash-input>ls</bash-input>",
  "<local-command-stdout>done</local-command-stdout>",
  "[Request interrupted by user]",
  "  ",
  "# ",
  [{ type: "tool_result", tool_use_id: "t1", content: "User has approved your plan" }],
  [{ type: "text", text: "Also this" }],
  [{ type: "image", source: { type: "base64", media_type: "image/png", data: "iVBO" } }],
  [{ type: "nothing-we-know" }],
);
const told = fc.constantFrom<unknown>(
  [{ type: "text", text: "Words" }],
  [{ type: "text", text: " " }],
  [{ type: "thinking", thinking: "" }],
  [{ type: "tool_use", id: "t1", name: "ExitPlanMode", input: { plan: "# Tide\n\nCount." } }],
  [{ type: "tool_use", id: "t1", name: "ExitPlanMode", input: {} }],
  [{ type: "tool_use", id: "t2", name: "Bash", input: { command: "ls" } }],
  [],
);
const ids = fc.constantFrom("u1", "u2", "u3", "u4", "u5", "u6");
const place = { uuid: ids, parentUuid: fc.option(ids), isSidechain: fc.boolean(), isMeta: fc.boolean() };
const line: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("user"), ...place, message: fc.record({ content: said }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("assistant"),
      ...place,
      requestId: fc.constantFrom("r1", undefined),
      message: fc.record({
        id: fc.constantFrom("m1", "m2", "m3"),
        model: fc.constantFrom("claude-opus-4-6", "claude-haiku-4-5", "<synthetic>"),
        content: told,
        usage: fc.record({ input_tokens: fc.nat(5), output_tokens: fc.nat(5) }),
      }),
    }),
  },
  fc.record({
    type: fc.constant("queue-operation"),
    operation: fc.constant("enqueue"),
    content: said,
    parentUuid: ids,
  }),
  fc.record({ type: fc.constant("summary"), summary: fc.constantFrom("A title", "New session"), leafUuid: ids }),
  fc.record({ type: fc.constant("last-prompt"), leafUuid: ids }),
  fc.record({
    type: fc.constantFrom("custom-title", "ai-title"),
    customTitle: fc.constant("Ours"),
    aiTitle: fc.constant("Its"),
  }),
  fc.record({ type: fc.constantFrom("system", "nothing-we-know"), ...place, content: fc.constant("A note") }),
);

function dated(entry: Record<string, unknown>, minute: number): Record<string, unknown> {
  return {
    ...entry,
    timestamp: new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString(),
    cwd: "/work/app",
    slug: minute > 45 ? "calm-tide" : undefined,
  };
}
