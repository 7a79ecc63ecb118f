/** A theme from what its author gave: functions, paths of modules, or a folder of modules named after the parts. */
import { statSync } from "node:fs";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";
// Every part has its name once its file is loaded.
import "../../../templates/pages.ts";
import { type Theme, themeOf } from "../../../templates/theme.ts";
import { UsageError } from "../../system/usage-error.ts";
import { type Components, componentFiles, styleFiles, type ThemeOptions } from "../theme-files.ts";

/** Loaded anew when a file has changed, so that `--serve` shows it. */
async function loadTheme(components: Components): Promise<Theme> {
  const found = new Map<string, unknown>();
  if (typeof components !== "string")
    for (const [name, given] of Object.entries(components)) if (typeof given !== "string") found.set(name, given);
  for (const [name, file] of componentFiles(components)) {
    const called = `annals: the component "${name}" (${relative(process.cwd(), file)})`;
    const module = await imported(file).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : cause;
      throw new UsageError(`${called} could not be loaded: ${why}`, { cause });
    });
    if (typeof module.default !== "function")
      throw new UsageError(`${called} must have a function as its default export.`);
    found.set(name, module.default);
  }
  return themeOf(Object.fromEntries(found));
}

const imported = (file: string): Promise<{ readonly default?: unknown }> =>
  import(`${pathToFileURL(file).href}?changed=${statSync(file).mtimeMs}`);

/** What pages are drawn with. */
export interface LoadedTheme {
  readonly theme: Theme;
  /** Paths of its stylesheets, from where the archive begins. */
  readonly styles: readonly string[];
}

export async function loadedTheme({ components, styles }: ThemeOptions): Promise<LoadedTheme> {
  return { theme: await loadTheme(components), styles: styleFiles(styles).map(({ path }) => path) };
}
