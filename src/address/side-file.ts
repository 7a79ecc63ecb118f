/** A file that a page needs beside itself. Pages return them; `emit` of the template data writes them. */
export interface SideFile {
  /** Relative to the site's root. */
  readonly path: string;
  readonly content: string | Uint8Array;
}
