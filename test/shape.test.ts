/** The shape of the sources: imports point one way, every registry key has a fixture, files stay small. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { attachmentTypes } from "../src/log/entries/attachment/index.ts";
import { entryTypes } from "../src/log/entries/index.ts";
import { progressTypes } from "../src/log/entries/progress/index.ts";
import { systemTypes } from "../src/log/entries/system/index.ts";
import { tools } from "../src/tools/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = ["src", "templates"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
  .map((name) => name.split(sep).join("/"))
  .sort();

/** From the ground up. A file may import from its own layer and those before it, never from a later one. */
const layers: readonly (readonly string[])[] = [
  ["package", "system"],
  ["model"],
  ["redact"],
  ["text", "address"],
  ["log"],
  ["store"],
  ["tools"],
  ["conversation"],
  ["archive"],
  ["search", "export"],
  ["templates"],
  ["site"],
  ["build"],
  ["plugin", "serve", "join"],
  ["cli"],
];

const folderOf = (file: string): string => {
  const [top = "", next = ""] = file.replace(/\.ts$/, "").split("/");
  return top === "src" ? next : top;
};
const layerOf = (file: string): number => layers.findIndex((layer) => layer.includes(folderOf(file)));

interface Import {
  readonly from: string;
  readonly to: string;
  /** Gone at run time: it makes no cycle, but it does not point upwards either. */
  readonly isTypeOnly: boolean;
}

/** Static ones, re-exports, `import()` of code and of types, and augmentations of another module. */
const importing =
  /(?:^(?:import|export)\s+(?<type>type\s)?[^;"]*?from\s+|^import\s+|(?<typeof>typeof\s+)?\bimport\(\s*|^(?<declare>declare) module\s+)"(?<path>\.[^"]+)"/gm;

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(importing)].map(({ groups = {} }) => ({
    from: file,
    to: relative(root, resolve(root, dirname(file), groups.path ?? ""))
      .split(sep)
      .join("/"),
    isTypeOnly: (groups.type ?? groups.typeof ?? groups.declare) !== undefined,
  }));
}

const imports = files.flatMap(importsOf);
const shown = ({ from, to }: Import): string => `${from} → ${to}`;

describe("imports", () => {
  it("every folder has its layer", () => {
    expect(files.filter((file) => layerOf(file) < 0)).toEqual([]);
  });

  it("imports point one way, those of types and those made while running too", () => {
    const code = imports.filter(({ to }) => !to.startsWith("data/"));
    expect(code.filter(({ from, to }) => !(layerOf(to) >= 0 && layerOf(to) <= layerOf(from))).map(shown)).toEqual([]);
  });

  it("nothing imports the insides of the Pagefind index writer", () => {
    const folder = "src/search/pagefind-index/";
    const inside = imports.filter(({ from, to }) => to.startsWith(folder) && !from.startsWith(folder));
    expect(inside.length).toBeGreaterThan(0);
    expect(inside.filter(({ to }) => to !== `${folder}index.ts`).map(shown)).toEqual([]);
  });

  it("nothing but tests imports the insides of skimming", () => {
    const folder = "src/log/skim/";
    const inside = imports.filter(({ from, to }) => to.startsWith(folder) && !from.startsWith(folder));
    expect(inside.length).toBeGreaterThan(0);
    expect(inside.filter(({ to }) => to !== `${folder}index.ts`).map(shown)).toEqual([]);
  });

  it("every import of ours names a file that is there", () => {
    expect(imports.filter(({ to }) => !existsSync(join(root, to))).map(shown)).toEqual([]);
  });

  it("no files import each other in a circle", () => {
    const next = new Map<string, string[]>();
    for (const { from, to, isTypeOnly } of imports) if (!isTypeOnly) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" → "));
      if (done.has(file) || way.includes(file)) return;
      for (const to of next.get(file) ?? []) walk(to, [...way, file]);
      done.add(file);
    };
    for (const file of files) walk(file, []);
    expect(circles).toEqual([]);
  });

  it("pages of markup are made in templates and src/text, nowhere else", () => {
    const drawing = files.filter((file) => !/^(?:templates|src\/text)\//.test(file));
    expect(drawing.filter((file) => /(?<![.\w])html`/.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
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

  it("docs/format.md names every type and every tool", () => {
    const text = readFileSync(join(root, "docs/format.md"), "utf8");
    const types = [...entryTypes, ...systemTypes, ...progressTypes, ...attachmentTypes].map(({ type }) => type);
    const names = [...types, ...Object.values(tools).flatMap((tool) => tool.names)];
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
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

describe("citations", () => {
  const skipped = /^(?:node_modules|dist|coverage|annals-site|\.git|\.annals)(?:\/|$)/;
  const all = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => name.split(sep).join("/"))
    .filter((name) => !skipped.test(name) && !name.includes("/node_modules/"));
  const present = new Set(all.flatMap((name) => name.split("/").map((_, at, parts) => parts.slice(at).join("/"))));
  const isThere = (name: string, by: string): boolean =>
    present.has(name) || [dirname(by), "", "node_modules"].some((folder) => existsSync(join(root, folder, name)));

  const cited = /(?<![\w/.*<~@:-])((?:\.{1,2}\/)*[\w-]+(?:\.[\w-]+)*(?:\/[\w.-]+)*\.(?:md|ts|js|css))(?![\w-])/g;
  /** Files of a site, which a build makes. */
  const isMade = (name: string): boolean => /^assets\/(?:annals|search)\.|(?:^|\/)(?:index|story)\.md$/.test(name);
  /** Comments have examples of other people's files: `src/a.ts`. What stands in a folder of ours is ours. */
  const isOurs = (name: string): boolean =>
    name.endsWith(".md") || (present.has(dirname(name)) && !/^src\/[^/]+$/.test(name));

  /** Comments of code; a text is a citation as a whole. */
  function wordsOf(file: string): string {
    const text = readFileSync(join(root, file), "utf8");
    if (file.endsWith(".md")) return text.replace(/^```[\s\S]*?^```/gm, "");
    const comments = text.match(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm) ?? [];
    return comments.map((comment) => comment.replace(/Log example:[\s\S]*/, "")).join("\n");
  }

  const texts = all
    .filter(
      (file) => /^(?:src|templates|test|scripts|bin|docs|[^/]+\.md$)/.test(file) && /\.(?:ts|js|css|md)$/.test(file),
    )
    .map((file) => [file, wordsOf(file)] as const);

  it("every file that a comment or a page of documentation names is in the repository", () => {
    const missing = texts.flatMap(([file, text]) =>
      [...text.matchAll(cited)].flatMap(([, name = ""]) =>
        (file.endsWith(".md") ? name.includes("/") || name.endsWith(".md") : isOurs(name)) &&
        !isMade(name) &&
        !isThere(name, file)
          ? [`${file} names ${name}`]
          : [],
      ),
    );
    expect(missing).toEqual([]);
  });

  it("no numbered section is named that a document does not have", () => {
    const numbered = /([\w-]+\.md),? (?:section )?(\d+|[A-Z]\d+)\b/g;
    const missing = texts.flatMap(([file, text]) =>
      [...text.matchAll(numbered)].flatMap(([words, name = "", section = ""]) => {
        const document = all.find((each) => each === name || each.endsWith(`/${name}`));
        const headings = document === undefined ? "" : readFileSync(join(root, document), "utf8");
        return new RegExp(`^#+ ${section}\\b`, "m").test(headings) ? [] : [`${file} names ${words}`];
      }),
    );
    expect(missing).toEqual([]);
  });
});

describe("size", () => {
  it("no file is over 300 lines", () => {
    const long = files.map(
      (file) => [file, readFileSync(join(root, file), "utf8").trimEnd().split("\n").length] as const,
    );
    expect(long.filter(([, lines]) => lines > 300)).toEqual([]);
  });
});
