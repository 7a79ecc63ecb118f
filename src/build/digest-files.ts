/** Digests of sessions in files, from when their pages are drawn until those over the whole archive are. */
import { sessionDigest } from "../archive/digest/index.ts";
import type { SessionRecord } from "../model/archive.ts";
import { digestFormat, type SessionDigest } from "../model/digest.ts";
import type { SessionTexts } from "../model/replay.ts";
import type { Session, SessionId } from "../model/session.ts";
import { read, write } from "../system/checked-file.ts";

/** Written while the session is open. A disk that takes nothing costs time later, not the build. */
export function keepDigest(file: string, session: Session, record: SessionRecord, texts?: SessionTexts): SessionDigest {
  const digest = sessionDigest(session, record, texts);
  try {
    write(file, digest);
  } catch {
    // It is made again when somebody asks for it.
  }
  return digest;
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
    const known = file === undefined ? "absent" : read<SessionDigest>(file);
    if (typeof known !== "string" && known.format === digestFormat) return known;
    const record = session(id);
    if (record === undefined) throw new Error(`There is no session "${id}" in this archive.`);
    const opened = whole(id);
    return file === undefined
      ? sessionDigest(opened.session, record, opened.texts)
      : keepDigest(file, opened.session, record, opened.texts);
  };
}
