import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import Eleventy from "@11ty/eleventy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import annals, { type EleventyConfig, type PluginOptions } from "../../src/plugin/index.ts";
import { randomFrom } from "../redact/random.ts";

const sample = join(process.cwd(), "fixtures/sample/projects");
let scratch = "";
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "annals-plugin-"));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function eleventyFor(input: string, output: string, options: PluginOptions): Eleventy {
  const eleventy = new Eleventy(input, output, {
    quietMode: true,
    configPath: null,
    config: (config) => annals(config as EleventyConfig, options),
  });
  eleventy.disableLogger();
  return eleventy;
}

/** What Eleventy does when a file that it watches has changed. */
async function again(eleventy: Eleventy): Promise<void> {
  await eleventy.restart();
  await eleventy.init();
  await eleventy.write();
}

/** The front page of a site with this one template, and what the plugin adds to it. */
async function site(name: string, template: string, options: PluginOptions): Promise<string> {
  const input = join(scratch, name);
  mkdirSync(input);
  writeFileSync(join(input, "index.njk"), template);
  const output = join(scratch, `${name}-site`);
  await eleventyFor(input, output, options).write();
  return existsSync(join(output, "index.html")) ? readFileSync(join(output, "index.html"), "utf8") : "";
}

/** A log with a token in its first prompt, and in a tool's input under a telling name. */
function planted(folder: string): { readonly logs: string; readonly secrets: readonly string[] } {
  const random = randomFrom(611);
  const secrets = [["ghp", random.text(36)].join("_"), random.text(28)];
  const id = "44444444-4444-4444-8444-444444444444";
  const common = {
    sessionId: id,
    cwd: "/home/marigold/app",
    timestamp: "2026-01-01T10:00:00.000Z",
    version: "2.1.100",
  };
  const input = { config: { deploy_token: secrets[1] } };
  const use = { type: "tool_use", id: "toolu_1", name: "mcp__vault__put", input };
  const lines = [
    {
      type: "user",
      uuid: random.uuid(),
      ...common,
      message: { role: "user", content: `Push with ${secrets[0]} please` },
    },
    { type: "assistant", uuid: random.uuid(), ...common, message: { id: "m1", role: "assistant", content: [use] } },
  ];
  const logs = join(folder, "projects");
  mkdirSync(join(logs, "-home-marigold-app"), { recursive: true });
  writeFileSync(
    join(logs, "-home-marigold-app", `${id}.jsonl`),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  return { logs, secrets };
}

describe("redaction by every way in", () => {
  const template = `{{ annals.sessions | dump | safe }} {{ annals.prompts | dump | safe }}`;

  it("is on in somebody's own site", async () => {
    const { logs, secrets } = planted(join(scratch, "planted-own"));
    const page = await site("planted", template, { sources: [logs], base: "log" });
    expect(page).toContain("[redacted: GitHub token #1]");
    for (const secret of secrets) expect(page).not.toContain(secret);
    expect(page).not.toContain("marigold");
  });

  it("is off where somebody says so", async () => {
    const { logs, secrets } = planted(join(scratch, "planted-off"));
    expect(await site("planted-off-own", template, { sources: [logs], base: "log", redact: false })).toContain(
      secrets[0],
    );
  });

  it("looks at finished pages too, and leaves a site's own words alone", async () => {
    const { logs, secrets } = planted(join(scratch, "planted-late"));
    const own = `By ann.lee@fastmail.com. {{ annals.sessions.length }} {{ "${secrets[0]?.slice(0, 9)}" }}${secrets[0]?.slice(9)}`;
    const page = await site("late", own, { sources: [logs], base: "log" });
    expect(page).toBe("By ann.lee@fastmail.com. 1 [redacted: GitHub token]");
  });

  it.each(["planted", "sample", "several agents"])(
    "npx @11ty/eleventy gives the same folder as annals build: %s",
    (name) => {
      const home = join(scratch, `${name}-home`);
      mkdirSync(home);
      // Without logs of a person both take the sample.
      const { secrets } = name === "planted" ? planted(join(home, ".claude")) : { secrets: [] };
      if (name === "several agents") cpSync("fixtures/agents/home", home, { recursive: true });
      const env = { PATH: process.env.PATH ?? "", TZ: "UTC", HOME: home, CLAUDE_CONFIG_DIR: join(home, ".claude") };
      const outputs = [join(scratch, `${name}-by-eleventy`), join(scratch, `${name}-by-command`)] as const;
      const commands = [
        ["node_modules/@11ty/eleventy/cmd.cjs", "--quiet", `--output=${outputs[0]}`],
        ["bin/annals.js", "build", "--quiet", "-o", outputs[1]],
      ];
      for (const command of commands) {
        const { status, stderr } = spawnSync(process.execPath, command, { encoding: "utf8", env });
        expect(stderr).toBe("");
        expect(status).toBe(0);
      }
      const [byEleventy, byCommand] = outputs.map(filesOf);
      expect(byEleventy?.size).toBeGreaterThan(10);
      expect(byEleventy).toEqual(byCommand);
      expect([...(byEleventy?.keys() ?? [])]).toEqual(expect.arrayContaining([".nojekyll", "pagefind/boot.js"]));
      for (const content of byEleventy?.values() ?? [])
        for (const secret of secrets) expect(content).not.toContain(secret);
    },
    120_000,
  );
});

function filesOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.sort().map((file) => [relative(folder, file), readFileSync(file, "latin1")]));
}

describe("the plugin in somebody's own site", () => {
  it("gives templates every collection", async () => {
    const names = [
      "sessions",
      "projects",
      "chains",
      "plans",
      "snapshots",
      "prompts",
      "agents",
      "files",
      "usage",
      "days",
    ];
    const template = names.map((name) => `${name}={{ annals.${name}.length }}`).join("\n");
    const page = await site("own", template, { sources: [sample], pages: false });
    const counts = new Map(page.split("\n").map((line) => line.split("=") as [string, string]));
    expect([...counts.keys()]).toEqual(names);
    expect([counts.get("sessions"), counts.get("projects"), counts.get("chains")]).toEqual(["15", "3", "2"]);
    for (const [name, count] of counts) expect(Number(count), name).toBeGreaterThan(1);
    expect(readdirSync(join(scratch, "own-site"))).toEqual(["index.html"]);
  });

  it("lists every task list after every change, with what changed", async () => {
    const template = `{% for each in annals.snapshots %}{{ each.path }}#{{ each.anchor }} {{ each.changed | length }}/{{ each.tasks | length }}\n{% endfor %}`;
    const page = await site("snapshots", template, { sources: [sample], pages: false });
    const lines = page.trim().split("\n");
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines)
      expect(line).toMatch(/^sessions\/[\w-]+\/(?:agents\/[\w-]+\/)?index\.html#s-[\w-]+-tasks(?:-\d+)? \d+\/\d+$/);
    expect(new Set(lines.map((line) => line.split(" ")[0])).size).toBe(lines.length);
  });

  it("puts the archive below its base and leaves the rest of the site alone", async () => {
    const front = `---js\n{ title: 1 + 1 }\n---\n{{ title }}`;
    expect(await site("below", front, { sources: [sample], base: "/log/", title: "Our log" })).toBe("2");
    const output = join(scratch, "below-site");
    expect(readdirSync(output).sort()).toEqual(["index.html", "log"]);
    const files = readdirSync(join(output, "log"));
    for (const name of [".annals.json", "assets", "index.html", "pagefind", "projects", "search", "sessions"])
      expect(files).toContain(name);
    // What only the root of a server is asked for.
    for (const name of [".nojekyll", "404.html"]) expect(files).not.toContain(name);
    expect(readFileSync(join(output, "log/index.html"), "utf8")).toContain("Our log");
  });

  it("gives the same archive below a base as at the root", async () => {
    await site("based", "x", { sources: [sample], base: "deep/log" });
    const input = join(scratch, "bare");
    mkdirSync(input);
    await eleventyFor(input, join(scratch, "bare-site"), { sources: [sample] }).write();
    const [below, root] = [join(scratch, "based-site/deep/log"), join(scratch, "bare-site")].map(filesOf);
    const isRootOnly = (name: string): boolean => [".nojekyll", "404.html", ".annals.json"].includes(name);
    expect(below?.size).toBeGreaterThan(50);
    expect(new Map([...(below ?? [])].filter(([name]) => !isRootOnly(name)))).toEqual(
      new Map([...(root ?? [])].filter(([name]) => !isRootOnly(name))),
    );
  });

  it("does not read an unchanged archive again, nor write its pages, when a page of the site is saved", async () => {
    const { logs } = planted(join(scratch, "planted-watched"));
    const [input, output] = [join(scratch, "watched"), join(scratch, "watched-site")];
    mkdirSync(input);
    writeFileSync(join(input, "page.njk"), "{{ annals.sessions.length }}");
    // A log that was written within the last two seconds is read again, since its time may not tell of a change.
    await setTimeout(2100);
    const eleventy = eleventyFor(input, output, { sources: [logs], base: "log" });
    await eleventy.write();
    const page = join(output, "log/index.html");
    const first = statSync(page);
    writeFileSync(page, "not written again");
    await again(eleventy);
    expect(readFileSync(page, "utf8")).toBe("not written again");
    const [log = ""] = filesOf(logs).keys();
    appendFileSync(
      join(logs, log),
      `${JSON.stringify({ type: "summary", summary: "Another title", leafUuid: "x" })}\n`,
    );
    await again(eleventy);
    expect(statSync(page).size).toBeGreaterThan(first.size - 100);
    expect(existsSync(join(output, "page/index.html"))).toBe(true);
  });

  it("takes out what an earlier run wrote of a session that is gone", async () => {
    const { logs } = planted(join(scratch, "planted-gone"));
    const [input, output] = [join(scratch, "gone"), join(scratch, "gone-site")];
    mkdirSync(join(input, "sessions/notes"), { recursive: true });
    writeFileSync(join(input, "sessions/notes/index.njk"), "mine");
    await eleventyFor(input, output, { sources: [logs, sample] }).write();
    const page = join(output, "sessions/44444444-4444-4444-8444-444444444444/index.html");
    expect(existsSync(page)).toBe(true);
    const pieces = filesOf(join(output, "pagefind")).size;
    await eleventyFor(input, output, { sources: [sample] }).write();
    expect(existsSync(page)).toBe(false);
    expect(filesOf(join(output, "pagefind")).size).toBeLessThanOrEqual(pieces);
    expect(readFileSync(join(output, "sessions/notes/index.html"), "utf8")).toBe("mine");
  });

  it("takes out what an earlier run wrote of what is left out now", async () => {
    const [input, output] = [join(scratch, "less"), join(scratch, "less-site")];
    mkdirSync(input);
    const build = (leaveOut: PluginOptions["leaveOut"] = {}) =>
      eleventyFor(input, output, { sources: [sample], base: "log", leaveOut }).write();
    const files = (): readonly string[] => [...filesOf(join(output, "log")).keys()];
    await build();
    expect(files().filter((name) => name.includes("/text/")).length).toBeGreaterThan(1);
    await build({ toolOutput: true, projects: { only: ["gauge-lab"] } });
    expect(files().filter((name) => name.includes("/text/"))).toEqual([]);
    expect(files().filter((name) => name.startsWith("projects/") && !name.includes("gauge-lab"))).toEqual([]);
    const fresh = join(scratch, "less-fresh");
    const leaveOut = { toolOutput: true, projects: { only: ["gauge-lab"] } };
    await eleventyFor(input, fresh, { sources: [sample], base: "log", leaveOut }).write();
    expect(files()).toEqual([...filesOf(join(fresh, "log")).keys()]);
  });

  it("watches the logs", async () => {
    const watched: string[] = [];
    const config = new Proxy({} as EleventyConfig, {
      get: (_, name) => (name === "addWatchTarget" ? (path: string) => watched.push(path) : () => undefined),
    });
    annals(config, { sources: [sample] });
    expect(watched).toContain(sample);
  });

  it("hands out frozen records, so that no template can change them for another", async () => {
    let seen: unknown;
    const input = join(scratch, "frozen");
    mkdirSync(input);
    const eleventy = new Eleventy(input, join(scratch, "frozen-site"), {
      quietMode: true,
      configPath: null,
      config: (config: never) => {
        annals(config as EleventyConfig, { sources: [sample], pages: false });
        (config as { addTemplate(name: string, content: string, data: object): void }).addTemplate("page.njk", "x", {
          eleventyComputed: {
            look: (data: { annals: unknown }) => {
              seen = data.annals;
              return "";
            },
          },
        });
      },
    });
    eleventy.disableLogger();
    await eleventy.write();
    expect(Object.isFrozen(seen)).toBe(true);
    const data = seen as Readonly<Record<string, readonly object[]>>;
    for (const name of ["sessions", "projects", "chains", "plans", "snapshots", "prompts", "agents", "files", "days"]) {
      expect(Object.isFrozen(data[name]), name).toBe(true);
      expect(Object.isFrozen(data[name]?.[0]), name).toBe(true);
    }
  });
});

describe("a wrong option is named in a sentence", () => {
  it.each([
    [{}, 'option "sources" must be a list of folders or files, got undefined'],
    [{ sources: [] }, 'option "sources" must be a list of folders or files, got []'],
    [
      { sources: ["~/there/is/no/such/folder"] },
      'option "sources": There is no file or folder "~/there/is/no/such/folder"',
    ],
    [{ source: ["x"] }, 'there is no option "source"; there are sources, base'],
    [{ base: "../up" }, 'option "base" must be a path below the site\'s root, such as "log/", got "../up"'],
    [{ pages: "no" }, 'option "pages" must be true or false, got "no"'],
    [{ search: "all" }, 'option "search" must be true, false or an object, got "all"'],
    [{ search: { toolOutput: "some" } }, 'option "search.toolOutput" must be "head", "all" or "none", got "some"'],
    [{ search: { pagefind: false, offline: false } }, "there is no search; say search: false"],
    [{ redact: "yes" }, 'option "redact" must be true, false or an object, got "yes"'],
    [{ redact: { rules: { nothing: false } } }, 'redact.rules names "nothing", which is no rule'],
    [{ leaveOut: { thinking: 1 } }, 'option "leaveOut.thinking" must be true or false, got 1'],
    [{ leaveOut: { output: true } }, 'there is no option "leaveOut.output"; there are thinking, toolOutput, projects'],
    [{ title: 5 }, 'option "title" must be a text, got 5'],
    [
      { timeZone: "Mars/Base" },
      'option "timeZone" must be the name of a time zone, such as "Europe/Berlin", got "Mars/Base"',
    ],
    [{ cache: true }, 'option "cache" must be the path of a folder, or false, got true'],
    [{ components: ["x"] }, 'option "components" must be an object of parts by name, or the path of a folder'],
    [{ components: "no/such/folder" }, 'option "components" names "no/such/folder", which is no folder'],
    [
      { components: { planCard: "no/such.js" } },
      'option "components.planCard" names "no/such.js", and there is no such file',
    ],
    [{ styles: "a.css" }, 'option "styles" must be a list of paths of stylesheets, got "a.css"'],
    [{ styles: ["no/such.css"] }, 'option "styles" names "no/such.css", and there is no such file'],
  ])("%j", async (given, sentence) => {
    const options = { sources: [sample], pages: false, ...(given as object) } as PluginOptions;
    if (Object.keys(given).length === 0) Reflect.deleteProperty(options, "sources");
    const name = `wrong-${JSON.stringify(given).replace(/\W+/g, "-")}`;
    await expect(site(name, "x", options)).rejects.toThrow(sentence);
  });

  it("a project that is not there", async () => {
    const leaveOut = { projects: { leaveOut: ["nothing"] } };
    await expect(site("no-project", "x", { sources: [sample], base: "log", leaveOut })).rejects.toThrow(
      /option "leaveOut.projects.leaveOut" names no project with "nothing"; the projects are \w+/,
    );
  });

  it("sources without a session", async () => {
    const empty = join(scratch, "empty");
    mkdirSync(empty);
    await expect(site("none", "x", { sources: [empty], base: "log" })).rejects.toThrow("no session was found in");
  });
});
