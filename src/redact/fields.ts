/** What the name of a field says about the string in it. */
import type { Detection } from "./detection.ts";
import type { Detector } from "./detector.ts";
import { isOn, type RedactOptions } from "./options.ts";
import { homeRule } from "./personal/index.ts";
import { isLabelledBy } from "./rules/labelled.ts";
import type { Field } from "./value.ts";

/** Fields that join values of the model; people's names in them do not show. */
const idKeys = new Set(
  (
    "id entry call session agent key chain calledBy kind uuid parentUuid leafUuid " +
    "sessionId requestId messageId tool_use_id"
  ).split(" "),
);

export const isId = ({ key, isRaw }: Field): boolean => !isRaw && idKeys.has(key);

/** What says what the value is: the field's name, or that of the thing it is the value of. */
const labelOf = ({ key, name }: Field): string => (key === "value" && name !== undefined ? name : key);

const secretField = { id: "labelled-secret", label: "secret", family: "secret", rank: 1 } as const;
const passwordField = { id: "labelled-password", label: "password", family: "secret", rank: 1 } as const;

/** The rule by which a field's name makes all of its value a secret: an object has no text around the value. */
export function fieldRule(text: string, field: Field, options: RedactOptions): Detection["rule"] | undefined {
  if (text.length < 6 || text.length > 1024) return undefined;
  const label = labelOf(field);
  if (label === "" || !isLabelledBy(label, text)) return undefined;
  const rule = /pass|pwd/i.test(label) ? passwordField : secretField;
  return isOn(options, rule.id, rule.family) ? rule : undefined;
}

/** A string that is the secret as a whole. */
export function wholeDetection(secret: string, rule: Detection["rule"]): Detection {
  const span = { start: 0, end: secret.length };
  return { rule, secret, spans: [span], hit: span, isJoined: false };
}

/** No rule that goes by a name looks further. */
const longest = 4096;
const longestName = 200;
const mostNames = 10_000;

/**
 * What only the name of a field gives away: `{"account_id": "4f1c…"}` is nothing but an id without it. A finished page
 * shows both.
 */
export class FieldLabels {
  readonly #detector: Detector;
  /** Fields have few names, and each comes a million times. */
  readonly #names = new Map<string, boolean>();

  constructor(detector: Detector) {
    this.#detector = detector;
  }

  isLabel(field: Field): boolean {
    if (!field.isRaw) return false;
    const name = labelOf(field);
    let isOne = this.#names.get(name);
    if (isOne === undefined) {
      isOne = name.length <= longestName && this.#detector.hasAnchor(`"${name}": "`);
      if (this.#names.size >= mostNames) this.#names.clear();
      this.#names.set(name, isOne);
    }
    return isOne;
  }

  /** Places are those in the value. */
  detect(text: string, field: Field): readonly Detection[] {
    if (text.length < 4 || !this.isLabel(field)) return [];
    const before = `"${labelOf(field)}": "`;
    return this.#detector.detect(`${before}${text.slice(0, longest)}"`).flatMap((detection) => {
      // Whose home it is, the archive knows.
      if (detection.rule.id === homeRule) return [];
      const spans = detection.spans.flatMap(({ start, end }) => {
        const [from, to] = [Math.max(0, start - before.length), Math.min(text.length, end - before.length)];
        return to > from ? [{ start: from, end: to }] : [];
      });
      return spans.length === 0 ? [] : [{ ...detection, spans }];
    });
  }
}
