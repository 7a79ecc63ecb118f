import type { Guarded } from "./first-look/index.ts";
import type { Hit, Rule } from "./rule.ts";
import type { Span, View } from "./views/index.ts";

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

/** Literal values to find beside the rules. */
export interface Literal {
  readonly text: string;
  readonly rule: Detection["rule"];
  /** Stands for this secret: itself, or what it is a piece or another spelling of. */
  readonly secret: string;
  /** Not inside a longer word. */
  readonly isWord?: boolean;
  /** In capitals too: a user `mtanaka` signs as MTanaka, and a search index has all words in small letters. */
  readonly isAnyCase?: boolean;
  /** A path: what is cut short is none. */
  readonly isPath?: boolean;
  /** Only where nothing but a user's name stands: before the host of a shell, behind `USER=`. */
  readonly isUser?: boolean;
  /** Told of whatever a person lets stay: nobody takes it out. */
  readonly isAnyway?: boolean;
}

/** Something that another scanner should see. */
export interface Watched extends Pick<Guarded, "guard"> {
  readonly text: string;
  /** Whether it is worth a look where it stands. */
  readonly isWorth?: (text: string, at: number) => boolean;
}

/** Where a text holds such a thing. */
export interface Mark {
  readonly view: Pick<View, "text">;
  /** Which of the watched anchors. */
  readonly anchor: number;
  readonly at: number;
}

export interface Looked {
  readonly detections: readonly Detection[];
  readonly marks: readonly Mark[];
}

/** The same before it is settled which of the claims stand. */
export interface Tried {
  readonly found: readonly Detection[];
  readonly marks: readonly Mark[];
}
