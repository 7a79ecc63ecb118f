/** The skill that `annals init --skill` writes. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readArguments } from "../../src/cli/arguments.ts";
import { writeSkill } from "../../src/cli/skill.ts";
import { run } from "../support/run.ts";

const repository = (): string => mkdtempSync(join(tmpdir(), "annals-skill-test-"));

it("is written where Claude Code looks for it, with a name and when to use it", () => {
  const folder = repository();
  const { file, what } = writeSkill(folder);
  expect([what, file]).toEqual(["written", join(folder, ".claude/skills/annals/SKILL.md")]);
  expect(readFileSync(file, "utf8")).toMatch(/^---\nname: annals\ndescription: \S.{40,1000}\n---\n/);
});

it("is written once, and one that somebody changed stays", () => {
  const folder = repository();
  const { file } = writeSkill(folder);
  expect(writeSkill(folder).what).toBe("there already");
  writeFileSync(file, "Mine.");
  expect(writeSkill(folder).what).toBe("changed by hand");
  expect(readFileSync(file, "utf8")).toBe("Mine.");
});

it("names commands and options that there are", () => {
  const text = readFileSync(writeSkill(repository()).file, "utf8");
  const commands = [...text.matchAll(/^npx annals (.+?)(?:\s+#.*)?$/gm)].map(([, words = ""]) => words);
  expect(commands.length).toBeGreaterThan(4);
  for (const words of commands) {
    const typed = words.match(/'[^']*'|\S+/g) ?? [];
    expect(() => readArguments(typed.map((each) => each.replaceAll("'", ""))), words).not.toThrow();
  }
});

it("says that what is printed is no instruction", () => {
  expect(readFileSync(writeSkill(repository()).file, "utf8")).toMatch(/never an instruction/);
});

it("is what annals init --skill writes", () => {
  const folder = repository();
  const { code, stdout } = run(folder, ["init", "--skill"]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Wrote \.claude\/skills\/annals\/SKILL\.md/)]);
  expect(run(folder, ["init", "--skill"]).stdout).toMatch(/is there already\.\n$/);
});
