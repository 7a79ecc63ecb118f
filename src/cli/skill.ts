/** The skill that tells Claude Code how to ask an archive: `annals init --skill` puts it into a repository. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { packageFile } from "../package.ts";
import { UsageError } from "../system/usage-error.ts";
import type { Arguments } from "./arguments.ts";
import { write } from "./terminal.ts";

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

/** `annals init --skill`, in the repository that it is for. */
export async function initSkill({ isQuiet, sources }: Arguments): Promise<number> {
  if (sources.length > 0)
    throw new UsageError(
      "annals init --skill writes the skill into the folder that it is run in; it takes nothing else.",
    );
  const { file, what } = writeSkill(process.cwd());
  const name = relative(process.cwd(), file);
  const told = {
    written: `Wrote ${name}: Claude Code now knows how to ask the archive. Next: annals build.`,
    "there already": `${name} is there already.`,
    "changed by hand": `${name} is there already, is not ours any more, and was left as it is.`,
  };
  if (!isQuiet) await write(`${told[what]}\n`);
  return 0;
}
