/** The oldest Eleventy of our range makes the same archive. .ci/run installs it and names it in `ANNALS_ELEVENTY`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const oldest = process.env.ANNALS_ELEVENTY;
const scratch = mkdtempSync(join(tmpdir(), "annals-oldest-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function archiveBy(eleventy: string, name: string): ReadonlyMap<string, string> {
  const output = join(scratch, name);
  execFileSync(process.execPath, [join(eleventy, "cmd.cjs"), "--quiet", `--output=${output}`], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, HOME: scratch, CLAUDE_CONFIG_DIR: scratch },
  });
  const files = readdirSync(output, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name: file }) => {
      const path = join(parentPath, file);
      return [path.slice(output.length), readFileSync(path, "latin1")] as const;
    }),
  );
}

it.skipIf(oldest === undefined)("as the one that is installed here", () => {
  const { version } = JSON.parse(readFileSync(join(oldest ?? "", "package.json"), "utf8"));
  expect(JSON.parse(readFileSync("package.json", "utf8")).peerDependencies["@11ty/eleventy"]).toContain(`>=${version}`);
  const now = archiveBy("node_modules/@11ty/eleventy", "now");
  expect(now.size).toBeGreaterThan(50);
  expect(archiveBy(oldest ?? "", "oldest")).toEqual(now);
});
