/** The options of redaction; everything is on by default. */
import { personalRules, userRule } from "./personal/index.ts";
import type { Rule } from "./rule.ts";
import { secretRules } from "./rules/index.ts";
import type { OutsideScanner } from "./secretlint.ts";

export interface OwnPattern {
  readonly id: string;
  readonly label?: string;
  /** A regular expression; its group named `secret`, or its first group, or all of it goes. */
  readonly pattern: string | RegExp;
}

export interface RedactOptions {
  /** `false` for a private archive: nothing is looked for and nothing is changed. */
  readonly redact?: boolean;
  /** By rule id, or by family for all of it ("secret", "personal"): `false` switches off. */
  readonly rules?: Readonly<Record<string, boolean>>;
  readonly patterns?: readonly OwnPattern[];
  /** What may stay: a whole value, or an expression that finds itself in it. */
  readonly allow?: readonly (string | RegExp)[];
  /** Home directories and user names that are known without a log. */
  readonly homes?: readonly string[];
  readonly users?: readonly string[];
  /** secretlint unless a test says otherwise. */
  readonly scanner?: () => Promise<OutsideScanner>;
}

export const ruleIds: readonly string[] = [...secretRules, ...personalRules]
  .map(({ id }) => id)
  .concat(userRule, "secretlint");

export function isOn({ rules = {} }: RedactOptions, id: string, family: string): boolean {
  return rules[id] ?? rules[family] ?? true;
}

export function activeRules(options: RedactOptions): readonly Rule[] {
  return [...secretRules, ...personalRules].filter(({ id, family }) => isOn(options, id, family));
}

export function checkOptions(options: RedactOptions): void {
  for (const id of Object.keys(options.rules ?? {})) {
    if (id !== "secret" && id !== "personal" && !ruleIds.includes(id))
      throw new Error(`redact.rules names "${id}", which is no rule.`);
  }
  for (const { id, pattern } of options.patterns ?? []) {
    if (!id) throw new Error("redact.patterns has a pattern without an id.");
    try {
      ownPattern(pattern);
    } catch (cause) {
      throw new Error(`redact.patterns "${id}" is not a regular expression.`, { cause });
    }
  }
}

/** With the flags that finding and mapping back need. */
export function ownPattern(pattern: string | RegExp): RegExp {
  if (typeof pattern === "string") return new RegExp(pattern, "dg");
  return new RegExp(pattern.source, [...new Set(`${pattern.flags.replace("y", "")}dg`)].join(""));
}

export function isAllowed({ allow = [] }: RedactOptions, secret: string): boolean {
  return allow.some((entry) =>
    typeof entry === "string"
      ? entry === secret
      : new RegExp(entry.source, entry.flags.replace(/[gy]/g, "")).test(secret),
  );
}
