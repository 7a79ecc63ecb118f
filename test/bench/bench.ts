/**
 * `npm run bench`: what Annals costs, as ratios to the least anyone pays (reading and JSON.parse) and to another program.
 * All in one run, in turn, in CPU seconds: on a busy machine the clock tells about its other users.
 *   tsx test/bench/bench.ts [--preset small|medium|large|huge] [--rounds N] [--json FILE]
 *     [--from package|source] [--stages] [--only limit,stats,build-bare,build-no-search,threads-1,threads-2,build,again,
 *     grown,grown-again,grown-old,removed,added,secret,linked,template,without,without-grown,without-grown-again,codex,
 *     codex-stats,peer]
 * `--stages`: a cold build once more, with what it spends by stage.
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { archive, codexArchive } from "./archive.ts";
import { changes } from "./changes.ts";
import { isPreset, presets } from "./generate.ts";
import { bytesBelow, type Cost, Failed, measure } from "./measure.ts";
import { annals, type From, peer, peerName } from "./programs.ts";
import { type Case, rows, table } from "./report.ts";
import { stageSums, stageTable } from "./stages.ts";
import { copyWithoutOverviews } from "./without-overviews.ts";

const root = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    preset: { type: "string", default: "small" },
    rounds: { type: "string", default: "3" },
    json: { type: "string" },
    from: { type: "string", default: "package" },
    only: { type: "string" },
    stages: { type: "boolean", default: false },
  },
});
const { preset } = values;
const rounds = Number(values.rounds);
if (!isPreset(preset)) throw new Error(`--preset: "${preset}" is none of ${Object.keys(presets).join(", ")}.`);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds: "${values.rounds}" is not a number from 1 on.`);
if (values.from !== "package" && values.from !== "source")
  throw new Error(`--from: "${values.from}" is neither package nor source.`);
const from: From = values.from;

const base = join(tmpdir(), "annals-bench");
mkdirSync(base, { recursive: true });
const note = (words: string): void => void process.stderr.write(`${words}\n`);
note(`Archive "${preset}" …`);
const logs = archive(preset, root, base);
const codex = codexArchive(preset, root, base);
const work = mkdtempSync(join(base, "run-"));
const folders = ["site", "bare", "plain", "threads", "peer", "codex", "without"].map((name) => join(work, name));
const [site, bare, plain, threads, theirs, codexSite, withoutSite] = folders as [
  ...[string, string, string, string, string, string, string],
];
const cache = join(work, "cache");
const change = changes(logs, work, root);
let siteBytes: number | undefined;
try {
  await run();
} finally {
  change.undo();
  rmSync(work, { recursive: true, force: true });
}

/** In the copy that is measured. */
function changeTemplate(): void {
  appendFileSync(join(work, "annals/dist/templates/pages/session.11ty.js"), "// changed\n");
}

interface Step {
  readonly name: string;
  readonly what: string;
  readonly command: readonly string[];
  readonly before?: () => void;
  readonly after?: () => void;
  /** Of its logs, where they are others. */
  readonly bytes?: number;
}

function measureSite(): void {
  siteBytes = bytesBelow(site);
}

async function run(): Promise<void> {
  const own = annals(from, root, work);
  const wanted = values.only?.split(",");
  const without = wanted?.some((name) => name.startsWith("without")) === true ? withoutOverviews() : undefined;
  const other = peer(base);
  if (other === undefined) note(`${peerName} could not be installed; it is left out.`);
  const limit: Step = {
    name: "limit",
    what: "read and JSON.parse",
    command: [process.execPath, join(import.meta.dirname, "limit.mjs"), logs.folder],
  };
  const buildOf = (source: string, ...more: readonly string[]): readonly string[] => buildBy(own, source, ...more);
  const buildBy = (program: readonly string[], source: string, ...more: readonly string[]): readonly string[] => [
    ...program,
    "build",
    source,
    "--quiet",
    "--no-keep",
    ...more,
  ];
  const build = (...more: readonly string[]): readonly string[] => buildOf(logs.folder, ...more);
  // A cold build finds neither a site nor a cache. They go at the end: a file system that has just removed thousands of
  // files takes several times as long to make new ones.
  let away = 0;
  const fresh = (folder: string) => () => {
    for (const each of [folder, cache]) if (existsSync(each)) renameSync(each, join(work, `away-${away++}`));
  };
  const steps: readonly Step[] = [
    limit,
    { name: "stats", what: "annals stats", command: [...own, "stats", "--json", logs.folder] },
    {
      name: "build-bare",
      what: "build, no search, no redaction",
      command: build("--no-search", "--no-redact", "-o", plain),
      before: fresh(plain),
    },
    {
      name: "build-no-search",
      what: "build, no search",
      command: build("--no-search", "-o", bare),
      before: fresh(bare),
    },
    ...[1, 2].map((width) => ({
      name: `threads-${width}`,
      what: `build, ${width} thread${width === 1 ? "" : "s"}`,
      command: build("--threads", String(width), "-o", threads),
      before: fresh(threads),
    })),
    ...(without === undefined
      ? []
      : withoutSteps(buildBy(without, logs.folder, "-o", withoutSite), fresh(withoutSite))),
    limit,
    { name: "build", what: "build", command: build("-o", site), before: fresh(site), after: measureSite },
    { name: "again", what: "  nothing changed", command: build("-o", site) },
    { name: "grown", what: "  one session grown", command: build("-o", site), before: change.grow },
    { name: "grown-again", what: "  and once more", command: build("-o", site), before: change.grow },
    { name: "grown-old", what: "  an old one grown", command: build("-o", site), before: change.growOld },
    { name: "removed", what: "  one removed", command: build("-o", site), before: change.remove },
    { name: "added", what: "  one added", command: build("-o", site), before: change.add },
    { name: "secret", what: "  a new secret", command: build("-o", site), before: change.tellSecret },
    { name: "linked", what: "  a session resumed", command: build("-o", site), before: change.addLink },
    // The checkout itself is left as it is.
    ...(from === "package"
      ? [{ name: "template", what: "  template changed", command: build("-o", site), before: changeTemplate }]
      : []),
    ...(codex === undefined
      ? []
      : [
          {
            name: "codex-stats",
            what: "annals stats, Codex",
            command: [...own, "stats", "--json", codex.folder],
            bytes: codex.bytes,
          },
          {
            name: "codex",
            what: "build, Codex",
            command: buildOf(codex.folder, "-o", codexSite),
            before: fresh(codexSite),
            bytes: codex.bytes,
          },
        ]),
    limit,
    ...(other === undefined
      ? []
      : [
          {
            name: "peer",
            what: peerName,
            command: [...other, "all", "-q", "-s", logs.folder, "-o", theirs],
            before: fresh(theirs),
          },
        ]),
  ];
  const cases = await measured(wanted === undefined ? steps : steps.filter(({ name }) => wanted.includes(name)));
  const figures = rows(cases);
  process.stdout.write(
    `\n${preset}: ${(logs.bytes / 1e6).toFixed(0)} MB, ${logs.sessions} sessions, ${logs.files} files, by ${logs.madeBy}; annals from ${from}; Node ${process.version}, ${cpus().length} cores; medians of ${rounds}\n\n${table(figures, logs.bytes)}\n${siteSize()}`,
  );
  const stages = values.stages ? await stagesOf(build("-o", site), fresh(site)) : undefined;
  if (stages !== undefined) process.stdout.write(`\n${stageTable(stages.sums, stages.total)}\n`);
  if (values.json === undefined) return;
  const { folder: _, ...about } = logs;
  const report = {
    preset,
    archive: about,
    from,
    rounds,
    node: process.version,
    cores: cpus().length,
    cpu: cpus()[0]?.model,
    cases: figures,
    ...(siteBytes === undefined ? {} : { siteBytes }),
    ...(stages === undefined ? {} : { stages }),
  };
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

/** A log that was written just now is read again by the next build, whatever its time says: so that is waited for. */
function beginAgain(): void {
  change.undo();
  change.plantWord();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2100);
}

/** Asked for by name only: what stories, pages of files, decisions and usage cost is the difference to `build`. */
function withoutOverviews(): readonly string[] {
  const sources = join(work, "without-sources");
  copyWithoutOverviews(root, sources);
  return annals("package", sources, join(work, "without-package"));
}

function withoutSteps(command: readonly string[], before: () => void): readonly Step[] {
  return [
    { name: "without", what: "build, no pages over sessions", command, before },
    { name: "without-grown", what: "  one session grown", command, before: change.grow },
    { name: "without-grown-again", what: "  and once more", command, before: change.grow, after: beginAgain },
  ];
}

function siteSize(): string {
  if (siteBytes === undefined) return "";
  return `\nThe site has ${(siteBytes / 1e6).toFixed(1)} MB, ${((100 * siteBytes) / logs.bytes).toFixed(0)} % of its logs.\n`;
}

/** Once: it tells where time goes, not how much of it. */
async function stagesOf(command: readonly string[], before: () => void) {
  const folder = join(work, "stages");
  mkdirSync(folder, { recursive: true });
  before();
  note("stages …");
  const { cpu } = await measure(command, { ...environment(), ANNALS_STAGES: folder });
  return { sums: stageSums(folder), total: cpu };
}

function environment(): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = { ...process.env, HOME: work, XDG_CACHE_HOME: cache, TZ: "UTC", NO_COLOR: "1" };
  for (const name of ["CLAUDE_CONFIG_DIR", "NODE_OPTIONS", "ANNALS_STAGES", "XDG_DATA_HOME"]) delete own[name];
  return own;
}

/** Round by round, so that a busy minute does not hit one of them alone. */
async function measured(steps: readonly Step[]): Promise<readonly Case[]> {
  const found = new Map<string, { what: string; costs: Cost[]; bytes?: number; failure?: string }>();
  const own = environment();
  for (let round = 1; round <= rounds; round++) {
    beginAgain();
    for (const { name, what, command, before, after, bytes } of steps) {
      const known = found.get(name) ?? { what, costs: [], ...(bytes === undefined ? {} : { bytes }) };
      found.set(name, known);
      before?.();
      note(`${round}/${rounds} ${what.trim()} …`);
      try {
        known.costs.push(await measure(command, own));
        after?.();
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        known.failure = error.message;
      }
    }
  }
  return [...found].map(([name, each]) => ({ name, ...each }));
}
