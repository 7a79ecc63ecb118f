/** `annals note ID[#anchor]`: stars, tags, titles and notes; what is hidden, and what is withdrawn. */
import { readArchive } from "../archive/index.ts";
import { anchorsOf } from "../archive/notes/anchors.ts";
import { readNotes, writeNotes } from "../archive/notes/file.ts";
import type { Notes, PlaceNote, SessionNote } from "../model/notes.ts";
import { UsageError } from "../system/usage-error.ts";
import type { Arguments } from "./arguments.ts";
import { findSession } from "./find-session.ts";
import { notesFile } from "./notes.ts";
import { quietProgress } from "./progress.ts";
import { sourcesAndStore } from "./store.ts";
import { print } from "./terminal.ts";

export async function note(options: Arguments): Promise<number> {
  const [target, ...sources] = options.sources;
  if (target === undefined)
    throw new UsageError("annals note needs the id of a session, such as annals note 4f1c2d --star.");
  const changes = changesOf(options);
  if (changes.length === 0)
    throw new UsageError("annals note needs one of --star, --tag, --title, --note, --hide, --withdraw, --remove.");
  const [wanted = "", anchor] = target.split(/#(.*)/s);
  const place = anchor === undefined || anchor === "" ? undefined : anchor;
  if (place !== undefined && options.hide)
    throw new UsageError("--hide is for a whole session; --withdraw takes the text of a place out.");
  const file = notesFile(options);
  const before = readNotes(file, false);
  const id = await idOf(wanted, place, { ...options, sources }, before);
  const notes = new Map(before);
  notes.set(id, changed(before.get(id) ?? {}, place, options));
  writeNotes(file, notes);
  if (!options.isQuiet)
    await print(
      `${file}: ${id}${place === undefined ? "" : `#${place}`} ${changes.join(", ")}.\n${options.withdraw ? withdrawn : ""}`,
    );
  return 0;
}

const withdrawn =
  "The next build leaves its text out of pages, search, exports and stories. What was published before stays there until you publish again; the log itself is as it was.\n";

/** In words, for the message. */
function changesOf(options: Arguments): readonly string[] {
  const verb = options.remove ? "no longer " : "";
  return [
    ...(options.star ? [`${verb}starred`] : []),
    ...options.tags.map((tag) => `${verb}tagged ${tag}`),
    ...(options.title === undefined ? [] : [options.remove ? "title removed" : "titled"]),
    ...(options.note === undefined ? [] : [options.remove ? "note removed" : "noted"]),
    ...(options.hide ? [`${verb}hidden`] : []),
    ...(options.withdraw ? [`${verb}withdrawn`] : []),
    ...(options.remove && isBare(options) ? ["all notes removed"] : []),
  ];
}

const isBare = ({ star, tags, title, note: text, hide, withdraw }: Arguments): boolean =>
  !star && tags.length === 0 && title === undefined && text === undefined && !hide && !withdraw;

/** Sessions that notes name already are known without reading any log. */
async function idOf(wanted: string, place: string | undefined, options: Arguments, known: Notes): Promise<string> {
  if (known.has(wanted) && place === undefined) return wanted;
  const { sources, store } = sourcesAndStore(options);
  const shown = quietProgress();
  const archive = await readArchive({
    sources: sources.paths,
    ...(store === undefined ? {} : { store }),
    title: "",
    timeZone: "UTC",
    onProgress: (done, all, bytes) => {
      if (done === 1) shown.phase("Reading sessions", all);
      shown.step(done, bytes);
    },
  }).finally(() => shown.end());
  const { id } = findSession(wanted, archive.sessions);
  if (place !== undefined && !anchorsOf(archive.whole(id).session).has(place))
    throw new UsageError(
      `Session ${id} has no place "${place}"; it is what follows # in the address of a prompt, a call, a plan or a task list.`,
    );
  return id;
}

function changed(before: SessionNote, place: string | undefined, options: Arguments): SessionNote {
  if (options.remove && isBare(options)) {
    if (place === undefined) return {};
    const { [place]: _, ...others } = before.anchors ?? {};
    return { ...before, anchors: others };
  }
  const edit = options.remove ? without : withMore;
  if (place !== undefined)
    return { ...before, anchors: { ...before.anchors, [place]: edit(before.anchors?.[place] ?? {}, options) } };
  const hide = options.hide ? !options.remove : before.hide;
  const { anchors } = before;
  return { ...edit(before, options), ...(hide ? { hide } : {}), ...(anchors === undefined ? {} : { anchors }) };
}

function withMore({ star, tags = [], title, note: text, withdraw }: PlaceNote, more: Arguments): PlaceNote {
  return pruned({
    star: star || more.star,
    tags: [...tags, ...more.tags],
    title: more.title ?? title,
    note: more.note ?? text,
    withdraw: withdraw || more.withdraw,
  });
}

/** What `--remove` names is gone. */
function without({ star, tags = [], title, note: text, withdraw }: PlaceNote, less: Arguments): PlaceNote {
  return pruned({
    star: star && !less.star,
    tags: tags.filter((tag) => !less.tags.includes(tag)),
    title: less.title === undefined ? title : undefined,
    note: less.note === undefined ? text : undefined,
    withdraw: withdraw && !less.withdraw,
  });
}

interface Fields {
  readonly star: boolean | undefined;
  readonly tags: readonly string[];
  readonly title: string | undefined;
  readonly note: string | undefined;
  readonly withdraw: boolean | undefined;
}

const pruned = ({ star, tags, title, note: text, withdraw }: Fields): PlaceNote => ({
  ...(star ? { star: true } : {}),
  ...(tags.length === 0 ? {} : { tags }),
  ...(title === undefined ? {} : { title }),
  ...(text === undefined ? {} : { note: text }),
  ...(withdraw ? { withdraw: true } : {}),
});
