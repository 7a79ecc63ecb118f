/** `annals search --agent`: sessions that were held with one coding agent. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { annals, complaint } from "../cli/in-process.ts";
import { fixtures } from "../support/archive.ts";
import { samplePath } from "../support/site.ts";

const site = mkdtempSync(join(tmpdir(), "annals-agents-search-"));
afterAll(() => rmSync(site, { recursive: true, force: true }));

beforeAll(async () => {
  const home = join(fixtures, "agents/home");
  const { code } = await annals("build", home, "-o", site, "--no-cache", "--no-keep", "--quiet", "--no-redact");
  expect(code).toBe(0);
}, 120_000);

async function foundIn(folder: string, ...options: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await annals("search", ...options, "--limit", "1000", "--json", "--in", folder);
  return JSON.parse(stdout).results.map(({ id }: { readonly id: string }) => id);
}

const agentIn = (id: string): string => /^(?:pi|opencode)(?=\.)/.exec(id)?.[0] ?? "claude-code";

test("an agent is named as elsewhere, and several may be", async () => {
  const agents = async (...options: readonly string[]) => new Set((await foundIn(site, ...options)).map(agentIn));
  expect(await agents("--agent", "pi")).toEqual(new Set(["pi"]));
  expect(await agents("--agent", "OpenCode", "--agent", "pi")).toEqual(new Set(["opencode", "pi"]));
  expect(await agents("--agent", "claude")).toEqual(new Set(["claude-code"]));
});

test("an archive of Claude Code alone has all its sessions under that name", async () => {
  const sessions = await foundIn(samplePath(), "--agent", "claude-code");
  expect(sessions.length).toBeGreaterThan(1);
  expect(sessions.filter((id) => id.includes("/"))).toEqual([]);
  expect(await foundIn(samplePath(), "--agent", "pi")).toEqual([]);
});

test("one that is not known is said", async () => {
  expect(complaint(await annals("search", "x", "--agent", "nobody", "--in", site))).toContain(
    '--agent: "nobody" is none of claude-code, codex',
  );
});
