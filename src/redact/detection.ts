import type { Hit, Rule } from "./rule.ts";
import type { Span } from "./views/index.ts";

/** One secret in a text. */
export interface Detection {
  readonly rule: Pick<Rule, "id" | "label" | "family" | "rank">;
  /** Decoded, as a program would use it. */
  readonly secret: string;
  /** Its characters in the original, in order and apart. */
  readonly spans: readonly Span[];
  /** What the rule found, for rules that tell more. */
  readonly hit: Hit;
  /** Joined from several lines. */
  readonly isJoined: boolean;
  /** Found by its value, which is known, not only by a rule. */
  readonly isKnown?: true;
}
