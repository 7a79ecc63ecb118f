/** What the new site has from the one before: files that are as they were written are not written again. */
import { sift } from "../../system/sift.ts";
import { areThere, type FilePrint, takeOver } from "./files.ts";
import { takeTwin } from "./twin.ts";

export interface Supply {
  readonly has: (files: readonly FilePrint[]) => boolean;
  /** Puts these into the new site, before anything is written there; nothing else of the one before is in it then. */
  readonly keep: (wanted: Wanted) => readonly (readonly FilePrint[])[];
  /** The site that holds parts of the index which the new one may use. */
  readonly indexed: string;
}

export interface Wanted {
  /** The files of each; it gives them back as they are in the new site. */
  readonly pages: readonly (readonly FilePrint[])[];
  readonly index: readonly FilePrint[];
  readonly step: (done: number) => void;
}

export interface Sites {
  /** Where the new one is written. */
  readonly folder: string;
  readonly previous: string;
  readonly twin: string;
}

export function supply({ folder, previous, twin }: Sites, known: readonly FilePrint[]): Supply {
  const byPath = new Map(known.map((file) => [file[0], file]));
  const there = takeTwin(twin, folder, byPath);
  return there === undefined
    ? {
        has: (files) => areThere(previous, files),
        keep: ({ pages, step }) =>
          pages.map((files, at) => {
            step(at + 1);
            return takeOver(previous, folder, files);
          }),
        indexed: previous,
      }
    : {
        has: (files) => files.every(([path, , , inode]) => there.has(path) && byPath.get(path)?.[3] === inode),
        keep: ({ pages, index }) => {
          const paths = new Set([...pages.flat(), ...index].map(([path]) => path));
          sift(folder, (path) => paths.has(path));
          return pages;
        },
        indexed: folder,
      };
}
