/** Data of a site is read as what a stranger may have written: each value is what it should be, or nothing is taken. */

export class UnreadableSite extends Error {}

export type Check<T> = (value: unknown, place: string) => T;

const refuse = (place: string): never => {
  throw new UnreadableSite(`${place} is not what it should be`);
};

/** Of a folder of a page, as src/archive/record.ts makes it: that of another agent's session begins with its name and a dot. */
export const pageName = "(?:[a-z]{1,20}\\.)?[a-z0-9][a-z0-9-]{0,99}";

/** Longer than anything that we write there. */
const mostLetters = 10_000;

export const text: Check<string> = (value, place) =>
  typeof value === "string" && value.length <= mostLetters ? value : refuse(place);

export const whole: Check<number> = (value, place) =>
  Number.isSafeInteger(value) && (value as number) >= -1 ? (value as number) : refuse(place);

export const flag: Check<boolean> = (value, place) => (typeof value === "boolean" ? value : refuse(place));

export const matching =
  (pattern: RegExp): Check<string> =>
  (value, place) =>
    pattern.test(text(value, place)) ? (value as string) : refuse(place);

export const list =
  <T>(check: Check<T>): Check<readonly T[]> =>
  (value, place) =>
    Array.isArray(value) ? value.map((each) => check(each, place)) : refuse(place);

/** A number of one of `all`. */
export const oneOf =
  (all: { readonly length: number }): Check<number> =>
  (value, place) =>
    whole(value, place) >= 0 && (value as number) < all.length ? (value as number) : refuse(place);

export function fields(value: unknown, place: string): Readonly<Record<string, unknown>> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : refuse(place);
}

export const texts: Check<readonly string[]> = list(text);

export const timeZone: Check<string> = (value, place) => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: text(value, place) });
    return value as string;
  } catch {
    return refuse(place);
  }
};
