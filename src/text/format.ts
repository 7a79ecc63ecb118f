/** Numbers and names as people read them. Times are in clock.ts. */
import type { ModelUsage } from "../model/session.ts";
import { oneSpace } from "./one-space.ts";

// `toLocaleString` makes a formatter anew each time, which cost a tenth of a build.
const grouped = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });

/** "812", "1,204", "1.3". Small whole numbers, which most are, look the same in any format. */
export const number = (value: number): string =>
  value >= 0 && value < 1000 && Number.isInteger(value) ? String(value) : grouped.format(value);

/** "1 session", "3 sessions". */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** 950 → "950", 8,400 → "8.4k", 296,000 → "296k", 1,410,000 → "1.41M". */
export function tokens(value: number): string {
  if (value < 1000) return String(value);
  if (value < 999_500) return `${short(value / 1000, 10)}k`;
  if (value < 999_500_000) return `${short(value / 1_000_000, 10)}M`;
  return `${short(value / 1_000_000_000, 10)}B`;
}

function short(value: number, below: number): string {
  if (value >= 100) return String(Math.round(value));
  if (value >= below) return String(Math.round(value * 10) / 10);
  return String(Math.round(value * 100) / 100);
}

/** "812 B", "21.4 kB", "1.32 MB". */
export function bytes(value: number): string {
  if (value < 1000) return `${value} B`;
  return value < 999_500 ? `${short(value / 1000, 100)} kB` : `${short(value / 1_000_000, 100)} MB`;
}

/** With fewer digits, for a row: "812 B", "21 kB", "1.3 MB". */
export function roughBytes(value: number): string {
  if (value < 1000) return `${number(value)} B`;
  if (value < 999_500) return `${number(Math.round(value / 1000))} kB`;
  return `${number(Math.round(value / 100_000) / 10)} MB`;
}

/** A call: "0.4 s", "6.2 s", "1 min 48 s"; a turn: "11 min 40 s"; from an hour on "1 h 19". */
export function duration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return "unknown";
  const seconds = ms / 1000;
  if (seconds < 9.95) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return length(ms);
}

/** What a tool says that it took or will wait, with every unit named: "0.6 s", "42 s", "9 min 2 s", "2 h 5 min". */
export function longDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1).replace(/\.0$/, "")} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return units(Math.floor(whole / 60), "min", whole % 60, "s");
  const minutes = Math.round(whole / 60);
  return units(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

function units(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${number(large)} ${largeUnit}` : `${number(large)} ${largeUnit} ${small} ${smallUnit}`;
}

/** A session: "48 min", "1 h 46", "164 h". */
export function length(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return "unknown";
  if (ms < 59_500) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours >= 10 || minutes % 60 === 0 ? `${number(Math.round(minutes / 60))} h` : `${hours} h ${minutes % 60}`;
}

/** "claude-opus-4-6-20260205" → "opus-4.6", "claude-3-5-sonnet-20241022" → "sonnet-3.5"; others stay as they are. */
export function modelName(model: string): string {
  const fast = /^(claude-.+)-fast$/.exec(modelId(model))?.[1];
  if (fast !== undefined) return `${modelName(fast)}-fast`;
  const id = modelId(model);
  const modern = /^claude-([a-z]+)-(\d{1,2})(?:-(\d{1,2}))?$/.exec(id);
  if (modern) return `${modern[1]}-${modern[2]}${modern[3] === undefined ? "" : `.${modern[3]}`}`;
  const old = /^claude-(\d)(?:-(\d))?-([a-z]+)$/.exec(id);
  if (old) return `${old[3]}-${old[1]}${old[2] === undefined ? "" : `.${old[2]}`}`;
  return id;
}

/** A model's id without date, context window, region or version: what a price is looked up by. */
export function modelId(model: string): string {
  return model
    .replace(/^(?:[a-z-]+\.)*anthropic\.(?=claude-)|^(?:[\w-]+\/)+(?=claude-|gpt-|gemini-)/, "")
    .replace(/^(claude-[a-z]+-\d+)\.(\d+)/, "$1-$2")
    .replace(/\[\w+\](?=$|-fast$)/, "")
    .replace(/-v\d+(?::\d+)?$/, "")
    .replace(/[-@]20\d{6}(?=$|-fast$)|-20\d\d-\d\d-\d\d$|-latest(?=$|-fast$)/, "");
}

export interface Totals {
  readonly input: number;
  readonly output: number;
  /** Read from or written to the cache, as part of `input`. */
  readonly cached: number;
  readonly all: number;
}

export function totals(usage: readonly ModelUsage[]): Totals {
  let input = 0;
  let output = 0;
  let cached = 0;
  for (const use of usage) {
    input += use.input + use.cacheRead + use.cacheWrite5m + use.cacheWrite1h;
    cached += use.cacheRead;
    output += use.output;
  }
  return { input, output, cached, all: input + output };
}

/** "14k"; of what the log does not tell a dash, of what it tells in part "14k+". */
export function tokenText(usage: readonly ModelUsage[]): string {
  const known = usage.filter((each) => each.known === undefined);
  if (known.length === 0 && usage.length > 0) return "–";
  return `${tokens(totals(known).all)}${known.length < usage.length ? "+" : ""}`;
}

/** "92% cached", or nothing where nothing was read from the cache. */
export function cachedShare({ input, cached }: Totals): string | undefined {
  return input === 0 || cached === 0 ? undefined : `${Math.floor((cached / input) * 100)}% cached`;
}

const oneLine = (text: string): string => oneSpace(text).trim();

/** The first words, cut at a word where possible. */
export function excerpt(text: string, limit: number): string {
  // Of a long text the beginning mostly is enough; only where that is nearly empty, all of it is read.
  const isLong = text.length > 16 * limit;
  const beginning = oneLine(isLong ? text.slice(0, 16 * limit) : text);
  const line = isLong && beginning.length <= limit ? oneLine(text) : beginning;
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${(space > limit * 0.6 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, "")}…`;
}

/** The first line that says something, for a row. */
export function firstLine(text: string, longest = 120): string {
  const line = text.trim().split("\n", 1)[0]?.trim() ?? "";
  return line.length <= longest ? line : `${line.slice(0, longest).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** "lines 1–34", "line 5". */
export function lineRange(first: number, amount: number): string {
  return amount > 1 ? `lines ${number(first)}–${number(first + amount - 1)}` : `line ${number(first)}`;
}

export const fileName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
