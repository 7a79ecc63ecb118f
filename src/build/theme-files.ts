/** The files of a theme: what its author named, checked, and a fingerprint of all of it. Loads nothing. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve, sep } from "node:path";
import type { Component } from "../../templates/theme.ts";
import { digest } from "../system/checked-file.ts";
import { put } from "../system/put.ts";
import { UsageError } from "../system/usage-error.ts";

/** By the name of the part; or a folder with `planCard.js`, `tool/bash.js` … */
export type Components = string | Readonly<Record<string, string | Component>>;

/** In a folder of components; one whose name begins with `_` is there for others to import. */
const isComponent = (name: string): boolean => /\.m?js$/.test(name) && !basename(name).startsWith("_");

/** The modules of a theme, by the names of the parts. */
export function componentFiles(components: Components): ReadonlyMap<string, string> {
  if (typeof components !== "string") {
    const paths = Object.entries(components).flatMap(([name, given]) =>
      typeof given === "string" ? [[name, existingFile(given, `components.${name}`)] as const] : [],
    );
    return new Map(paths);
  }
  const folder = resolve(components);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`annals: option "components" names "${components}", which is no folder.`);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isComponent).sort();
  return new Map(names.map((name) => [name.slice(0, -extname(name).length).split(sep).join("/"), join(folder, name)]));
}

export interface ThemeOptions {
  readonly components: Components;
  readonly styles: readonly string[];
}

export const noTheme: ThemeOptions = { components: {}, styles: [] };

/** A stylesheet of the theme: where it lies, and what it is called in the site. */
export interface Style {
  readonly file: string;
  readonly path: string;
}

/** Those of the same name get a number. */
export function styleFiles(styles: readonly string[]): readonly Style[] {
  const taken = new Set<string>();
  return styles.map((given) => {
    const file = existingFile(given, "styles");
    const name = basename(file, extname(file)).replace(/[^\w-]+/g, "-");
    let path = `assets/theme/${name}.css`;
    for (let next = 2; taken.has(path); next++) path = `assets/theme/${name}-${next}.css`;
    taken.add(path);
    return { file, path };
  });
}

/** Into the folder where the archive begins. */
export function copyStyles(styles: readonly string[], folder: string): void {
  for (const { file, path } of styleFiles(styles)) put(join(folder, path), readFileSync(file));
}

/** Of everything that a theme consists of: another one makes all pages anew. Functions count by their source. */
export function themeFingerprint({ components, styles }: ThemeOptions): string {
  const modules = [...componentFiles(components)];
  const files = [
    ...modules,
    ...importedBy(modules.map(([, file]) => file)).map((file) => [file, file] as const),
    ...styleFiles(styles).map(({ path, file }) => [path, file] as const),
  ];
  const functions =
    typeof components === "string" ? [] : Object.entries(components).map(([name, part]) => `${name} ${part}`);
  return digest(...functions, ...files.flatMap(([name, file]) => [name, readFileSync(file)]));
}

/** Files beside them that the modules import, and those that these import, and so on. */
export function importedBy(modules: readonly string[]): readonly string[] {
  const known = new Set(modules);
  const open = [...modules];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(relativeImport)) {
      const found = resolve(dirname(file), path);
      if (known.has(found) || !existsSync(found) || !statSync(found).isFile()) continue;
      known.add(found);
      open.push(found);
    }
  }
  return [...known].slice(modules.length).sort();
}

const relativeImport = /\b(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g;

function existingFile(path: string, option: string): string {
  const file = resolve(path);
  if (!existsSync(file) || !statSync(file).isFile())
    throw new UsageError(`annals: option "${option}" names "${path}", and there is no such file.`);
  return file;
}
