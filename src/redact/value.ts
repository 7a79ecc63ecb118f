/** Maps every string of a plain value, however deep, and shares what did not change. */

export interface StringPlace {
  /** The key it stands under; an item of a list has its list's key. */
  readonly key: string;
  /** What the object calls itself, for `{name: "API_TOKEN", value: "…"}`. */
  readonly name?: string;
}

export interface StringMap {
  readonly text: (text: string, place: StringPlace) => string;
  readonly key: (key: string) => string;
  /** Lists of nothing but strings are lines of one text. */
  readonly lines: (lines: readonly string[], place: StringPlace) => readonly string[];
}

interface Frame {
  readonly source: object;
  readonly keys: readonly string[];
  readonly results: unknown[];
  readonly place: StringPlace;
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

  const enter = (item: unknown, place: StringPlace): boolean => {
    if (typeof item === "string") result = map.text(item, place);
    else if (isLines(item)) result = map.lines(item, place);
    else if (Array.isArray(item) || isPlain(item)) {
      if (!done.has(item)) {
        done.set(item, item);
        const name = Array.isArray(item) ? undefined : nameOf(item);
        stack.push({
          source: item,
          keys: Object.keys(item),
          results: [],
          place: { key: place.key, ...(name !== undefined && { name }) },
          index: 0,
        });
        return true;
      }
      result = done.get(item);
    } else result = item;
    return false;
  };

  if (!enter(value, { key: "" })) return result as Value;
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    if (frame.index < frame.keys.length) {
      const key = frame.keys[frame.index] as string;
      const item = (frame.source as Record<string, unknown>)[key];
      const place = Array.isArray(frame.source) ? { key: frame.place.key } : { ...frame.place, key };
      if (enter(item, place)) continue;
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

const nameOf = (item: Record<string, unknown>): string | undefined =>
  [item.name, item.key].find((name): name is string => typeof name === "string");

function rebuilt({ source, keys, results }: Frame, map: StringMap): unknown {
  const before = source as Record<string, unknown>;
  if (Array.isArray(source)) return keys.some((key, index) => before[key] !== results[index]) ? results : source;
  const names = keys.map(map.key);
  if (keys.every((key, index) => before[key] === results[index] && names[index] === key)) return source;
  // `fromEntries` defines "__proto__" as a field instead of setting the prototype.
  return Object.fromEntries(names.map((name, index) => [name, results[index]]));
}
