/** A file that a page needs beside itself. Pages return them; only the plugin writes. */
export interface SideFile {
  /** Relative to the site's root. */
  readonly path: string;
  readonly content: string | Uint8Array;
}
