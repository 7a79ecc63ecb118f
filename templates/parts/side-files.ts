/** The files beside a page, each once: handed on as soon as they are drawn, or kept for whoever drew it. */
import type { SideFile } from "../../src/address/side-file.ts";

export class SideFiles {
  readonly kept: SideFile[] = [];
  readonly #paths = new Set<string>();
  readonly #onFile: (file: SideFile) => void;

  /** Those of a long session take more memory than the session itself: nobody who writes them keeps them. */
  constructor(onFile?: (file: SideFile) => void) {
    this.#onFile = onFile ?? ((file) => this.kept.push(file));
  }

  /** Paths are made of what a file holds. */
  add(file: SideFile): void {
    if (this.#paths.has(file.path)) return;
    this.#paths.add(file.path);
    this.#onFile(file);
  }
}
