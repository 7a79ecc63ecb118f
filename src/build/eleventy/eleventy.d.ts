/** Eleventy ships no types: the part that we use. */
declare module "@11ty/eleventy" {
  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; configPath: string | null; config: (config: never) => void },
    );
    disableLogger(): void;
    write(): Promise<unknown>;
    restart(): Promise<void>;
    init(): Promise<void>;
  }
}
