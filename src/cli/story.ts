/** `annals story --range A..B`: how the commits of a range came about, as Markdown for a pull request. */
import { execFileSync } from "node:child_process";
import { collections } from "../archive/collections.ts";
import { readArchive } from "../archive/index.ts";
import { findCommits, type RepositoryCommit, rangeMarkdown } from "../archive/story/range.ts";
import { publicUrl } from "../export/public-url.ts";
import { createRedactor } from "../redact/index.ts";
import { UsageError } from "../system/usage-error.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { selectionOf } from "./filter.ts";
import { notesFor } from "./notes.ts";
import { quietProgress } from "./progress.ts";
import { findSources } from "./sources.ts";
import { print } from "./terminal.ts";

export async function story(options: Arguments): Promise<number> {
  const { range, url } = options;
  if (range === undefined) throw new UsageError("annals story needs --range, such as --range main..HEAD.");
  if (url !== undefined && publicUrl(url) === undefined)
    throw new UsageError(`--url: "${url}" is not an address such as https://example.org/log/.`);
  const commits = commitsOf(range);
  if (commits.length === 0) throw new UsageError(`--range: there is no commit in ${range}.`);
  const { paths } = findSources(options.sources, [], undefined, options.agents);
  const { redact } = readConfig(options.config);
  const { keep, onSelected, ...narrowed } = selectionOf(options, paths);
  const shown = quietProgress();
  const redactor = options.redact ? await createRedactor(redact) : undefined;
  const archive = await readArchive({
    sources: paths,
    title: "",
    timeZone: options.timeZone,
    ...narrowed,
    keep,
    onSelected,
    ...notesFor(options),
    ...(redactor === undefined ? {} : { redactor }),
    onProgress: (done, all, bytes) => {
      if (done === 1) shown.phase("Reading sessions", all);
      shown.step(done, bytes);
    },
  }).finally(() => shown.end());
  const found = findCommits(commits, collections(archive).commits);
  const clean = redactor === undefined ? found : redactor.value(found);
  await print(rangeMarkdown(range, clean, archive, url));
  return 0;
}

/** Oldest first. */
function commitsOf(range: string): readonly RepositoryCommit[] {
  // It would be taken for an option of git.
  if (range.startsWith("-")) throw new UsageError(`--range: "${range}" is not a range such as main..HEAD.`);
  let printed: string;
  try {
    printed = execFileSync(
      "git",
      ["log", "--reverse", "--no-show-signature", "--format=%H%x09%at%x09%s", range, "--"],
      {
        encoding: "utf8",
        maxBuffer: 64_000_000,
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
  } catch (error) {
    throw new UsageError(`--range: ${reason(error)}`);
  }
  return printed.split("\n").flatMap((each) => {
    const [sha, seconds, ...subject] = each.split("\t");
    return sha === undefined || sha === "" ? [] : [{ sha, time: Number(seconds) * 1000, subject: subject.join("\t") }];
  });
}

function reason(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return "git is not installed here.";
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const line = said.split("\n").find((each) => each.trim() !== "") ?? "git could not read it";
  return `${line.replace(/^fatal: /, "").replace(/\.$/, "")}.`;
}
