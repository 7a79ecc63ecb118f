/** Only what the log said: absent fields stay absent, so that nobody takes "" or 0 for an answer. */
import { list } from "../log/fields.ts";

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The fields that have a value. */
export function given<T extends object>(fields: T): Given<T> {
  const found: Given<T> = {};
  for (const name of Object.keys(fields) as (keyof T)[]) {
    const value = fields[name];
    if (value !== undefined) found[name] = value as Exclude<T[keyof T], undefined>;
  }
  return found;
}

/** The texts of a list; `undefined` where there is none, or where it holds something else. */
export function texts(value: unknown, name: string): readonly string[] | undefined {
  const found = list(value, name);
  if (found === undefined || found.length === 0) return undefined;
  return found.every((each) => typeof each === "string") ? found : undefined;
}
