/** Feeds secretlint: only stretches that hold something it knows, many of them in one call. */
import type { Detection } from "./detection.ts";
import type { Mark, Watched } from "./detector.ts";
import { wholeDetection } from "./fields.ts";
import { isBlank, isPlaceholder } from "./randomness.ts";
import type { OutsideScanner } from "./secretlint.ts";

/** A piece of every value that a rule of secretlint 12.0.0's preset can report. */
const anchors = (
  "A3T|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA|secret_access_key|secretaccesskey|aws_account|account_id" +
  "|accountid|private key|private_key|:x-oauth-basic@|_authtoken=|npm_|xoxb-|xoxp-|xapp-|xoxa-|xoxo-" +
  "|xoxr-|hooks.slack.com|http://|https://|ftp://|ftps://|T3BlbkFJ|sk-ant-|gsk_|hf_|lin_api_|ntn_" +
  "|secret_|SG.|shppa_|shpca_|shpat_|shpss_|ghp_|gho_|ghu_|ghs_|ghr_|github_pat_|glpat-|glsa_|glc_" +
  "|ops_eyJ|mongodb|mysql|postgres|hvs.|hvb.|hvr.|vcp_|vci_|vca_|vcr_|vck_|dapi|dckr_pat_|figd_"
).split("|");
const urlStart = /:\/\/[^\s/?#]{1,256}@/y;

/** Nearly every URL carries no password. */
const hasUser = (text: string, at: number): boolean => {
  urlStart.lastIndex = text.indexOf(":", at);
  return urlStart.test(text);
};

export const outsideAnchors: readonly Watched[] = anchors.map((text) =>
  text.endsWith("://") ? { text, isWorth: hasUser, guard: "user" } : { text },
);
const before = 120;
const after = 700;
const longestKey = 12_000;
const batchSize = 200_000;

interface Window {
  readonly text: string;
  readonly note: (detection: Detection) => void;
}

export class OutsideQueue {
  readonly #scan: OutsideScanner;
  #windows: Window[] = [];
  #size = 0;

  constructor(scan: OutsideScanner) {
    this.#scan = scan;
  }

  /** Takes what is worth a look; a promise where enough has come together. */
  offer(windows: readonly string[], note: (detection: Detection) => void): Promise<void> | undefined {
    if (windows.length === 0) return undefined;
    for (const text of windows) {
      this.#windows.push({ text, note });
      this.#size += text.length;
    }
    return this.#size >= batchSize ? this.flush() : undefined;
  }

  async flush(): Promise<void> {
    const windows = this.#windows;
    this.#windows = [];
    this.#size = 0;
    if (windows.length === 0) return;
    const starts: number[] = [];
    let length = 0;
    for (const { text } of windows) {
      starts.push(length);
      length += text.length + 2;
    }
    for (const { rule, secret, at } of await this.#scan(windows.map(({ text }) => text).join("\n\n"))) {
      const index = starts.findLastIndex((start) => start <= at);
      if (secret.length < 8 || isBlank(secret) || isPlaceholder(secret)) continue;
      windows[index]?.note(
        wholeDetection(secret, { id: "secretlint", label: labels[rule] ?? "secret", family: "secret", rank: 2 }),
      );
    }
  }
}

const labels: Readonly<Record<string, string>> = {
  "database-connection-string": "database URL",
  basicauth: "URL with a password",
  npm: "npm token",
  privatekey: "private key",
  gcp: "Google service account",
};

const none: readonly string[] = [];

/** Stretches around marks, which is all that is offered of a text. */
export function windowsOf(marks: readonly Mark[]): readonly string[] {
  if (marks.length === 0) return none;
  const views = new Set(marks.map((mark) => mark.view));
  return [...views].flatMap((view) => windowsIn(marks.filter((mark) => mark.view === view)));
}

/** Of one view; those that meet are one. */
function windowsIn(marks: readonly Mark[]): readonly string[] {
  const text = marks[0]?.view.text ?? "";
  const windows: [number, number][] = [];
  for (const { anchor, at } of [...marks].sort((a, b) => a.at - b.at)) {
    const word = anchors[anchor] as string;
    const [start, end] = [
      Math.max(0, at - before),
      Math.min(text.length, at + (word.startsWith("private") ? longestKey : after)),
    ];
    const last = windows.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else windows.push([start, end]);
  }
  return windows.map(([start, end]) => copied(text.slice(start, end)));
}

/** A slice keeps the whole text in memory, a copy of it does not. */
const copied = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");
