/** A large archive keeps what links need on disk: they must come out the same. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { EvidenceFile, evidenceFileFor } from "../../src/archive/evidence-file.ts";
import { sessionFacts } from "../../src/archive/facts.ts";
import { links } from "../../src/archive/links.ts";
import { findLogs } from "../../src/log/find-logs.ts";
import { groupSessions } from "../../src/log/session-files.ts";

const folder = mkdtempSync(join(tmpdir(), "annals-evidence-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("links sessions as if all were in memory, and leaves nothing behind", async () => {
  const { files } = findLogs([resolve(import.meta.dirname, "../../fixtures/sample/projects")]);
  const facts = await Promise.all(groupSessions(files).map((each) => sessionFacts(each, undefined)));
  const evidence = facts.flatMap((each) => each.evidence ?? []);
  const file = new EvidenceFile(folder);
  const stored = evidence.map((each) => file.put(each));
  expect(readdirSync(folder)).toHaveLength(1);
  expect(stored).toEqual(evidence);
  const [inMemory, onDisk] = [links(evidence), links(stored)];
  expect(onDisk.chains).toEqual(inMemory.chains);
  expect(onDisk.projects).toEqual(inMemory.projects);
  const contexts = evidence.map(({ session }) => inMemory.context(session));
  expect(evidence.map(({ session }) => onDisk.context(session))).toEqual(contexts);
  // The sample has a session that was resumed: its copied lines are those of the other.
  expect(contexts.some((context) => context?.foreign !== undefined)).toBe(true);
  file.close();
  expect(readdirSync(folder)).toEqual([]);
});

it("is there only for many sessions", () => {
  expect(evidenceFileFor(100, folder)).toBeUndefined();
  const file = evidenceFileFor(2000, folder);
  expect(file).toBeDefined();
  file?.close();
});
