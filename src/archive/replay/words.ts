/** Why the text of a file is not known after an edit, in sentences for pages and the terminal. */
import type { BreakReason } from "../../model/replay.ts";

export const breakWords: Readonly<Record<BreakReason, string>> = {
  "no-start": "The log holds no copy of the file before this edit, and no earlier edit wrote the whole of it.",
  "not-found":
    "The text it replaces is not in the file as the edit before left it, and the log holds no copy of the file before the edit.",
  "no-result": "The log does not say whether it was made.",
  "changed-by-person": "The person changed it before accepting it, and the log has only what was proposed.",
  "looked-again":
    "The file was read again in between, so somebody may have changed it, and the log holds no copy of the file before the edit.",
  rewind: "A rewind may have put the file back, and the log holds no copy of the file before the edit.",
  "left-behind": "A rewind went back to before it, and the logs do not say whether the file was put back, too.",
  "other-result": "The log shows other lines after it than the edit asked for.",
  notebook: "Notebooks are edited by cells, which is not replayed.",
  "too-long": "The file is too long to be replayed.",
  redacted: "A secret over several lines was taken out of the text, so its lines cannot be told apart.",
};
