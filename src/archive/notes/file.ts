/** `annals.notes.json`: read with one sentence for what is wrong, written the same way each time. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type Json, record } from "../../log/fields.ts";
import type { Notes, PlaceNote, SessionNote } from "../../model/notes.ts";
import { UsageError } from "../../system/usage-error.ts";

export const usualNotes = "annals.notes.json";

const placeKeys = ["star", "tags", "title", "note", "withdraw"];
const sessionKeys = [...placeKeys, "hide", "anchors"];

/** Nothing where there is no file, unless somebody named it. */
export function readNotes(file: string, isNamed = false): Notes {
  if (!isNamed && !existsSync(file)) return new Map();
  return parseNotes(textOf(file), file);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new UsageError(`The notes "${file}" cannot be read.`);
  }
}

export function parseNotes(text: string, file: string): Notes {
  const whole = record(json(text));
  const sessions = record(whole?.sessions);
  if (whole === undefined || sessions === undefined)
    throw new UsageError(`${file} is damaged: it is not a JSON object with "sessions"; repair it, or move it away.`);
  if (whole.version !== 1) throw new UsageError(`${file}: "version" must be 1, got ${JSON.stringify(whole.version)}.`);
  return new Map(
    Object.entries(sessions).map(([id, value]) => {
      const note = checked(value, `sessions.${id}`, sessionKeys, file);
      const anchors = Object.entries(record(note.anchors) ?? {});
      for (const [anchor, place] of anchors) checked(place, `sessions.${id}.anchors.${anchor}`, placeKeys, file);
      return [id, note as SessionNote];
    }),
  );
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checked(value: unknown, place: string, keys: readonly string[], file: string): Json {
  const note = record(value);
  const wrong = (what: string, wanted: string): never => {
    throw new UsageError(`${file}: "${what}" must be ${wanted}.`);
  };
  if (note === undefined) return wrong(place, "an object");
  for (const [key, each] of Object.entries(note)) {
    const what = `${place}.${key}`;
    if (!keys.includes(key)) throw new UsageError(`${file}: "${what}" is not known; there are ${keys.join(", ")}.`);
    if (key === "tags") {
      if (!Array.isArray(each) || each.some((tag) => typeof tag !== "string")) wrong(what, "a list of texts");
    } else if (key === "title" || key === "note") {
      if (typeof each !== "string") wrong(what, "a text");
    } else if (key === "anchors") {
      if (record(each) === undefined) wrong(what, "an object");
    } else if (each !== true) wrong(what, "true, or not there");
  }
  return note;
}

/** Whole or not at all: whoever reads it meanwhile sees the one before. Empty notes are not written. */
export function writeNotes(file: string, notes: Notes): void {
  const sessions = Object.fromEntries(
    [...notes]
      .flatMap(([id, note]) => {
        const kept = ordered(note);
        return Object.keys(kept).length === 0 ? [] : [[id, kept] as const];
      })
      .sort(byName),
  );
  const aside = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(aside, `${JSON.stringify({ version: 1, sessions }, null, 2)}\n`, { mode: 0o600 });
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

function ordered(note: SessionNote): SessionNote {
  const { title, star, tags = [], note: text, hide, withdraw, anchors = {} } = note;
  const places = Object.entries(anchors)
    .map(([anchor, place]) => [anchor, ordered(place)] as const)
    .filter(([, place]) => Object.keys(place).length > 0)
    .sort(byName);
  return {
    ...(title === undefined ? {} : { title }),
    ...(star ? { star } : {}),
    ...(tags.length === 0 ? {} : { tags: [...new Set(tags)].sort() }),
    ...(text === undefined ? {} : { note: text }),
    ...(hide ? { hide } : {}),
    ...(withdraw ? { withdraw } : {}),
    ...(places.length === 0 ? {} : { anchors: Object.fromEntries(places) }),
  };
}

/** What pages show of it. */
export type ShownPlace = Omit<PlaceNote, "withdraw">;
