/** Maps every string of a plain value, however deep, and shares what did not change. */

/** Where a string stands in an object. */
export interface Field {
  /** What it stands under; an item of a list has its list's. */
  readonly key: string;
  /** What the object calls itself: `{"name": "API_KEY", "value": …}`. */
  readonly name: string | undefined;
  /** An object of the log as it is, whose fields are called as somebody else liked. */
  readonly isRaw: boolean;
}

export interface StringMap {
  readonly text: (text: string, field: Field) => string;
  readonly key: (key: string) => string;
  /** Keys that stay as they are: fields have few names, and each comes a million times. */
  readonly plainKeys?: Set<string>;
  /** Lists of nothing but strings are lines of one text. */
  readonly lines: (lines: readonly string[], field: Field) => readonly string[];
  /** A number of a raw object: an account may be called 123456789012. */
  readonly number?: (number: number, field: Field) => number | string;
}

/** Fields of the model that hold objects of the log: the input of a tool, what is not known, parts of a result, labels. */
const rawFields = new Set(["input", "raw", "parts", "details", "findings", "labels"]);
const nowhere: Field = { key: "", name: undefined, isRaw: false };

interface Frame {
  readonly source: Record<string, unknown> | readonly unknown[];
  /** Of an object; a list is walked by number. */
  readonly keys: readonly string[] | undefined;
  readonly size: number;
  /** From the first on that changed; before that there is nothing to keep. */
  results: unknown[] | undefined;
  /** Where the list or object itself stands. */
  readonly field: Field;
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

  const enter = (item: unknown, field: Field): boolean => {
    if (typeof item === "string") result = map.text(item, field);
    else if (typeof item === "number" && field.isRaw) result = map.number?.(item, field) ?? item;
    else if (typeof item !== "object" || item === null) result = item;
    else if (isLines(item)) result = map.lines(item, field);
    else {
      const isWalked = Array.isArray(item) || isPlain(item);
      result = isWalked ? done.get(item) : item;
      if (!isWalked || result !== undefined) return false;
      done.set(item, item);
      stack.push(frameOf(item as Frame["source"], field));
      return true;
    }
    return false;
  };

  if (!enter(value, nowhere)) return result as Value;
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    if (frame.index < frame.size) {
      if (enter(itemOf(frame), fieldAt(frame))) continue;
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

function fieldAt({ keys, index, field, name }: Frame): Field {
  if (keys === undefined) return field;
  const key = keys[index] as string;
  return { key, name, isRaw: field.isRaw || rawFields.has(key) };
}

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

function frameOf(source: Frame["source"], field: Field): Frame {
  const keys = Array.isArray(source) ? undefined : Object.keys(source);
  const name = keys === undefined ? undefined : nameOf(source as Record<string, unknown>);
  const size = keys === undefined ? (source as readonly unknown[]).length : keys.length;
  return { source, keys, size, results: undefined, field, name, index: 0 };
}

/** The same walk with nothing to give back. Numbers and names of fields are visited in raw objects only. */
export function eachString(value: unknown, visit: (text: string | number, field: Field) => void): void {
  const seen = new Set<object>();
  const stack: Frame[] = [];
  const enter = (item: unknown, field: Field): void => {
    if (typeof item === "string" || (typeof item === "number" && field.isRaw)) visit(item, field);
    else if (typeof item !== "object" || item === null) return;
    else if (isLines(item)) {
      visit(item.join("\n"), nowhere);
      if (field.isRaw) for (const each of item) visit(each, field);
    } else if (!seen.has(item) && (Array.isArray(item) || isPlain(item))) {
      seen.add(item);
      const frame = frameOf(item, field);
      if (field.isRaw) for (const key of frame.keys ?? []) visit(key, nowhere);
      stack.push(frame);
    }
  };
  enter(value, nowhere);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    if (frame.index === frame.size) {
      stack.pop();
      continue;
    }
    enter(itemOf(frame), fieldAt(frame));
    frame.index++;
  }
}

function nameOf({ name, key }: Record<string, unknown>): string | undefined {
  return typeof name === "string" ? name : typeof key === "string" ? key : undefined;
}

const mostPlainKeys = 10_000;

function isNewKey(key: string, { key: shown, plainKeys }: StringMap): boolean {
  if (shown(key) !== key) return true;
  // Others may be paths, and whose home one is may yet be learnt.
  if (plainKeys !== undefined && plainKeys.size < mostPlainKeys && /^\w+$/.test(key)) plainKeys.add(key);
  return false;
}

function rebuilt({ source, keys, results }: Frame, map: StringMap): unknown {
  if (keys === undefined) return results ?? source;
  let isRenamed = false;
  for (const key of keys) if (!map.plainKeys?.has(key) && isNewKey(key, map)) isRenamed = true;
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
