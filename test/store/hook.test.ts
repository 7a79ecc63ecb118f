/** Claude Code's settings, changed and changed back. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hookIn, withHook, withoutHook } from "../../src/cli/hook-text.ts";
import { run } from "../support/run.ts";
import { Machine, promptLine, scratchFolder, sessionId } from "./support.ts";

const scratch = scratchFolder();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const hook = (command: string) => ({ hooks: [{ type: "command", command }] });

describe("the text of settings", () => {
  const styles: readonly (readonly [name: string, text: string])[] = [
    ["nothing in it", "{}"],
    ["nothing in it, with a line end", "{}\n"],
    ["two spaces", `${JSON.stringify({ model: "opus", permissions: { allow: ["Bash(ls)"] } }, null, 2)}\n`],
    ["four spaces", JSON.stringify({ model: "opus" }, null, 4)],
    ["tabs", `${JSON.stringify({ model: "opus", env: {} }, null, "\t")}\n`],
    ["one line", '{"model":"opus","env":{"A":"}\\""}}'],
    ["Windows line ends", '{\r\n  "model": "opus"\r\n}\r\n'],
    ["other hooks", `${JSON.stringify({ hooks: { Stop: [hook("say done")] }, model: "opus" }, null, 2)}\n`],
    ["other hooks at the end of sessions", JSON.stringify({ hooks: { SessionEnd: [hook("a"), hook("b")] } }, null, 2)],
    ["odd spaces", '{ "hooks" :{"SessionEnd": [ ] , "Stop":[]},\n\n "model":"x" }'],
    ["an empty object of hooks", '{\n  "hooks": {}\n}\n'],
    ["letters of any kind", '{\n  "statusLine": "ü \\u007b 🌊",\n  "list": [1, 2.5e3, null, true]\n}\n'],
  ];

  it.each(styles)("%s: one hook more, nothing else changed, and back to the letter", (_, text) => {
    const changed = withHook(text, "annals keep") ?? "";
    const [before, after] = [JSON.parse(text), JSON.parse(changed)];
    const others = before.hooks?.SessionEnd ?? [];
    expect(after.hooks.SessionEnd).toHaveLength(others.length + 1);
    expect(after.hooks.SessionEnd.slice(0, -1)).toEqual(others);
    expect({ ...after, hooks: undefined }).toEqual({ ...before, hooks: undefined });
    expect({ ...after.hooks, SessionEnd: undefined }).toEqual({ ...before.hooks, SessionEnd: undefined });
    expect(hookIn(changed)).toContain("annals keep");
    expect(withoutHook(changed)).toBe(text);
  });

  it("is not changed where hooks are something else", () => {
    for (const text of ["[]", '{"hooks": []}', '{"hooks": {"SessionEnd": "x"}}'])
      expect(withHook(text, "x")).toBeUndefined();
  });

  it("takes only its own hook, also where the file was edited since", () => {
    const edited = JSON.stringify(
      JSON.parse(withHook(JSON.stringify({ hooks: { SessionEnd: [hook("mine")] } }), "x") ?? ""),
      null,
      3,
    );
    expect(JSON.parse(withoutHook(edited))).toEqual({ hooks: { SessionEnd: [hook("mine")] } });
    expect(withoutHook('{"hooks": {"SessionEnd": []}}')).toBe('{"hooks": {"SessionEnd": []}}');
  });
});

describe("annals keep --install", () => {
  const machine = new Machine("desk", join(scratch, "home/.claude"));
  const settings = join(machine.home, "settings.json");
  const annals = (...args: readonly string[]) => run(scratch, args, { CLAUDE_CONFIG_DIR: "" });

  it("shows the change, and the hook keeps at once and never fails a session", async () => {
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, '{\n  "model": "opus"\n}\n', { mode: 0o600 });
    const ran = annals("keep", "--install");
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(ran.stdout).toMatch(/\+ +"hooks": \{/);
    expect(ran.stdout).toMatch(/cron .*\n.*systemd .*\n.*launchd /);
    if (process.platform !== "win32") expect(statSync(settings).mode & 0o777).toBe(0o600);
    expect(annals("keep", "--install").stdout).toContain("already");
    machine.write(sessionId(1), promptLine(sessionId(1), "Kept by the hook"));
    const command: string = JSON.parse(readFileSync(settings, "utf8")).hooks.SessionEnd[0].hooks[0].command;
    const env = { PATH: process.env.PATH ?? "", HOME: join(scratch, "home") };
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now();
      const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { env, input: "{}", encoding: "utf8" });
      expect([status, stdout, stderr]).toEqual([0, "", ""]);
      return performance.now() - started;
    });
    // The shell does not wait for what it starts. The best of several: others use this machine, too.
    expect(Math.min(...times)).toBeLessThan(100);
    await expect.poll(() => annals("doctor", "--json").stdout).toContain('"sessions": 1,\n    "goneFromLogs"');
    expect(annals("doctor").stdout).toContain("keeps each session when it ends");
    // A program that is gone does not fail it either.
    expect(spawnSync("sh", ["-c", command.replace("annals.js", "nothing.js")], { env }).status).toBe(0);
  });

  it("is taken back exactly", () => {
    expect(annals("keep", "--uninstall")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^- /m) });
    expect(readFileSync(settings, "utf8")).toBe('{\n  "model": "opus"\n}\n');
    expect(annals("keep", "--uninstall").stdout).toMatch(/There is no hook of annals/);
  });

  it("leaves a broken file alone, with one sentence", () => {
    writeFileSync(settings, '{ "model": ');
    for (const option of ["--install", "--uninstall"]) {
      const ran = annals("keep", option);
      expect([ran.code, ran.stdout, ran.stderr]).toEqual([
        2,
        "",
        `annals: "${settings}" is not valid JSON; it was left alone. Mend it, and run this again.\n`,
      ]);
    }
    expect(readFileSync(settings, "utf8")).toBe('{ "model": ');
    expect(annals("doctor").stdout).toContain("is not valid JSON");
  });
});
