/** The files of a theme: what its author named, checked, and a fingerprint of all of it. Loads nothing. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join, resolve, sep } from "node:path";
import type { Component } from "../../templates/theme.ts";
import { digest } from "../system/checked-file.ts";
import { put } from "../system/put.ts";
import { UsageError } from "../system/usage-error.ts";

/** By the name of the part; or a folder with `planCard.js`, `tool/bash.js` … */
export type Components = string | Readonly<Record<string, string | Component>>;

const isModule = (name: string): boolean => /\.m?js$/.test(name);

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
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isModule).sort();
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

/** Two of the same name keep apart by their place in the list. */
export function styleFiles(styles: readonly string[]): readonly Style[] {
  return styles.map((given, index) => {
    const file = existingFile(given, "styles");
    const name = basename(file, extname(file)).replace(/[^\w-]+/g, "-");
    const isFirst = styles.findIndex((other) => basename(other) === basename(given)) === index;
    return { file, path: `assets/theme/${isFirst ? name : `${name}-${index + 1}`}.css` };
  });
}

/** Into the folder where the archive begins. */
export function copyStyles(styles: readonly string[], folder: string): void {
  for (const { file, path } of styleFiles(styles)) put(join(folder, path), readFileSync(file));
}

/** Of everything that a theme consists of: another one makes all pages anew. Functions count by their source. */
export function themeFingerprint({ components, styles }: ThemeOptions): string {
  const files = [...componentFiles(components), ...styleFiles(styles).map(({ path, file }) => [path, file] as const)];
  const functions =
    typeof components === "string" ? [] : Object.entries(components).map(([name, part]) => `${name} ${part}`);
  return digest(...functions, ...files.flatMap(([name, file]) => [name, readFileSync(file)]));
}

function existingFile(path: string, option: string): string {
  const file = resolve(path);
  if (!existsSync(file) || !statSync(file).isFile())
    throw new UsageError(`annals: option "${option}" names "${path}", and there is no such file.`);
  return file;
}
