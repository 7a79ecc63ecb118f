/** A project of somebody's: a folder with the package, as it is published, and what else this checkout has installed. */
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { inject } from "vitest";

/** Copies an example, and puts the sample where it looks for it. */
export function exampleProject(name: string, scratch: string): string {
  const folder = join(scratch, "examples", name);
  cpSync(resolve("examples", name), folder, { recursive: true });
  const fixtures = join(scratch, "fixtures");
  mkdirSync(fixtures, { recursive: true });
  cpSync(resolve("fixtures/sample"), join(fixtures, "sample"), { recursive: true });
  linkModules(folder, dirname(dirname(inject("command"))));
  return folder;
}

export function linkModules(folder: string, annals: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(modules, { recursive: true });
  symlinkSync(annals, join(modules, "annals"), "dir");
  const installed = resolve("node_modules");
  for (const name of readdirSync(installed))
    if (!name.startsWith(".") && name !== "annals") symlinkSync(join(installed, name), join(modules, name), "dir");
}
