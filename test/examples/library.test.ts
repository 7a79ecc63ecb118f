/** A script that uses Annals without Eleventy. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { exampleProject } from "../support/project.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-script-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it("lists commands that failed, by session", () => {
  const folder = exampleProject("library", scratch);
  const printed = execFileSync(process.execPath, ["failures.js", "../../fixtures/sample/projects"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(printed).toMatch(/^\S.* \(tidemark\)$/m);
  expect(printed.match(/^ {2}\$ \S/gm)?.length).toBeGreaterThan(1);
});
