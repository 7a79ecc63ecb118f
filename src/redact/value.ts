/** Maps every string of a plain value, however deep, and shares what did not change. */

export interface StringMap {
  /** `key` is what it stands under (an item of a list has its list's), `name` what the object calls itself. */
  readonly text: (text: string, key: string, name: string | undefined) => string;
  readonly key: (key: string) => string;
  /** Lists of nothing but strings are lines of one text. */
  readonly lines: (lines: readonly string[], key: string) => readonly string[];
}

interface Frame {
  readonly source: Record<string, unknown> | readonly unknown[];
  /** Of an object; a list is walked by number. */
  readonly keys: readonly string[] | undefined;
  readonly size: number;
  /** From the first on that changed; before that there is nothing to keep. */
  results: unknown[] | undefined;
  readonly key: string;
  readonly name: string | undefined;
  index: number;
}

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

function isLines(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length < 2) return false;
  for (const item of value) if (typeof item !== "string") return false;
  return true;
}

/** Own stack instead of recursion: logs nest a hundred thousand deep. */
export function mapStrings<Value>(value: Value, map: StringMap): Value {
  const done = new Map<object, unknown>();
  const stack: Frame[] = [];
  let result: unknown;

  const enter = (item: unknown, key: string, name: string | undefined): boolean => {
    if (typeof item === "string") result = map.text(item, key, name);
    else if (typeof item !== "object" || item === null) result = item;
    else if (isLines(item)) result = map.lines(item, key);
    else {
      const isWalked = Array.isArray(item) || isPlain(item);
      result = isWalked ? done.get(item) : item;
      if (!isWalked || result !== undefined) return false;
      done.set(item, item);
      stack.push(frameOf(item as Frame["source"], key));
      return true;
    }
    return false;
  };

  if (!enter(value, "", undefined)) return result as Value;
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    if (frame.index < frame.size) {
      if (frame.keys === undefined ? enter(itemOf(frame), frame.key, undefined) : enterField(frame, enter)) continue;
      note(frame, result);
      continue;
    }
    stack.pop();
    result = rebuilt(frame, map);
    done.set(frame.source, result);
    const parent = stack.at(-1);
    if (parent) note(parent, result);
  }
  return result as Value;
}

const itemOf = ({ source, keys, index }: Frame): unknown =>
  keys === undefined
    ? (source as readonly unknown[])[index]
    : (source as Record<string, unknown>)[keys[index] as string];

const enterField = <Result>(
  frame: Frame,
  enter: (item: unknown, key: string, name: string | undefined) => Result,
): Result => enter(itemOf(frame), frame.keys?.[frame.index] as string, frame.name);

/** What became of the item that the frame is at. */
function note(frame: Frame, result: unknown): void {
  if (frame.results === undefined && result !== itemOf(frame)) frame.results = itemsBefore(frame);
  frame.results?.push(result);
  frame.index++;
}

function itemsBefore({ source, keys, index }: Frame): unknown[] {
  return keys === undefined
    ? (source as readonly unknown[]).slice(0, index)
    : keys.slice(0, index).map((key) => (source as Record<string, unknown>)[key]);
}

function frameOf(source: Frame["source"], key: string): Frame {
  const keys = Array.isArray(source) ? undefined : Object.keys(source);
  const name = keys === undefined ? undefined : nameOf(source as Record<string, unknown>);
  const size = keys === undefined ? (source as readonly unknown[]).length : keys.length;
  return { source, keys, size, results: undefined, key, name, index: 0 };
}

/** The same walk with nothing to give back. */
export function eachString(value: unknown, visit: (text: string, key: string, name: string | undefined) => void): void {
  const seen = new Set<object>();
  const stack: Frame[] = [];
  const enter = (item: unknown, key: string, name: string | undefined): void => {
    if (typeof item === "string") visit(item, key, name);
    else if (typeof item !== "object" || item === null) return;
    else if (isLines(item)) visit(item.join("\n"), "", undefined);
    else if (!seen.has(item) && (Array.isArray(item) || isPlain(item))) {
      seen.add(item);
      stack.push(frameOf(item, key));
    }
  };
  enter(value, "", undefined);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    if (frame.index === frame.size) {
      stack.pop();
      continue;
    }
    if (frame.keys === undefined) enter(itemOf(frame), frame.key, undefined);
    else enterField(frame, enter);
    frame.index++;
  }
}

function nameOf({ name, key }: Record<string, unknown>): string | undefined {
  return typeof name === "string" ? name : typeof key === "string" ? key : undefined;
}

function rebuilt({ source, keys, results }: Frame, map: StringMap): unknown {
  if (keys === undefined) return results ?? source;
  let isRenamed = false;
  for (const key of keys) if (map.key(key) !== key) isRenamed = true;
  if (results === undefined && !isRenamed) return source;
  const values = results ?? Object.values(source);
  // `fromEntries` defines "__proto__" as a field instead of setting the prototype.
  if (isRenamed) return Object.fromEntries(keys.map((key, index) => [map.key(key), values[index]]));
  // A copy has the shape of its source: whoever draws both need not tell them apart at each field.
  const copy: Record<string, unknown> = { ...source };
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    if (copy[key] !== values[index]) copy[key] = values[index];
  }
  return copy;
}
