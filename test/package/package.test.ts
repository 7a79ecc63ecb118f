/** What is published makes what the checkout makes. */
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { trackedFiles } from "./tracked.ts";

const root = resolve(import.meta.dirname, "../..");
const scratch = mkdtempSync(join(tmpdir(), "annals-package-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

const environment = {
  ...process.env,
  HOME: scratch,
  CLAUDE_CONFIG_DIR: join(scratch, "claude"),
  TZ: "UTC",
  NPM_CONFIG_UPDATE_NOTIFIER: "false",
};
const made = join(scratch, "package");

/**
 * As npm makes a package of a git address: `prepare` runs in a checkout with all dependencies, and nothing else does;
 * `npm publish` runs that as well.
 */
beforeAll(() => {
  const checkout = join(scratch, "checkout");
  for (const name of trackedFiles(root)) {
    mkdirSync(dirname(join(checkout, name)), { recursive: true });
    cpSync(join(root, name), join(checkout, name));
  }
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  const npm = (...args: readonly string[]): string =>
    execFileSync("npm", args, { cwd: checkout, encoding: "utf8", env: environment });
  npm("run", "prepare", "--if-present");
  const packed = JSON.parse(npm("pack", "--ignore-scripts", "--json", "--pack-destination", scratch));
  execFileSync("tar", ["-xzf", join(scratch, packed[0].filename), "-C", scratch]);
  symlinkSync(join(root, "node_modules"), join(made, "node_modules"));
});

const annals = (from: string, ...given: readonly string[]): string =>
  execFileSync(process.execPath, [join(from, "bin/annals.js"), ...given], {
    cwd: scratch,
    encoding: "utf8",
    env: environment,
  });

it("holds every file that its manifest names, and none of our logs, tests or tools", () => {
  const { bin, exports } = JSON.parse(readFileSync(join(made, "package.json"), "utf8"));
  const named: readonly string[] = [...Object.values<string>(bin), ...Object.values<string>(exports["."])];
  expect(named).toHaveLength(3);
  expect(named.filter((name) => !existsSync(join(made, name)))).toEqual([]);
  expect(readdirSync(made).sort()).toEqual(
    ["CHANGELOG.md", "LICENSE", "README.md", "bin", "dist", "docs", "node_modules", "package.json", "schema"].sort(),
  );
  expect(readdirSync(join(made, "bin"))).toEqual(["annals.js"]);
});

it("builds the same site, and knows its version and its help", () => {
  for (const asked of ["--version", "--help"]) expect(annals(made, asked)).toBe(annals(root, asked));
  const logs = join(root, "fixtures/sample/projects");
  annals(root, "build", logs, "-o", "one", "--quiet", "--no-cache");
  annals(made, "build", logs, "-o", "two", "--quiet", "--no-cache");
  const [one, two] = [join(scratch, "one"), join(scratch, "two")];
  const names = filesIn(one);
  expect(names.length).toBeGreaterThan(50);
  expect(filesIn(two)).toEqual(names);
  expect(names.filter((name) => !readFileSync(join(one, name)).equals(readFileSync(join(two, name))))).toEqual([]);
});

it("alone, in an empty home, builds the sample, says where it looked and how to open it", () => {
  const home = join(scratch, "empty-home");
  mkdirSync(home);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(made, "bin/annals.js")], {
    cwd: home,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: home, TZ: "UTC" },
  });
  expect(status).toBe(0);
  expect(stderr).toContain(`looked for ${join(home, ".claude", "projects")}`);
  expect(stdout).toContain(`Open ${pathToFileURL(join(home, "annals-site", "index.html"))}`);
  expect(existsSync(join(home, "annals-site", "index.html"))).toBe(true);
});

it("has threads", async () => {
  const thread = new Worker(join(made, "dist/src/build/workers/worker-thread.js"), { workerData: {} });
  thread.postMessage({ number: 7, task: "unknown", args: [] });
  const [reply] = await once(thread, "message");
  expect(reply).toMatchObject({ number: 7, error: expect.anything() });
  await thread.terminate();
});

/** A project of somebody's, with the package and all that this checkout has installed. */
function project(name: string): string {
  const folder = join(scratch, name);
  const modules = join(folder, "node_modules");
  mkdirSync(modules, { recursive: true });
  symlinkSync(made, join(modules, "annals"));
  for (const module of readdirSync(join(root, "node_modules")))
    if (!module.startsWith(".")) symlinkSync(join(root, "node_modules", module), join(modules, module));
  return folder;
}

it("gives its types to a project in TypeScript", () => {
  const folder = project("typed");
  const options = { module: "nodenext", target: "es2023", strict: true, noEmit: true, types: ["node"] };
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["look.ts"] }));
  writeFileSync(
    join(folder, "look.ts"),
    `import annals, { createRedactor, defineConfig, html, openArchive, readSession, type AnnalsConfig, type Component, type PageView, type Plan, type PluginOptions, type SessionRecord, type SnapshotRecord, type ToolCall } from "annals";

const options: PluginOptions = { sources: ["logs"], base: "log/", components: { planCard: (kit) => kit.html\`<p>x</p>\` } };
const own: Component = ({ html: tag, original }, plan: Plan, view: PageView) => tag\`<p>\${plan.title} \${view.path("/a")}</p>\${original(plan, view)}\`;
// @ts-expect-error there is no such option
const wrong: PluginOptions = { sources: ["logs"], bse: "log/" };
const config: AnnalsConfig = defineConfig({ public: { projects: { only: ["tides"] } } });
// @ts-expect-error there is no such part
defineConfig({ pubic: {} });
const archive = await openArchive({ sources: ["logs"] });
const first: SessionRecord | undefined = archive.sessions[0];
const lists: readonly SnapshotRecord[] = archive.snapshots;
const commandOf = (call: ToolCall): string | undefined => (call.kind === "bash" ? call.command : undefined);
// @ts-expect-error a command is a text
const number: number | undefined = commandOf({} as ToolCall);
const { session } = await readSession("logs/a.jsonl", { redact: { rules: { "ip-address": false } } });
const text: string = await (await createRedactor()).redact(session.title);
console.log(config, typeof annals, own, options, wrong, first?.title, lists.length, number, text, String(html\`\${text}\`));
`,
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  expect(() => execFileSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" })).not.toThrow();
});
