/** A file with thousands of edits, as no log of ours has. */
import { fileHistory } from "../../src/archive/file-history.ts";
import type { Archive } from "../../src/model/archive.ts";
import type { FileHistory } from "../../src/model/file-history.ts";

export function longHistory(archive: Archive, edits = 5000): FileHistory {
  const most = archive.files.reduce((a, b) => (a.edits >= b.edits ? a : b));
  const history = fileHistory(most, archive, archive.digest);
  const all = Array.from({ length: edits }, (_, at) => history.edits[at % history.edits.length]);
  return { ...history, file: { ...most, edits }, edits: all.filter((edit) => edit !== undefined) };
}
