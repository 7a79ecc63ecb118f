/** Annals as a archive, without Eleventy. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRedactor, openArchive, readSession } from "../../src/plugin/index.ts";
import { randomFrom } from "../redact/random.ts";

const sample = join(process.cwd(), "fixtures/sample/projects");
const secret = ["ghp", randomFrom(613).text(36)].join("_");
let scratch = "";
let log = "";
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "annals-library-"));
  const id = "55555555-5555-4555-8555-555555555555";
  const common = { sessionId: id, cwd: "/srv/app", timestamp: "2026-01-01T10:00:00.000Z", version: "2.1.100" };
  const message = { role: "user", content: `Push with ${secret} please` };
  mkdirSync(join(scratch, "-srv-app"));
  log = join(scratch, "-srv-app", `${id}.jsonl`);
  writeFileSync(log, `${JSON.stringify({ type: "user", uuid: "a1", ...common, message })}\n`);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("openArchive", () => {
  it("gives the records and lists that templates get, and reads a session in full", async () => {
    const archive = await openArchive({ sources: [sample], timeZone: "UTC" });
    expect(archive.sessions).toHaveLength(15);
    expect(archive.prompts.length).toBeGreaterThan(20);
    const [record] = archive.sessions;
    if (record === undefined) throw new Error("no session");
    const { session } = await archive.open(record.id);
    expect(session.title).toBe(record.title);
    expect(session.turns.length).toBeGreaterThan(0);
  });

  it("takes secrets out unless it is told not to", async () => {
    const shown = async (redact: boolean) => (await openArchive({ sources: [scratch], redact })).prompts[0]?.text;
    expect(await shown(true)).toBe("Push with [redacted: GitHub token #1] please");
    expect(await shown(false)).toBe(`Push with ${secret} please`);
  });

  it("says what is wrong with its options", async () => {
    await expect(openArchive({ sources: ["no/such/folder"] })).rejects.toThrow(
      'option "sources": There is no file or folder "no/such/folder".',
    );
  });
});

describe("readSession", () => {
  it("reads the session of one log", async () => {
    const { session, diagnostics } = await readSession(log);
    expect(session.turns.map(({ prompt }) => prompt.kind)).toEqual(["said"]);
    expect(JSON.stringify(session)).not.toContain(secret);
    expect(diagnostics).toEqual([]);
  });

  it("refuses a folder of many", async () => {
    await expect(readSession(sample)).rejects.toThrow("holds 15 sessions; readSession reads a log of one.");
  });
});

describe("createRedactor", () => {
  it("takes secrets out of texts, and numbers the same one the same", async () => {
    const redactor = await createRedactor();
    expect(await redactor.redact(`a ${secret}`)).toBe("a [redacted: GitHub token #1]");
    expect(await redactor.redact(`${secret} b`)).toBe("[redacted: GitHub token #1] b");
    expect(redactor.findings.map(({ rule }) => rule)).toContain("github-token");
    expect(JSON.stringify(redactor.findings)).not.toContain(secret);
  });

  it("leaves an honest text alone", async () => {
    const text = "The token bucket holds 40 tokens; see src/limits/token-bucket.ts:12.";
    expect(await (await createRedactor()).redact(text)).toBe(text);
  });

  it("obeys rules", async () => {
    const redactor = await createRedactor({ rules: { "ip-address": false } });
    expect(await redactor.redact("ping 93.184.216.34")).toBe("ping 93.184.216.34");
  });
});
