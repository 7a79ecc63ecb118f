import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Eleventy from "@11ty/eleventy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import annals, { type EleventyConfig, type PluginOptions } from "../../src/plugin/index.ts";

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
