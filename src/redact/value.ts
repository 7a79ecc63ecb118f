/** Maps every string of a plain value, however deep, and shares what did not change. */

export interface StringMap {
  /** `key` is what it stands under (an item of a list has its list's), `name` what the object calls itself. */
  readonly text: (text: string, key: string, name: string | undefined) => string;
  readonly key: (key: string) => string;
  /** Lists of nothing but strings are lines of one text. */
  readonly lines: (lines: readonly string[], key: string) => readonly string[];
}

interface Frame {
  readonly source: object;
  readonly keys: readonly string[];
  readonly results: unknown[];
  readonly isList: boolean;
  readonly key: string;
  readonly name: string | undefined;
  index: number;
}

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const isLines = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 1 && value.every((item) => typeof item === "string");

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
      const isList = Array.isArray(item);
      result = isList || isPlain(item) ? done.get(item) : item;
      if (result !== undefined) return false;
      done.set(item, item);
      stack.push(frameOf(item, isList, key));
      return true;
    }
    return false;
  };

  if (!enter(value, "", undefined)) return result as Value;
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    if (frame.index < frame.keys.length) {
      const key = frame.keys[frame.index] as string;
      const item = (frame.source as Record<string, unknown>)[key];
      if (frame.isList ? enter(item, frame.key, undefined) : enter(item, key, frame.name)) continue;
      frame.results.push(result);
      frame.index++;
      continue;
    }
    stack.pop();
    result = rebuilt(frame, map);
    done.set(frame.source, result);
    const parent = stack.at(-1);
    if (parent) {
      parent.results.push(result);
      parent.index++;
    }
  }
  return result as Value;
}

const frameOf = (source: object, isList: boolean, key: string): Frame => ({
  source,
  keys: Object.keys(source),
  results: [],
  isList,
  key,
  name: isList ? undefined : nameOf(source as Record<string, unknown>),
  index: 0,
});

/** The same walk with nothing to give back. */
export function eachString(value: unknown, visit: (text: string, key: string, name: string | undefined) => void): void {
  const seen = new Set<object>();
  const stack: Omit<Frame, "results">[] = [];
  const enter = (item: unknown, key: string, name: string | undefined): void => {
    if (typeof item === "string") visit(item, key, name);
    else if (typeof item !== "object" || item === null) return;
    else if (isLines(item)) visit(item.join("\n"), "", undefined);
    else if (!seen.has(item) && (Array.isArray(item) || isPlain(item))) {
      seen.add(item);
      stack.push(frameOf(item, Array.isArray(item), key));
    }
  };
  enter(value, "", undefined);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    if (frame.index === frame.keys.length) {
      stack.pop();
      continue;
    }
    const key = frame.keys[frame.index++] as string;
    const item = (frame.source as Record<string, unknown>)[key];
    if (frame.isList) enter(item, frame.key, undefined);
    else enter(item, key, frame.name);
  }
}

function nameOf({ name, key }: Record<string, unknown>): string | undefined {
  return typeof name === "string" ? name : typeof key === "string" ? key : undefined;
}

function rebuilt({ source, keys, results }: Frame, map: StringMap): unknown {
  const before = source as Record<string, unknown>;
  if (Array.isArray(source)) return keys.some((key, index) => before[key] !== results[index]) ? results : source;
  const names = keys.map(map.key);
  if (keys.every((key, index) => names[index] === key && before[key] === results[index])) return source;
  // `fromEntries` defines "__proto__" as a field instead of setting the prototype.
  return Object.fromEntries(names.map((name, index) => [name, results[index]]));
}
