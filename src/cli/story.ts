/** `annals story --range A..B`: how the commits of a range came about, as Markdown for a pull request. */
import { collections } from "../archive/collections.ts";
import { readArchive } from "../archive/index.ts";
import { findCommits, rangeMarkdown } from "../archive/story/range.ts";
import { isMadeIn, projectsOf } from "../archive/story/repository.ts";
import { publicUrl } from "../export/public-url.ts";
import { createRedactor } from "../redact/index.ts";
import { UsageError } from "../system/usage-error.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { selectionOf } from "./filter.ts";
import { notesFor } from "./notes.ts";
import { quietProgress } from "./progress.ts";
import { commitsOf, repositoryHere } from "./repository.ts";
import { findSources } from "./sources.ts";
import { note, print } from "./terminal.ts";

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
  const repository = repositoryHere();
  let own: ReadonlySet<string> = new Set();
  const shown = quietProgress();
  const redactor = options.redact ? await createRedactor(redact) : undefined;
  const archive = await readArchive({
    sources: paths,
    title: "",
    timeZone: options.timeZone,
    ...narrowed,
    keep,
    onSelected: (selection) => {
      onSelected(selection);
      own = projectsOf(repository, selection);
    },
    ...notesFor(options),
    ...(redactor === undefined ? {} : { redactor }),
    onProgress: (done, all, bytes) => {
      if (done === 1) shown.phase("Reading sessions", all);
      shown.step(done, bytes);
    },
  }).finally(() => shown.end());
  const records = collections(archive).commits;
  // Whoever names the project knows that it is this repository, wherever it lay.
  const isOwn = options.projects.length > 0 ? () => true : isMadeIn(own, repository.remotes);
  const found = findCommits(commits, records, isOwn);
  if (!records.some(isOwn) && found.some(({ made }) => made === undefined))
    note(
      "No commit of these logs is known to be of this repository, by folder or remote: --project NAME says which are.",
    );
  const clean = redactor === undefined ? found : redactor.value(found);
  await print(rangeMarkdown(range, clean, archive, url));
  return 0;
}
