/** What the publish gate finds in one text of a finished file. */
import type { Detector } from "./detector.ts";
import { type KnownHashes, knownIn } from "./hashes.ts";
import type { HomeHit } from "./personal/home.ts";
import { homeRule } from "./personal/index.ts";
import type { Unpacked } from "./unpack.ts";
import { originalSpans, type Span } from "./views/index.ts";

export interface Eyes {
  readonly detector: Detector;
  readonly known: KnownHashes | undefined;
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
  { detector, known }: Eyes,
): { readonly found: readonly Found[]; readonly isClean: boolean } {
  const { view, isContent } = part;
  const found: Found[] = [];
  const { detections } = detector.lookAt(view);
  for (const { rule, secret, spans, hit } of detections) {
    if (rule.family === "personal" && !isContent) continue;
    if (rule.id === homeRule && !(hit as HomeHit).deep) continue;
    if (rule.family === "secret" && rule.rank <= byLabel && !isTogether(part, spans, rule.id, detector)) continue;
    const { replacement } = hit;
    found.push({ rule: rule.id, label: rule.label, secret, spans, ...(replacement !== undefined && { replacement }) });
  }
  for (const { start, end, rule, label } of known === undefined ? [] : knownIn(view, known))
    found.push({ rule, label, secret: view.slice(start, end), spans: originalSpans(view, start, end) });
  return { found, isClean: found.length === 0 && detections.length === 0 };
}

/** Rules for secrets up to this rank go by a name beside the value. */
const byLabel = 1;

/** Drawing and indexing put words side by side that were apart in the log, where the redactor judged them. */
function isTogether({ around }: Unpacked, spans: readonly Span[], rule: string, detector: Detector): boolean {
  if (around === undefined) return true;
  return detector.detect(around(spans[0]?.start ?? 0)).some((detection) => detection.rule.id === rule);
}
