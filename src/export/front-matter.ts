/** YAML front matter. Texts are JSON strings, which YAML reads as they are, whatever they hold. */

/** Not printable for YAML, or unseen; JSON leaves them as they are. */
const unprintable = /[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff\p{Cs}]/gu;

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;

const scalar = (value: unknown): string => (JSON.stringify(value) ?? "null").replace(unprintable, escaped);

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return scalar(value);
  const pairs = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{ ${pairs.map(([key, each]) => `${key}: ${inline(each)}`).join(", ")} }`;
}

/** Keys are names of ours. */
export function frontMatter(facts: object): string {
  const lines = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${inline(value)}`],
  );
  return `---\n${lines.join("\n")}\n---\n\n`;
}
