/**
 * Facts come from threads and caches as copies, in which "Bash" is another text each time. Of an archive of thousands of
 * sessions that is most of what stays in memory, so equal texts become one.
 */

/** Longer ones are seldom there twice. */
const longest = 200;

/** Plain data, changed in place. */
export function interner(): <T>(value: T) => T {
  const known = new Map<string, string>();
  const one = (text: string): string => {
    if (text.length > longest) return text;
    const found = known.get(text);
    if (found === undefined) known.set(text, text);
    return found ?? text;
  };
  const within = (value: object): void => {
    const all = value as Record<string, unknown>;
    for (const key of Object.keys(all)) {
      const each = all[key];
      if (typeof each === "string") all[key] = one(each);
      else if (typeof each === "object" && each !== null) within(each);
    }
  };
  return (value) => {
    if (typeof value === "object" && value !== null) within(value);
    return value;
  };
}
