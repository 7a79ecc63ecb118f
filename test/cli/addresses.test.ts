/** The site remembers which address each project has: by the command and by Eleventy alone. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "../support/run.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-addresses-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const folderOf = (cwd: string): string => cwd.replaceAll(/[^A-Za-z0-9]/g, "-");

/** A session of a project, which began on a day of March; its key. */
function session(logs: string, cwd: string, day: number): string {
  const id = `${folderOf(cwd).slice(1).padEnd(8, "0").slice(0, 8)}-0000-4000-8000-00000000000${day}`;
  const common = { cwd, sessionId: id, version: "2.1.100", timestamp: `2026-03-0${day}T09:00:00.000Z` };
  const lines = [
    { ...common, type: "user", uuid: `u${id}`, message: { role: "user", content: `Look at ${day}` } },
    {
      ...common,
      type: "assistant",
      uuid: `a${id}`,
      parentUuid: `u${id}`,
      message: { id: `m${id}`, role: "assistant", content: [{ type: "text", text: "Seen." }] },
    },
  ];
  const folder = join(logs, folderOf(cwd));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return id;
}

const ways = {
  "annals build": (home: string, site: string) =>
    run(home, ["build", "-o", site, "--quiet", "--no-search"], {
      CLAUDE_CONFIG_DIR: join(home, "claude"),
    }),
  "npx @11ty/eleventy": (home: string, site: string) => {
    const env = { PATH: process.env.PATH ?? "", TZ: "UTC", HOME: home, CLAUDE_CONFIG_DIR: join(home, "claude") };
    const command = ["node_modules/@11ty/eleventy/cmd.cjs", "--quiet", `--output=${site}`];
    const { status: code, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8", env });
    return { code, stdout, stderr };
  },
};

describe.each(Object.entries(ways))("%s", (way, build) => {
  const home = join(scratch, way.replaceAll(/\W/g, ""));
  const logs = join(home, "claude/projects");
  const site = join(home, "site");
  const made = (): void => {
    const { code, stderr } = build(home, site);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  };
  /** The address that a session's page leads to. */
  const projectOf = (key: string): string | undefined =>
    /projects\/([^/"]+)\/index\.html/.exec(readFileSync(join(site, "sessions", key, "index.html"), "utf8"))?.[1];
  const marker = (): string => readFileSync(join(site, ".annals.json"), "utf8");

  it("older logs of another project of the same name move none, nor do logs that vanish", () => {
    const late = session(logs, "/zulu/app", 5);
    made();
    expect(projectOf(late)).toBe("app");
    const first = marker();
    expect(first).not.toContain("zulu");
    made();
    expect(marker()).toBe(first);

    const early = session(logs, "/alpha/app", 1);
    made();
    expect(projectOf(late)).toBe("app");
    const suffixed = projectOf(early);
    expect(suffixed).toMatch(/^app-[0-9a-f]{6}$/);
    expect(readdirSync(join(site, "projects")).sort()).toEqual(["app", suffixed]);
    const both = marker();

    // The one with the plain address is gone; that address is nobody else's.
    rmSync(join(logs, folderOf("/zulu/app")), { recursive: true });
    const third = session(logs, "/mike/app", 7);
    made();
    expect(projectOf(early)).toBe(suffixed);
    expect(projectOf(third)).toMatch(/^app-[0-9a-f]{6}$/);
    expect(projectOf(third)).not.toBe(suffixed);

    rmSync(join(logs, folderOf("/mike/app")), { recursive: true });
    expect(session(logs, "/zulu/app", 5)).toBe(late);
    made();
    expect([projectOf(early), projectOf(late)]).toEqual([suffixed, "app"]);
    const known = (text: string): readonly string[] => JSON.parse(text).addresses;
    expect(known(both)).toHaveLength(2);
    expect(known(marker())).toEqual(expect.arrayContaining([...known(both)]));
    expect(known(marker())).toHaveLength(3);
  });
});

it("without a site before, the earliest has the plain address, and both ways give the same folder after any", () => {
  const homes = Object.keys(ways).map((way) => join(scratch, way.replaceAll(/\W/g, "")));
  const [one, two] = homes.map((home) => readFileSync(join(home, "site/.annals.json"), "utf8"));
  expect(JSON.parse(one ?? "").addresses).toEqual(JSON.parse(two ?? "").addresses);
  const [home = ""] = homes;
  for (const [at, build] of Object.values(ways).entries()) {
    const site = join(scratch, `anew-${at}`);
    expect(build(home, site).code).toBe(0);
    expect(readFileSync(join(site, "projects/app/index.html"), "utf8")).toContain("/alpha/app");
  }
});
