/** `npm run check:corpus`: builds the whole of a folder of real logs and looks for everything that they hold. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const project = resolve(import.meta.dirname, "../..");
const logs = resolve(process.argv[2] ?? join(project, "../shared/corpus"));
/** Hand-made lines of the corpus that are meant to be unknown: no type at all, or an invented one. */
const expectedUnknown = 2;

const scratch = mkdtempSync(join(tmpdir(), "annals-corpus-"));
try {
  const summary = JSON.parse(annals("build", logs, "-o", join(scratch, "site"), "--json", "--no-keep"));
  const unknown = Object.entries<number>(summary.notUnderstood).filter(([code]) => code.startsWith("unknown-"));
  const count = unknown.reduce((sum, [, times]) => sum + times, 0);
  console.log(
    `Built ${summary.sessions} sessions on ${summary.pages} pages; not understood: ${JSON.stringify(summary.notUnderstood)}`,
  );
  if (count > expectedUnknown) fail(`${count} lines of an unknown type, at most ${expectedUnknown} were expected.`);
  // What was taken out cannot be found again: the comparison is with a private archive.
  annals("build", logs, "-o", join(scratch, "private"), "--no-redact", "--no-search", "--quiet", "--no-keep");
  const check = spawnSync(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "check.ts"), "--logs", logs, "--site", join(scratch, "private")],
    {
      cwd: project,
      stdio: "inherit",
    },
  );
  if (check.status !== 0) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function annals(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, "bin/annals.js"), ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) fail(`annals ${args[0]} ended with ${status}: ${stderr.trim()}`);
  return stdout;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
