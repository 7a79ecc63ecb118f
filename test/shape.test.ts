/** The shape of the sources: imports point one way, every registry key has a fixture, files stay small. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { attachmentTypes } from "../src/entries/attachment/index.ts";
import { entryTypes } from "../src/entries/index.ts";
import { progressTypes } from "../src/entries/progress/index.ts";
import { systemTypes } from "../src/entries/system/index.ts";
import { tools } from "../src/tools/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "src");
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
  .map((name) => name.split(sep).join("/"))
  .sort();

/** Higher may import lower and its own level, never the other way. */
const levels: readonly (readonly string[])[] = [
  ["model", "noted", "diagnostics", "archive", "package", "files", "memory"],
  ["read"],
  ["entries", "tools"],
  ["normalise"],
  ["link", "redact"],
  ["library", "search", "render"],
  ["eleventy", "cache"],
  ["site", "hands"],
  ["plugin", "serve"],
  ["command"],
];

/** Drawing that a lower level may use: pure functions from values to text or HTML. */
const lent: Readonly<Record<string, readonly string[]>> = {
  tools: ["render/html.ts", "render/hunks.ts"],
  library: ["render/marks.ts", "render/call-state.ts", "render/json.ts"],
};

const folderOf = (file: string) => file.replace(/\.ts$/, "").split("/")[0] ?? "";
const levelOf = (file: string) => levels.findIndex((level) => level.includes(folderOf(file)));

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(source, file), "utf8");
  return [...text.matchAll(/^(?:import|export)\s+(type\s)?[^;"]*?from\s+"(\.[^"]+)"/gm)].map(([, type, path]) => ({
    from: file,
    to: relative(source, resolve(source, dirname(file), path ?? ""))
      .split(sep)
      .join("/"),
    isTypeOnly: type !== undefined,
  }));
}

const imports = files.flatMap(importsOf).filter(({ to }) => !to.startsWith(".."));

describe("imports", () => {
  it("every folder of src has its level", () => {
    expect(files.filter((file) => levelOf(file) < 0)).toEqual([]);
  });

  it("imports point one way", () => {
    const wrong = imports.filter(({ from, to, isTypeOnly }) => {
      if (levelOf(to) <= levelOf(from) || lent[folderOf(from)]?.includes(to)) return false;
      // The vocabulary names what the tools make of a call; gone at run time.
      return !(isTypeOnly && levelOf(from) === 0 && to.startsWith("tools/"));
    });
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it("the library draws nothing but what it was lent", () => {
    const drawn = imports.filter(({ from, to }) => folderOf(from) === "library" && to.startsWith("render/"));
    expect(drawn.map(({ to }) => to).filter((to) => !lent.library?.includes(to))).toEqual([]);
  });

  it("every import of ours names a file that is there", () => {
    expect(imports.filter(({ to }) => !existsSync(join(source, to))).map(({ from, to }) => `${from} → ${to}`)).toEqual(
      [],
    );
  });
});

describe("fixtures", () => {
  const has = (folder: string) => {
    const path = join(root, "fixtures", folder);
    return existsSync(path) && readdirSync(path).some((name) => name.endsWith(".jsonl"));
  };

  it.each([
    ["entry type", entryTypes.map(({ type }) => `entries/${type}`)],
    ["system subtype", systemTypes.map(({ type }) => `entries/system/${type}`)],
    ["progress type", progressTypes.map(({ type }) => `entries/progress/${type}`)],
    ["attachment type", attachmentTypes.map(({ type }) => `entries/attachment/${type}`)],
    ["tool", Object.keys(tools).map((kind) => `tools/${kind}`)],
  ])("every %s has a fixture", (_, folders) => {
    expect(folders.filter((folder) => !has(folder))).toEqual([]);
  });

  it.each([
    ["entry type", entryTypes],
    ["system subtype", systemTypes],
    ["progress type", progressTypes],
    ["attachment type", attachmentTypes],
  ])("every %s stands once in its registry", (_, types) => {
    const names = types.map(({ type }) => type);
    expect([...new Set(names)]).toEqual(names);
  });
});

describe("size", () => {
  it("no file of src is over 300 lines", () => {
    const long = files.map(
      (file) => [file, readFileSync(join(source, file), "utf8").trimEnd().split("\n").length] as const,
    );
    expect(long.filter(([, lines]) => lines > 300)).toEqual([]);
  });
});
