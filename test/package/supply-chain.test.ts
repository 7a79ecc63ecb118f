/** What comes with Annals when people install it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}

const root = join(import.meta.dirname, "../..");
const { dependencies, files }: { dependencies: object; files: readonly string[] } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const { packages }: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
);
const locked = Object.entries(packages).filter(([name]) => name !== "");

it("few packages, each of one exact version", () => {
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(15);
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(locked.filter(([, { dev, optional }]) => !dev && !optional).length).toBeLessThan(160);
});

it("none of them runs a script when it is installed", () => {
  expect(locked.filter(([, one]) => one.hasInstallScript && !one.dev).map(([name]) => name)).toEqual([]);
});

it("the lock file names no host, and what each package must hash to", () => {
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name)).toEqual([]);
  // Packages of other platforms that the registry did not list when the lock file was made.
  const unknown = locked.filter(([, { integrity, link }]) => integrity === undefined && !link);
  expect(unknown.filter(([, { optional }]) => !optional).map(([name]) => name)).toEqual([]);
  for (const [, { integrity }] of locked) if (integrity !== undefined) expect(integrity).toMatch(/^sha512-/);
});

it("the package holds what runs", () => {
  expect(files).toEqual(["dist", "bin", "schema", "docs/*.md", "docs/decisions", "CHANGELOG.md"]);
});
