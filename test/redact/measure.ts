/**
 * What the rules find in texts, for a person to look at: counts by rule, findings per MB, CPU time, and one line for
 * each distinct finding. `npm run measure:redact -- [--plain] [--time] [folder or file …]`; without a folder, the honest
 * texts of this folder and the shared logs, where they are at hand. Values are masked unless `--plain` is said.
 * `--compare` tells instead whether the first look passes over anything that the rules alone find, and what it spares.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { Detector } from "../../src/redact/detector.ts";
import { fieldRule } from "../../src/redact/fields.ts";
import { outsideAnchors } from "../../src/redact/outside.ts";

interface Finding {
  readonly rule: string;
  readonly secret: string;
  readonly context: string;
  readonly file: string;
}

const here = import.meta.dirname;
const flags = new Set(process.argv.slice(2).filter((argument) => argument.startsWith("--")));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const roots =
  named.length > 0 ? named : [join(here, "honest"), join(here, "../../../shared/corpus")].filter(existsSync);

const filesOf = (root: string): readonly string[] =>
  statSync(root).isFile()
    ? [root]
    : readdirSync(root, { recursive: true, encoding: "utf8" })
        .sort()
        .map((file) => join(root, file))
        .filter((file) => statSync(file).isFile());

interface Text {
  readonly text: string;
  readonly key: string;
  readonly file: string;
}

/** Each string of each line of a log; any other file as a whole. */
function textsOf(file: string): readonly Text[] {
  const content = readFileSync(file, "utf8");
  if (!file.endsWith(".jsonl")) return [{ text: content, key: "", file }];
  const texts: Text[] = [];
  for (const line of content.split("\n")) {
    try {
      const stack: [string, unknown][] = [["", JSON.parse(line)]];
      for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
        const [key, value] = next;
        if (typeof value === "string") texts.push({ text: value, key, file });
        else if (Array.isArray(value)) for (const item of value) stack.push([key, item]);
        else if (typeof value === "object" && value !== null) stack.push(...Object.entries(value));
      }
    } catch {
      // A cut line; the reader's tests look at those.
    }
  }
  return texts;
}

/** Kinds of characters in place of the characters, but for a few at the start. */
const masked = (secret: string): string =>
  secret.slice(0, 4) +
  secret.slice(4, 44).replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A").replace(/\d/g, "9") +
  (secret.length > 44 ? "…" : "");

const shown = flags.has("--plain") ? (text: string) => text.slice(0, 160) : masked;

function report(root: string): void {
  const texts = filesOf(root).flatMap(textsOf);
  const detector = new Detector({});
  const size = texts.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
  const findings: Finding[] = [];
  const started = process.cpuUsage();
  for (const { text, key, file } of texts) {
    const field = fieldRule(text, { key, name: undefined, isRaw: true }, {});
    if (field) findings.push({ rule: `${field.id} (field ${key})`, secret: text, context: "", file });
    for (const { rule, secret, spans } of detector.detect(text)) {
      if (rule.id === "home-directory") continue;
      const [start, end] = [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0];
      const before = text.slice(Math.max(0, start - 48), start);
      const context = `${before}⟦${shown(text.slice(start, end))}⟧${text.slice(end, end + 16)}`;
      findings.push({ rule: rule.id, secret, context: JSON.stringify(context), file });
    }
  }
  const { user, system } = process.cpuUsage(started);
  console.log(
    `\n${root}: ${texts.length} texts, ${size.toFixed(1)} MB, ${findings.length} findings ` +
      `(${(findings.length / size).toFixed(2)} per MB), ${((user + system) / 1e6).toFixed(2)} s CPU`,
  );
  if (flags.has("--time")) return;
  const rules = new Map<string, Finding[]>();
  for (const finding of findings) rules.set(finding.rule, [...(rules.get(finding.rule) ?? []), finding]);
  for (const [rule, found] of [...rules].sort((a, b) => b[1].length - a[1].length)) {
    const distinct = new Map<string, Finding[]>();
    for (const finding of found) distinct.set(finding.secret, [...(distinct.get(finding.secret) ?? []), finding]);
    console.log(`\n${rule}: ${found.length}, ${distinct.size} distinct`);
    for (const [secret, same] of distinct)
      console.log(
        `  ${same.length} x ${shown(secret)}  ${same[0]?.context}  ${relative(root, same[0]?.file ?? "").slice(0, 60)}`,
      );
  }
}

const seconds = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

/** Every text once, as learning looks at it: by the rules alone, then after a first look. */
function compare(root: string): void {
  const detector = new Detector({}, outsideAnchors);
  const newSum = (): [texts: number, size: number] => [0, 0];
  const [all, flagged, holding] = [newSum(), newSum(), newSum()];
  const count = (sum: [number, number], text: string): void => {
    sum[0]++;
    sum[1] += text.length;
  };
  let [alone, both, misses] = [0, 0, 0];
  for (const file of filesOf(root)) {
    const texts = [...new Set(textsOf(file).map(({ text }) => text))].filter(({ length }) => length >= 4);
    let started = process.cpuUsage();
    const expected = texts.map((text) => detector.lookEverywhere(text));
    alone += seconds(started);
    started = process.cpuUsage();
    const found = texts.map((text) => detector.look(text));
    both += seconds(started);
    texts.forEach((text, index) => {
      const [one, other] = [expected[index], found[index]];
      count(all, text);
      if (detector.hasMoreInViews(text)) count(flagged, text);
      if (one !== undefined && one.detections.length + one.marks.length > 0) count(holding, text);
      if (JSON.stringify(plain(one)) === JSON.stringify(plain(other))) return;
      misses++;
      console.log(`differs: ${relative(root, file)}, text ${index}, ${one?.detections[0]?.rule.id ?? "a mark"}`);
    });
  }
  const shown = ([texts, size]: readonly [number, number]): string => `${texts} texts of ${(size / 1e6).toFixed(1)} MB`;
  console.log(`\n${root}: ${shown(all)}; hold something: ${shown(holding)}; all views made: ${shown(flagged)}`);
  console.log(`rules alone ${alone.toFixed(2)} s CPU, after a first look ${both.toFixed(2)} s; ${misses} differ`);
  if (misses > 0) process.exitCode = 1;
}

const plain = (looked: ReturnType<Detector["look"]> | undefined): unknown => [
  looked?.detections,
  looked?.marks.map(({ view, anchor, at }) => [view.text.length, anchor, at].join()).sort(),
];

for (const root of roots) (flags.has("--compare") ? compare : report)(root);
