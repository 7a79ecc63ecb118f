/** Digests of sessions in files, from when their pages are drawn until those over the whole archive are. */
import { sessionDigest } from "../archive/digest/index.ts";
import type { SessionRecord } from "../model/archive.ts";
import { digestFormat, type SessionDigest } from "../model/digest.ts";
import type { SessionTexts } from "../model/replay.ts";
import type { Session, SessionId } from "../model/session.ts";
import { readWithTexts, writeWithTexts } from "../system/checked-file.ts";

/** Written while the session is open. A disk that takes nothing costs time later, not the build. */
export function keepDigest(file: string, session: Session, record: SessionRecord, texts?: SessionTexts): SessionDigest {
  const digest = sessionDigest(session, record, texts);
  try {
    // What is a function is not written with the rest.
    const runs = digest.texts?.runs ?? [];
    writeWithTexts(
      file,
      digest,
      runs.map(({ text }) => text()),
    );
  } catch {
    // It is made again when somebody asks for it.
  }
  return digest;
}

/** One of this version; the texts of files are read when they are asked for, which few pages do. */
export function findDigest(file: string): SessionDigest | undefined {
  const found = readWithTexts<SessionDigest>(file);
  if (typeof found === "string" || found.value.format !== digestFormat) return undefined;
  const { value, textAt } = found;
  if (value.texts === undefined) return value;
  const runs = value.texts.runs.map((run, at) => ({ ...run, text: () => textAt(at) }));
  return { ...value, texts: { ...value.texts, runs } };
}

interface Sessions {
  readonly session: (id: SessionId) => SessionRecord | undefined;
  readonly whole: (id: SessionId) => { readonly session: Session; readonly texts?: SessionTexts };
}

/** One at a time: the caller drops it after use. Where there is no file, or a damaged one, the session is read again. */
export function digestReader(
  { session, whole }: Sessions,
  fileOf: (id: SessionId) => string | undefined = () => undefined,
): (id: SessionId) => SessionDigest {
  return (id) => {
    const file = fileOf(id);
    const known = file === undefined ? undefined : findDigest(file);
    if (known !== undefined) return known;
    const record = session(id);
    if (record === undefined) throw new Error(`There is no session "${id}" in this archive.`);
    const opened = whole(id);
    return file === undefined
      ? sessionDigest(opened.session, record, opened.texts)
      : keepDigest(file, opened.session, record, opened.texts);
  };
}
