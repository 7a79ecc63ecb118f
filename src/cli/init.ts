/** `annals init`: a configuration and a workflow for GitHub Pages, in a repository. Nothing that is there is changed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { record, text } from "../log/fields.ts";
import { version } from "../package.ts";
import { UsageError } from "../system/usage-error.ts";
import type { Arguments } from "./arguments.ts";
import { configNames } from "./config-file.ts";
import { repositoryFolder, tryGit } from "./git.ts";
import { usualCopy } from "./keep-redacted.ts";
import { initSkill } from "./skill.ts";
import { write } from "./terminal.ts";
import { workflowText } from "./workflow.ts";

const formats = ["json", "js", "ts"] as const;
type Format = (typeof formats)[number];

export const workflowFile = ".github/workflows/annals.yml";

export async function init(given: Arguments): Promise<number> {
  const { format: wanted = "json", isQuiet, isSkill, sources } = given;
  if (isSkill) return initSkill(given);
  if (sources.length > 0) throw new UsageError("annals init takes no folder: run it in the repository.");
  const format = formats.find((each) => each === wanted);
  if (format === undefined) throw new UsageError(`--format: "${wanted}" is neither json nor js nor ts.`);
  const top = repositoryFolder();
  const project = basename(top);
  const said: string[] = [];
  const there = configNames.find((name) => existsSync(join(top, name)));
  const config = there ?? configName(top, format);
  if (there !== undefined) said.push(`${there} is there already and was left as it is.`);
  else {
    put(join(top, config), configText(config, project));
    said.push(`Wrote ${config}: only sessions of "${project}" become public.`);
  }
  if (existsSync(join(top, workflowFile))) said.push(`${workflowFile} is there already and was left as it is.`);
  else {
    const branch = tryGit(["symbolic-ref", "--short", "HEAD"], { cwd: top })?.trim() || "main";
    put(join(top, workflowFile), workflowText({ branch, version, config, copy: usualCopy }));
    said.push(`Wrote ${workflowFile}: it builds the archive from ${usualCopy}/ and publishes it on GitHub Pages.`);
  }
  if (!isQuiet) await write([...said, "", ...next(config), ""].join("\n"));
  return 0;
}

/** Whole or not at all; whatever came meanwhile stays. */
function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { flag: "wx" });
}

/** Where packages are CommonJS, only .mjs is a module in every Node. */
function configName(top: string, format: Format): string {
  if (format !== "js") return `annals.config.${format}`;
  const path = join(top, "package.json");
  try {
    return text(record(JSON.parse(readFileSync(path, "utf8"))), "type") === "module"
      ? "annals.config.js"
      : "annals.config.mjs";
  } catch {
    return "annals.config.mjs";
  }
}

export const schemaAddress = `https://unpkg.com/annals@${version}/schema/annals.config.schema.json`;

/** Types only: the package need not be installed where the workflow runs. */
function configText(name: string, project: string): string {
  const config = { public: { projects: { only: [project] } } };
  if (name.endsWith(".json")) return `${JSON.stringify({ $schema: schemaAddress, ...config }, null, 2)}\n`;
  const body = JSON.stringify(config, null, 2).replace(/"(\w+)":/g, "$1:");
  return name.endsWith(".ts")
    ? `import type { AnnalsConfig } from "annals";\n\nexport default ${body} satisfies AnnalsConfig;\n`
    : `/** @type {import("annals").AnnalsConfig} */\nexport default ${body};\n`;
}

const next = (config: string): readonly string[] => [
  "Next:",
  `  1. npx annals keep --redacted     copies the sessions, without secrets, into ${usualCopy}/; read them`,
  `  2. git add ${config} .github ${usualCopy}, commit and push; raw logs stay on this machine`,
  "  3. on GitHub, under Settings, Pages, choose GitHub Actions as the source",
  "Later 1 and 2 again. Without a workflow: npx annals publish pushes the finished site, and no copies, to gh-pages.",
];
