import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
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

async function site(name: string, template: string, options: Partial<PluginOptions>): Promise<string> {
  const input = join(scratch, name);
  mkdirSync(input);
  writeFileSync(join(input, "index.njk"), template);
  const output = join(scratch, `${name}-site`);
  const eleventy = new Eleventy(input, output, {
    quietMode: true,
    configPath: null,
    config: (config) => annals(config as EleventyConfig, options),
  });
  eleventy.disableLogger();
  await eleventy.write();
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
  const template = `{{ annals.sessions[0].title }} {{ annals.sessions[0].prompt }} {{ annals.archive | dump | safe }}`;

  it("is on in somebody's own site", async () => {
    const { logs, secrets } = planted(join(scratch, "planted-own"));
    const page = await site("planted", template, { sources: [logs] });
    expect(page).toContain("[redacted: GitHub token #1]");
    for (const secret of secrets) expect(page).not.toContain(secret);
    expect(page).not.toContain("marigold");
  });

  it("is off where somebody says so", async () => {
    const { logs, secrets } = planted(join(scratch, "planted-off"));
    expect(await site("planted-off-own", template, { sources: [logs], redact: { redact: false } })).toContain(
      secrets[0],
    );
  });

  it("looks at finished pages too, and leaves a site's own words alone", async () => {
    const { logs, secrets } = planted(join(scratch, "planted-late"));
    const own = `By ann.lee@fastmail.com. {{ annals.sessions.length }} {{ "${secrets[0]?.slice(0, 9)}" }}${secrets[0]?.slice(9)}`;
    const page = await site("late", own, { sources: [logs] });
    expect(page).toBe("By ann.lee@fastmail.com. 1 [redacted: GitHub token]");
  });

  it("npx @11ty/eleventy gives the same folder as annals build", () => {
    const home = join(scratch, "planted-home");
    const { secrets } = planted(join(home, ".claude"));
    const env = { PATH: process.env.PATH ?? "", TZ: "UTC", HOME: home, CLAUDE_CONFIG_DIR: join(home, ".claude") };
    const outputs = [join(scratch, "by-eleventy"), join(scratch, "by-command")] as const;
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
  }, 120_000);
});

function filesOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.sort().map((file) => [relative(folder, file), readFileSync(file, "latin1")]));
}

describe("the plugin in somebody's own site", () => {
  it("gives the archive as global data", async () => {
    const template = `{{ annals.sessions.length }} {{ annals.projects.length }} {{ annals.chains.length }} {{ annals.agents.length > 5 }}
{% for project in annals.projects %}[{{ project.name }}]{% endfor %} {{ annals.usage.length > 5 }} {{ annals.tasks.length > 2 }} {{ annals.files.length > 5 }}`;
    const page = await site("own", template, { sources: [sample] });
    expect(page.split("\n")[0]).toBe("15 3 2 true");
    expect(page).toContain("[tidemark]");
    expect(page).not.toContain("false");
  });

  it("hands out frozen records, so that no template can change them for another", async () => {
    let seen: unknown;
    const input = join(scratch, "frozen");
    mkdirSync(input);
    const eleventy = new Eleventy(input, join(scratch, "frozen-site"), {
      quietMode: true,
      configPath: null,
      config: (config: never) => {
        annals(config as EleventyConfig, { sources: [sample] });
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
    expect(Object.isFrozen((seen as { sessions: readonly object[] }).sessions[0])).toBe(true);
  });

  it("names the option that is wrong", async () => {
    await expect(site("wrong", "x", {})).rejects.toThrow(
      /option "sources" must be a list of folders or files, got undefined/,
    );
  });

  it("does not run front matter written in JavaScript", async () => {
    await expect(
      site("script", "---js\n{ title: (globalThis.ran = true) }\n---\nx", { sources: [sample] }),
    ).rejects.toThrow();
    expect("ran" in globalThis).toBe(false);
  });
});
