/** What keeping says where it cannot: one sentence each, and nothing that was kept is lost. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { run } from "../support/run.ts";
import { Machine, promptLine, scratchFolder, sessionId } from "./support.ts";

const scratch = scratchFolder();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Who runs tests may be allowed everything: the error is made up. */
const failing = join(scratch, "failing.mjs");
writeFileSync(
  failing,
  `import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { ANNALS_CALLS = "", ANNALS_BELOW = "", ANNALS_CODE = "EIO" } = process.env;
const fail = () => { throw Object.assign(new Error(ANNALS_CODE), { code: ANNALS_CODE }); };
const open = fs.openSync;
const files = new Set();
const isThere = (path) => String(path).startsWith(ANNALS_BELOW);
fs.openSync = (path, flags, ...more) => {
  const isWriting = typeof flags === "string" && flags !== "r";
  if (ANNALS_CALLS === "open" && isThere(path) && isWriting) fail();
  const file = open(path, flags, ...more);
  if (isThere(path)) files.add(file); else files.delete(file);
  return file;
};
for (const name of ["writeSync", "writeFileSync"]) {
  const real = fs[name];
  fs[name] = (to, ...more) => {
    if (ANNALS_CALLS !== "" && (typeof to === "number" ? ANNALS_CALLS === "write" && files.has(to) : isThere(to))) fail();
    return real(to, ...more);
  };
}
for (const name of ["readdirSync"]) {
  const real = fs[name];
  fs[name] = (path, ...more) => (ANNALS_CALLS === "list" && isThere(path) ? fail() : real(path, ...more));
}
syncBuiltinESMExports();
`,
);

function person(name: string) {
  const home = join(scratch, name);
  const machine = new Machine("desk", join(home, "home/.claude"));
  const store = join(home, "home/.local/share/annals/store");
  machine.write(sessionId(1), promptLine(sessionId(1), "One"));
  const annals = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    run(home, args, {
      CLAUDE_CONFIG_DIR: "",
      ...(env.ANNALS_CALLS ? { NODE_OPTIONS: `--import ${pathToFileURL(failing)}` } : {}),
      ...env,
    });
  expect(annals(["keep", "-q"])).toEqual({ code: 0, stdout: "", stderr: "" });
  machine.append(sessionId(1), promptLine(sessionId(1), "More"));
  return { machine, store, annals, site: join(home, "site") };
}

it.each([
  ["full disk", { ANNALS_CALLS: "write", ANNALS_CODE: "ENOSPC" }, "the disk is full"],
  ["read-only", { ANNALS_CALLS: "open", ANNALS_CODE: "EROFS" }, "the disk is read-only"],
  ["not ours", { ANNALS_CALLS: "open", ANNALS_CODE: "EACCES" }, "it is not writable for this user"],
])("%s: keep says so and exits with 1, build goes on without keeping, and nothing is lost", (name, env, reason) => {
  const { store, annals, site } = person(name);
  const faults = { ...env, ANNALS_BELOW: store };
  const sentence = `The store "${store}" cannot be written: ${reason}. What it holds stays as it is.`;
  expect(annals(["keep"], faults)).toMatchObject({ code: 1, stderr: expect.stringContaining(`annals: ${sentence}\n`) });
  const built = annals(["build", "-o", site, "-q"], faults);
  expect([built.code, built.stderr]).toEqual([0, `${sentence} This build goes on without keeping.\n`]);
  expect(annals(["verify"]).stdout).toMatch(/every byte is as it was kept/);
  expect(annals(["keep"]).stdout).toMatch(/1 grown/);
  expect(annals(["verify"]).code).toBe(0);
});

it("a folder of logs that cannot be read: named, exit code 1, and what is kept is not taken for gone", () => {
  const { machine, annals, site } = person("unreadable");
  const faults = { ANNALS_CALLS: "list", ANNALS_CODE: "EACCES", ANNALS_BELOW: join(machine.projects, "-home") };
  const ran = annals(["keep"], faults);
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain(
    `"${join(machine.projects, "-home-ines-tides")}" could not be read (EACCES); what the store has of it stays.\n`,
  );
  expect(annals(["build", "-o", site, "-q"], faults).code).toBe(0);
  expect(readFileSync(join(site, "sessions", sessionId(1), "index.html"), "utf8")).toContain("One");
  expect(annals(["doctor", "--json"]).stdout).toContain('"goneFromLogs": 0');
});

it("a store of a newer version is not touched", () => {
  const { store, annals, site } = person("newer");
  writeFileSync(join(store, "store.json"), JSON.stringify({ format: 2 }));
  const before = readFileSync(join(store, "manifest.json"), "utf8");
  const sentence = `annals: The store "${store}" was made by a newer version of annals (format 2, this one knows 1): update annals; nothing was changed.\n`;
  for (const args of [["keep"], ["verify"], ["forget", "x"], ["build", "-o", site, "-q"], ["stats"]])
    expect(annals(args)).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
  expect(readFileSync(join(store, "manifest.json"), "utf8")).toBe(before);
  expect(annals(["doctor"])).toMatchObject({ code: 0, stdout: expect.stringContaining("update annals") });
});

it("two keepers at once: one waits for the other", async () => {
  const machine = new Machine("desk", join(scratch, "two"));
  for (let number = 1; number <= 20; number++) machine.write(sessionId(number), promptLine(sessionId(number)));
  const store = join(scratch, "two-store");
  mkdirSync(store);
  const reports = await Promise.all([machine.keep(store), machine.keep(store), machine.keep(store)]);
  expect(reports.reduce((sum, report) => sum + report.new, 0)).toBe(20);
});
