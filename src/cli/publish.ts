/** `annals publish`: builds for the public, shows what will become public, asks, and pushes it to a branch or writes it to a folder. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import type { BuiltSite } from "../build/build.ts";
import { filesIn } from "../build/output/files.ts";
import { OutputRefused, prepareOutput } from "../build/output/output-folder.ts";
import { marker, ownFiles } from "../build/output/own-files.ts";
import { type Finding, findingCounts, findingReport } from "../redact/index.ts";
import { UsageError } from "../system/usage-error.ts";
import { count, roughBytes } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { leftOutWords } from "./build.ts";
import { makeSite } from "./make-site.ts";
import { ofThisRepository } from "./public-projects.ts";
import { markerIn, openBranch, type PublishedBranch } from "./publish-branch.ts";
import { sourcesAndStore } from "./store.ts";
import { note, print, write } from "./terminal.ts";

/** Of GitHub Pages. */
const mostSite = 1_000_000_000;
/** Of GitHub: a push with a larger file is refused. */
const mostFile = 100_000_000;

export async function publish(given: Arguments): Promise<number> {
  const options = given.to === undefined ? ofThisRepository(given) : given;
  if (options.to !== undefined && (options.remote !== undefined || options.branch !== undefined))
    throw new UsageError("--to writes a folder: it excludes --remote and --branch.");
  if (!options.isYes && !process.stdin.isTTY)
    throw new UsageError(
      "annals publish asks before anything becomes public, and there is no terminal here: add --yes.",
    );
  const { sources } = sourcesAndStore(options);
  if (sources.isSample)
    throw new UsageError(`No log folder was found (looked for ${sources.looked.join(", ")}); name one.`);
  const branch = options.to === undefined ? openBranch(options) : undefined;
  const scratch = mkdtempSync(join(tmpdir(), "annals-publish-"));
  try {
    const before = branch === undefined ? markerIn(resolve(options.to ?? "")) : branch.marker;
    return await publishTo(options, join(scratch, "site"), before, branch);
  } finally {
    branch?.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** `before` is what the site there remembers: addresses that it gave stay. */
async function publishTo(
  options: Arguments,
  folder: string,
  before: string | undefined,
  branch: PublishedBranch | undefined,
): Promise<number> {
  if (before !== undefined) {
    mkdirSync(folder);
    writeFileSync(join(folder, marker), before);
  }
  // Where no archive was before, nothing there is ours.
  const isOurs = before === undefined ? () => false : ownFiles(folder).has;
  const { sources, store } = sourcesAndStore(options);
  let findings: readonly Finding[] = [];
  const hear = (heard: readonly Finding[]): void => {
    findings = heard;
  };
  // Nothing of it is kept: whoever forgets a session has no other site to make anew.
  const site = await makeSite({ ...options, isCached: false }, sources, store, folder, true, hear);
  if (options.redactReport !== undefined) writeFileSync(options.redactReport, findingReport(findings));
  const files = filesIn(folder, "").map(([path, size]) => ({ path, size }));
  const target = targetOf(options, branch);
  refuseLarge(files, branch !== undefined);
  if (branch !== undefined) refuseForeign(branch, files, isOurs);
  const gone = goneSessions(branch, folder);
  if (!options.isJson && !options.isQuiet) await print(shown(site, files, findings, target, gone));
  if (!options.isYes && !(await isAgreed())) {
    note("Nothing was published.");
    return 1;
  }
  const commit =
    branch === undefined ? writeTo(resolve(options.to ?? ""), folder, site) : push(branch, folder, isOurs, site);
  await tell(options, { site, files, findings, target, gone, branch, commit });
  return 0;
}

const targetOf = ({ to }: Arguments, branch: PublishedBranch | undefined): string =>
  branch === undefined ? `the folder "${resolve(to ?? "")}"` : `the branch ${branch.branch} of ${branch.address}`;

interface SiteFile {
  readonly path: string;
  readonly size: number;
}

const bytesOf = (files: readonly SiteFile[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** Why GitHub would not take it. */
export function sizeProblem(files: readonly SiteFile[]): string | undefined {
  const large = files.find(({ size }) => size > mostFile);
  if (large !== undefined) return `"${large.path}" has ${roughBytes(large.size)}, and GitHub takes no file over 100 MB`;
  const bytes = bytesOf(files);
  return bytes > mostSite ? `The site has ${roughBytes(bytes)}, and GitHub Pages takes no more than 1 GB` : undefined;
}

function refuseLarge(files: readonly SiteFile[], isBranch: boolean): void {
  const problem = sizeProblem(files);
  if (problem === undefined) return;
  const advice = "publish fewer projects, leave out toolOutput, or use another server with --to";
  if (isBranch) throw new Error(`${problem}: ${advice}. Nothing was published.`);
  note(`${problem}; another server may.`);
}

/** Somebody's documentation is not replaced by an archive. */
function refuseForeign(
  { files, branch, address }: PublishedBranch,
  own: readonly SiteFile[],
  isOurs: (path: string) => boolean,
): void {
  const clash = own.find(({ path }) => files.has(path) && !isOurs(path) && path !== ".nojekyll");
  if (clash !== undefined)
    throw new UsageError(
      `The branch ${branch} of ${address} holds a file "${clash.path}" that annals did not write; name another with --branch.`,
    );
}

const sessionPage = /^sessions\/([^/]+)\/index\.html$/;

/** Sessions that are public now and will not be. */
function goneSessions(branch: PublishedBranch | undefined, folder: string): number {
  const now = new Set(filesIn(folder, "").map(([path]) => path));
  return [...(branch?.files.keys() ?? [])].filter((path) => sessionPage.test(path) && !now.has(path)).length;
}

function shown(
  { summary, archive, taken }: BuiltSite,
  files: readonly SiteFile[],
  findings: readonly Finding[],
  target: string,
  gone: number,
): string {
  const names = archive?.projects.map(({ name }) => name) ?? [];
  const kinds = findingCounts(findings).map(([rule, amount]) => `${amount} × ${rule}`);
  return [
    `To ${target}:`,
    `  ${count(summary.sessions, "session")} of ${count(summary.projects, "project")}: ${names.join(", ")}`,
    `  ${count(files.length, "file")}, ${roughBytes(bytesOf(files))}`,
    `  left out: ${leftOutWords(summary.leftOut)}`,
    `  redacted: ${kinds.length === 0 ? "nothing" : kinds.join(", ")}${taken.length === 0 ? "" : `, ${taken.length} more by the last look`}`,
    ...(gone === 0 ? [] : [`  withdrawn: ${count(gone, "session")} that ${gone === 1 ? "is" : "are"} public now`]),
    "Redaction knows shapes and labels, not meaning: read the site before others do.",
    "",
  ].join("\n");
}

async function isAgreed(): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await asking.question("Make this public? [y/N] ")).trim());
  } finally {
    asking.close();
  }
}

function push(
  branch: PublishedBranch,
  folder: string,
  isOurs: (path: string) => boolean,
  { summary }: BuiltSite,
): string | undefined {
  return branch.push(folder, isOurs, `Publish ${count(summary.sessions, "session")}`);
}

function writeTo(to: string, folder: string, { addresses }: BuiltSite): undefined {
  try {
    const target = prepareOutput(to);
    try {
      cpSync(folder, target.folder, { recursive: true });
      rmSync(join(target.folder, marker), { force: true });
      target.finish({ addresses });
    } catch (error) {
      target.abandon();
      throw error;
    }
  } catch (error) {
    if (error instanceof OutputRefused) throw new UsageError(error.message.replace(" with -o", " with --to"));
    throw error;
  }
  return undefined;
}

interface Told {
  readonly site: BuiltSite;
  readonly files: readonly SiteFile[];
  readonly findings: readonly Finding[];
  readonly target: string;
  readonly gone: number;
  readonly branch: PublishedBranch | undefined;
  readonly commit: string | undefined;
}

async function tell({ isJson, isQuiet }: Arguments, told: Told): Promise<void> {
  const { site, files, findings, target, gone, branch, commit } = told;
  const page = branch === undefined ? undefined : pagesAddress(branch.address);
  if (isJson) {
    const { sessions, projects, leftOut } = site.summary;
    const counted = { sessions, projects, files: files.length, bytes: bytesOf(files), leftOut, withdrawn: gone };
    const redacted = Object.fromEntries(findingCounts(findings));
    await write(`${JSON.stringify({ target, ...counted, redacted, commit, page }, null, 2)}\n`);
    return;
  }
  if (isQuiet) return;
  if (branch !== undefined && commit === undefined) {
    await print(`The branch holds just that already; nothing was pushed.\n`);
    return;
  }
  const lines = [
    `Published to ${target}.`,
    ...(page === undefined
      ? []
      : [`It will be at ${page} (Settings, Pages: deploy from the branch ${branch?.branch}).`]),
    ...(branch?.tip === undefined
      ? []
      : [
          `The commit before, ${branch.tip.slice(0, 12)}, is on no branch any more, but can be asked for by its number until the remote collects garbage.`,
          ...(gone === 0
            ? []
            : [
                "To be rid of what was withdrawn at once: on GitHub ask support to purge it, or delete the repository and push it anew; elsewhere run git gc --prune=now there. Copies that others made stay. A secret that was public must be revoked.",
              ]),
        ]),
    "",
  ];
  await print(lines.join("\n"));
}

/** Where GitHub shows it. */
function pagesAddress(address: string): string | undefined {
  const [, owner, name] = /github\.com[:/]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/i.exec(address) ?? [];
  if (owner === undefined || name === undefined) return undefined;
  const host = `${owner.toLowerCase()}.github.io`;
  return name.toLowerCase() === host ? `https://${host}/` : `https://${host}/${name}/`;
}
