/** What is published makes what the checkout makes. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const scratch = mkdtempSync(join(tmpdir(), "annals-package-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

it("builds the same site, has threads, and knows its version and its help", { timeout: 120_000 }, async () => {
  const made = join(scratch, "annals");
  mkdirSync(join(made, "src"), { recursive: true });
  execFileSync(process.execPath, [join(root, "src/package/make.js"), join(made, "dist")]);
  cpSync(join(root, "package.json"), join(made, "package.json"));
  cpSync(join(root, "src/annals.js"), join(made, "src/annals.js"));
  symlinkSync(join(root, "node_modules"), join(made, "node_modules"));
  const annals = (from: string, ...given: readonly string[]): string =>
    execFileSync(process.execPath, [join(from, "src/annals.js"), ...given], {
      cwd: scratch,
      encoding: "utf8",
      env: { ...process.env, HOME: scratch, CLAUDE_CONFIG_DIR: join(scratch, "claude"), TZ: "UTC" },
    });
  for (const asked of ["--version", "--help"]) expect(annals(made, asked)).toBe(annals(root, asked));
  const logs = join(root, "fixtures/sample/projects");
  annals(root, "build", logs, "-o", "one", "--quiet", "--no-cache");
  annals(made, "build", logs, "-o", "two", "--quiet", "--no-cache");
  const [one, two] = [join(scratch, "one"), join(scratch, "two")];
  const names = filesIn(one);
  expect(names.length).toBeGreaterThan(50);
  expect(filesIn(two)).toEqual(names);
  expect(names.filter((name) => !readFileSync(join(one, name)).equals(readFileSync(join(two, name))))).toEqual([]);
  const thread = new Worker(join(made, "dist/src/hands/thread.js"), { workerData: {} });
  thread.postMessage({ number: 7, task: "unknown", given: [] });
  const [reply] = await once(thread, "message");
  expect(reply).toMatchObject({ number: 7, error: expect.anything() });
  await thread.terminate();
});
