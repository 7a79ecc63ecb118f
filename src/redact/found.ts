/** What the publish gate finds in one text of a finished file. */
import type { Detector } from "./detector.ts";
import type { HomeHit } from "./personal/home.ts";
import { homeRule } from "./personal/index.ts";
import type { Unpacked } from "./unpack.ts";
import type { Span } from "./views/index.ts";

export interface Detectors {
  /** Rules alone. */
  readonly rules: Detector;
  /** Rules, and secrets that the archive is known to hold. */
  readonly all: Detector;
}

export interface Found {
  readonly rule: string;
  readonly label: string;
  /** As it was read. Not to be shown. */
  readonly secret: string;
  /** In the text that the view was made from. */
  readonly spans: readonly Span[];
  /** What may stand there, where it is no placeholder. */
  readonly replacement?: string;
}

/** `isClean` where no rule said a word, not even one that does not count here. */
export function foundIn(
  part: Unpacked,
  { rules, all }: Detectors,
): { readonly found: readonly Found[]; readonly isClean: boolean } {
  const { view, isContent, isWordList } = part;
  const found: Found[] = [];
  const { detections } = all.lookAt(view);
  for (const { rule, secret, spans, hit, isKnown } of detections) {
    if (!isKnown) {
      // The text that the words are from is a piece of the index, too, and is judged there.
      if (isWordList) continue;
      if (rule.family === "personal" && !isContent) continue;
      if (rule.id === homeRule && !(hit as HomeHit).deep) continue;
      if (rule.family === "secret" && rule.rank <= byLabel && !isTogether(part, spans, rule.id, rules)) continue;
    }
    const { replacement } = hit;
    found.push({ rule: rule.id, label: rule.label, secret, spans, ...(replacement !== undefined && { replacement }) });
  }
  return { found, isClean: found.length === 0 && detections.length === 0 };
}

/** Rules for secrets up to this rank go by a name beside the value. */
const byLabel = 1;

/** Drawing and indexing put words side by side that were apart in the log, where the redactor judged them. */
function isTogether({ around }: Unpacked, spans: readonly Span[], rule: string, detector: Detector): boolean {
  if (around === undefined) return true;
  return detector.detect(around(spans[0]?.start ?? 0)).some((detection) => detection.rule.id === rule);
}
