/** Sessions are drawn before all others are read; what comes out is as if everything had been known. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type BuiltSite, buildSite } from "../../src/build/build.ts";
import { prepareOutput } from "../../src/build/output/output-folder.ts";
import { noTheme } from "../../src/build/theme-files.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-drafts-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** A session of one prompt and one answer for each text, which begins on this day of March. */
function session(logs: string, day: number, contents: readonly unknown[]): void {
  let parentUuid: string | null = null;
  const lines = contents.map((content, at) => {
    const uuid = `${id(day)}-${at}`;
    const common = {
      ...{ uuid, parentUuid, sessionId: id(day), cwd: "/home/mara/src/tidemark", version: "2.1.0" },
      timestamp: `2026-03-${String(day).padStart(2, "0")}T10:${String(at).padStart(2, "0")}:00Z`,
    };
    parentUuid = uuid;
    return JSON.stringify({ ...common, type: "user", message: { role: "user", content } });
  });
  mkdirSync(join(logs, "-home-mara-src-tidemark"), { recursive: true });
  writeFileSync(join(logs, "-home-mara-src-tidemark", `${id(day)}.jsonl`), `${lines.join("\n")}\n`);
}

async function build(logs: string, name: string, mostHeld: number, width = 0): Promise<BuiltSite> {
  const target = prepareOutput(join(scratch, name));
  const built = await buildSite({
    ...{ sources: [logs], title: "Drafts", timeZone: "UTC", folder: target.folder, previous: join(scratch, name) },
    adopt: target.adopt,
    ...{ cache: join(scratch, `${name}-cache`), leaveOut: { thinking: false, toolOutput: false }, redact: {} },
    ...{ theme: noTheme, comparable: "", isFull: false, search: {}, width, mostHeld },
    progress: { phase: () => undefined, step: () => undefined },
  });
  target.finish();
  built.remember();
  return built;
}

function contents(name: string): ReadonlyMap<string, string> {
  const folder = join(scratch, name);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  return new Map(files.sort().map((path) => [path, readFileSync(join(folder, path), "latin1")]));
}

const pageOf = (site: ReadonlyMap<string, string>, day: number): string =>
  site.get(`sessions/${id(day)}/index.html`) ?? "";

const open = Number.POSITIVE_INFINITY;
const token = "kQ7xWz9xWz9xWz9417Lp";

describe("a session that is drawn before all others are read", () => {
  it("says what comes before and after it", async () => {
    const logs = join(scratch, "three");
    for (const day of [1, 2, 3]) session(logs, day, [`Task of day ${day}`]);
    const { redrawn, drawn } = await build(logs, "three-at-once", 0);
    expect({ drawn, redrawn }).toEqual({ drawn: 3, redrawn: 0 });
    const site = contents("three-at-once");
    expect(pageOf(site, 2)).toMatch(/Before in this project.*Task of day 1.*Next in this project.*Task of day 3/s);
    expect(pageOf(site, 1)).toContain("Task of day 2");
    for (const page of site.values()) expect(page).not.toContain("<!--before and after-->");
    await build(logs, "three-later", open);
    expect(site).toEqual(contents("three-later"));
  });

  it("is drawn again where a later one tells that it holds a secret, with its documents and its search text", async () => {
    const logs = join(scratch, "late");
    const document = {
      type: "document",
      source: { type: "base64", media_type: "text/plain", data: Buffer.from(`It is ${token}.`).toString("base64") },
    };
    session(logs, 1, [`What is ${token} in this file?`]);
    session(logs, 2, [[document, { type: "text", text: "Read this" }]]);
    session(logs, 3, ["Nothing of interest"]);
    session(logs, 4, [`export API_TOKEN=${token}`]);
    const { redrawn } = await build(logs, "late-at-once", 0);
    expect(redrawn).toBe(2);
    const site = contents("late-at-once");
    expect([...site].filter(([, content]) => content.includes(token)).map(([path]) => path)).toEqual([]);
    expect(pageOf(site, 1)).toContain("secret #1");
    await build(logs, "late-later", open);
    expect(site).toEqual(contents("late-later"));
  });

  it("is drawn again where a later one goes on with it", async () => {
    const logs = join(scratch, "fork");
    session(logs, 1, ["Plan the tide table", "And draw it"]);
    session(logs, 2, ["Something else"]);
    const folder = join(logs, "-home-mara-src-tidemark");
    const before = readFileSync(join(folder, `${id(1)}.jsonl`), "utf8");
    session(logs, 3, ["One more"]);
    writeFileSync(join(folder, `${id(3)}.jsonl`), before + readFileSync(join(folder, `${id(3)}.jsonl`), "utf8"));
    const { redrawn } = await build(logs, "fork-at-once", 0);
    expect(redrawn).toBeGreaterThan(0);
    const site = contents("fork-at-once");
    expect(pageOf(site, 1)).toContain("Chain of sessions");
    await build(logs, "fork-later", open);
    expect(site).toEqual(contents("fork-later"));
  });
});

describe("names of users", () => {
  it("are not found by the ends of names in code either, which stay", async () => {
    const logs = join(scratch, "names");
    session(logs, 1, ["Look at ~/x, /home/alisanne/src/a, /home/alisanne/src/b and /home/alisanne/src/c"]);
    session(logs, 2, ["Why does getAlisanne(1) call userOfAlisanne?"]);
    const { leaks } = await build(logs, "names-site", open);
    expect(leaks).toEqual([]);
    expect(pageOf(contents("names-site"), 2)).toContain("getAlisanne(1)");
  });
});

describe("the next build", () => {
  it("draws only sessions again that hold a secret which no log had before", async () => {
    const logs = join(scratch, "next");
    session(logs, 1, ["Look at the table", `What is ${token} in this file?`]);
    for (const day of [2, 3, 4]) session(logs, day, [`Task of day ${day}`]);
    await build(logs, "next-site", 0);
    expect(pageOf(contents("next-site"), 1)).toContain(token);
    session(logs, 5, [`export API_TOKEN=${token}`]);
    const { drawn } = await build(logs, "next-site", 0);
    // The new one, the one before it, whose next it is, and the one that holds the secret.
    expect(drawn).toBe(3);
    expect([...contents("next-site").values()].filter((content) => content.includes(token))).toEqual([]);
    await build(logs, "next-anew", open);
    expect(contents("next-site")).toEqual(contents("next-anew"));
  });
});

describe("numbers of secrets", () => {
  it("are the same for any number of threads, and whenever sessions are drawn", async () => {
    const logs = join(scratch, "numbers");
    for (const day of [1, 2, 3, 4, 5, 6, 7, 8])
      session(logs, day, [`Write to person${day}@harbour-mail.net and person${(day % 3) + 1}@harbour-mail.net`]);
    const { redrawn } = await build(logs, "numbers-at-once", 0);
    expect(redrawn).toBe(0);
    await build(logs, "numbers-later", open);
    await build(logs, "numbers-threads", 0, 2);
    const site = contents("numbers-at-once");
    expect(pageOf(site, 8)).toMatch(/e-mail address #\d/);
    expect(site).toEqual(contents("numbers-later"));
    expect(site).toEqual(contents("numbers-threads"));
  });
});
