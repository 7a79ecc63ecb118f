/** The part of Eleventy that we use; it ships no types of its own. */

/** What Eleventy says of a file that it wrote. */
export interface Written {
  readonly inputPath: string;
  readonly outputPath: string | false;
}

/** `this` of a filter, as Eleventy binds it. */
export interface FilterContext {
  readonly page?: { readonly url?: string | false; readonly outputPath?: string | false };
}

export interface EleventyConfig {
  versionCheck(range: string): void;
  addGlobalData(name: string, value: unknown): void;
  addTemplate(path: string, content: unknown): void;
  addTransform(name: string, transform: (content: string) => string): void;
  addFilter(name: string, filter: (this: FilterContext, ...given: never[]) => unknown): void;
  addAsyncFilter(name: string, filter: (this: FilterContext, ...given: never[]) => Promise<unknown>): void;
  addWatchTarget(path: string): void;
  setUseGitIgnore(isUsed: boolean): void;
  on(event: "eleventy.after", listener: (made: { readonly results?: readonly Written[] }) => Promise<void>): void;
  readonly ignores: Set<string>;
  readonly directories: { readonly output: string };
}
