/** The skill that tells Claude Code how to ask an archive: `annals init --skill` puts it into a repository. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageFile } from "../package.ts";

export interface WrittenSkill {
  readonly file: string;
  /** One that somebody changed stays as it is. */
  readonly what: "written" | "there already" | "changed by hand";
}

/** `folder` is that of the repository. */
export function writeSkill(folder: string): WrittenSkill {
  const file = join(folder, ".claude", "skills", "annals", "SKILL.md");
  const text = readFileSync(packageFile("src/cli/skill/SKILL.md"), "utf8");
  if (existsSync(file))
    return { file, what: readFileSync(file, "utf8") === text ? "there already" : "changed by hand" };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return { file, what: "written" };
}
