/**
 * `npm run bench`: what Annals costs, as ratios to the least anyone pays (reading and JSON.parse) and to another program.
 * All in one run, in turn, in CPU seconds: on a busy machine the clock tells about its other users.
 *   tsx test/bench/bench.ts [--preset small|medium|large|huge] [--rounds N] [--json FILE]
 *     [--from package|source] [--only limit,stats,build-bare,build-no-search,build,again,grown,grown-again,grown-old,removed,added,template,peer]
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { archive, changes } from "./archive.ts";
import { isPreset, presets } from "./generate.ts";
import { type Cost, Failed, measure } from "./measure.ts";
import { annals, type From, peer, peerName } from "./programs.ts";
import { type Case, rows, table } from "./report.ts";

const root = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    preset: { type: "string", default: "small" },
    rounds: { type: "string", default: "3" },
    json: { type: "string" },
    from: { type: "string", default: "package" },
    only: { type: "string" },
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
const work = mkdtempSync(join(base, "run-"));
const [site, bare, plain, theirs] = ["site", "bare", "plain", "peer"].map((name) => join(work, name)) as [
  string,
  string,
  string,
  string,
];
const cache = join(work, "cache");
const change = changes(logs, work, root);
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
}

async function run(): Promise<void> {
  const own = annals(from, root, work);
  const other = peer(base);
  if (other === undefined) note(`${peerName} could not be installed; it is left out.`);
  const limit: Step = {
    name: "limit",
    what: "read and JSON.parse",
    command: [process.execPath, join(import.meta.dirname, "limit.mjs"), logs.folder],
  };
  const build = (...more: readonly string[]): readonly string[] => [...own, "build", logs.folder, "--quiet", ...more];
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
    limit,
    { name: "build", what: "build", command: build("-o", site), before: fresh(site) },
    { name: "again", what: "  nothing changed", command: build("-o", site) },
    { name: "grown", what: "  one session grown", command: build("-o", site), before: change.grow },
    { name: "grown-again", what: "  and once more", command: build("-o", site), before: change.grow },
    { name: "grown-old", what: "  an old one grown", command: build("-o", site), before: change.growOld },
    { name: "removed", what: "  one removed", command: build("-o", site), before: change.remove },
    { name: "added", what: "  one added", command: build("-o", site), before: change.add },
    // The checkout itself is left as it is.
    ...(from === "package"
      ? [{ name: "template", what: "  template changed", command: build("-o", site), before: changeTemplate }]
      : []),
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
  const wanted = values.only?.split(",");
  const cases = await measured(wanted === undefined ? steps : steps.filter(({ name }) => wanted.includes(name)));
  const figures = rows(cases);
  process.stdout.write(
    `\n${preset}: ${(logs.bytes / 1e6).toFixed(0)} MB, ${logs.sessions} sessions, ${logs.files} files, by ${logs.madeBy}; annals from ${from}; Node ${process.version}, ${cpus().length} cores; medians of ${rounds}\n\n${table(figures, logs.bytes)}\n`,
  );
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
  };
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

/** Round by round, so that a busy minute does not hit one of them alone. */
async function measured(steps: readonly Step[]): Promise<readonly Case[]> {
  const found = new Map<string, { what: string; costs: Cost[]; failure?: string }>();
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: work,
    XDG_CACHE_HOME: cache,
    TZ: "UTC",
    NO_COLOR: "1",
  };
  for (const name of ["CLAUDE_CONFIG_DIR", "NODE_OPTIONS"]) delete environment[name];
  for (let round = 1; round <= rounds; round++) {
    change.undo();
    for (const { name, what, command, before } of steps) {
      const known = found.get(name) ?? { what, costs: [] };
      found.set(name, known);
      before?.();
      note(`${round}/${rounds} ${what.trim()} …`);
      try {
        known.costs.push(await measure(command, environment));
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        known.failure = error.message;
      }
    }
  }
  return [...found].map(([name, each]) => ({ name, ...each }));
}
