/** Lists and the index through the publish gate; pages of sessions passed it when they were drawn. */
import { extname } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { LogArchive } from "../archive/index.ts";
import { sourceIn } from "../archive/redaction.ts";
import { type Cleared, type Finding, type Leak, publishGate, type Redactor, type SourceOf } from "../redact/index.ts";
import type { SiteOptions } from "./build.ts";
import type { FilePrint } from "./output/files.ts";
import { isWithoutLogs } from "./output/without-logs.ts";

export async function clearRest(
  files: readonly FilePrint[],
  { folder, redact }: SiteOptions,
  redactor: Redactor,
  before: readonly FilePrint[] | undefined,
  cleared: Cleared,
  sourceOf: SourceOf,
): Promise<{ readonly taken: readonly Leak[]; readonly left: readonly Leak[] }> {
  if (!redactor.isOn) return { taken: [], left: [] };
  const known = new Map(before?.map((file) => [file[3], file]));
  const gate = publishGate({ ...redact, known: redactor.literals(), skip: isWithoutLogs, cleared });
  const wanted = files.filter((file) => {
    // Taken over as a link: the very file that was looked at for the same secrets, whatever it is called now.
    const old = known.get(file[3]);
    const isSame =
      old !== undefined && old[1] === file[1] && old[2] === file[2] && extname(old[0]) === extname(file[0]);
    if (isSame) cleared.keep(old[0], file[0]);
    return !isSame;
  });
  const taken: Leak[] = [];
  const left: Leak[] = [];
  for (let from = 0; from < wanted.length; from += filesAtOnce) {
    const paths = wanted.slice(from, from + filesAtOnce).map(([path]) => path);
    const looked = gate.clear(folder, paths, sourceOf);
    taken.push(...looked.taken);
    left.push(...looked.left);
    // Lets signals be heard.
    await setImmediate();
  }
  return { taken, left };
}

const filesAtOnce = 200;

/** Asked only for what was found: reads every session until one holds it. */
export function sourceAmong(archive: LogArchive): SourceOf {
  return (text) => {
    for (const { id } of archive.sessions) {
      const found = sourceIn(archive.whole(id).session, text);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** The same word for what was found in the logs and what only a finished page showed. */
export const asFinding = ({ rule, label, file, line, source }: Leak): Finding => ({
  rule,
  label,
  place: { ...(source ?? { file, line }), part: `page ${file}:${line}` },
  count: 1,
});
