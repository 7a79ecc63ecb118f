/** Tolerant getters: log shapes are never trusted; a missing or odd field is `undefined`, not a lost line. */
import type { IsoTime } from "../model/session.ts";

export type Json = Readonly<Record<string, unknown>>;

export function record(value: unknown): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** The objects of a list. */
export function records(values: readonly unknown[] | undefined): readonly Json[] {
  return (values ?? []).flatMap((value) => {
    const found = record(value);
    return found === undefined ? [] : [found];
  });
}

// Dozens of fields are read of every line, so this is a single call without further ones.
function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const found = (value as Json)[name];
  // Every object inherits functions, and its prototype: those are not the log's.
  if (typeof found !== "function" && name !== "__proto__") return found;
  return Object.hasOwn(value, name) ? found : undefined;
}

export function text(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === "string" ? found : undefined;
}

/** Text that says something: neither empty nor blank. */
export function words(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === "string" && !isBlank(found) ? found : undefined;
}

/** Most texts show at their first letter that they are not, whatever their length. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 32 && first < 127) && text.trim() === "";
}

export function number(value: unknown, name: string): number | undefined {
  const found = field(value, name);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

export function flag(value: unknown, name: string): boolean {
  return field(value, name) === true;
}

export function list(value: unknown, name: string): readonly unknown[] | undefined {
  const found = field(value, name);
  return Array.isArray(found) ? found : undefined;
}

export function object(value: unknown, name: string): Json | undefined {
  return record(field(value, name));
}

export function any(value: unknown, name: string): unknown {
  return field(value, name);
}

const firstYear = Date.UTC(2020, 0, 1);
const lastYear = Date.UTC(2100, 0, 1);

/** A time that can be shown: real dates only, in the log's own spelling. */
export function time(value: unknown, name: string): IsoTime | undefined {
  return timeIn(text(value, name));
}

export function timeIn(found: string | undefined): IsoTime | undefined {
  if (found === undefined || found.length > 40) return undefined;
  if (isUsualTime(found)) return found as IsoTime;
  const milliseconds = Date.parse(found);
  return milliseconds >= firstYear && milliseconds < lastYear ? (found as IsoTime) : undefined;
}

const usual = "2000-00-00T00:00:00.000Z";

/** `2026-05-23T18:25:15.907Z`, as nearly all times of the century are written: its letters tell, without a parser. */
function isUsualTime(text: string): boolean {
  if (text.length !== usual.length) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const like = usual.charCodeAt(at);
    if (like === zero ? code < zero || code > nine : code !== like) return false;
  }
  const month = two(text, 5);
  const day = two(text, 8);
  // How long a month is the parser knows.
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 28;
  return (
    two(text, 0) === 20 && two(text, 2) >= 20 && isDay && two(text, 11) < 24 && two(text, 14) < 60 && two(text, 17) < 60
  );
}

const two = (text: string, at: number): number => 10 * (text.charCodeAt(at) - zero) + text.charCodeAt(at + 1) - zero;
const zero = 48;
const nine = 57;
