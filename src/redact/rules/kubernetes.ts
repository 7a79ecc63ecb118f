/** The values of a Kubernetes Secret: base64 under names that say nothing. */
import type { Hit, Rule } from "../rule.ts";

const reach = 4000;
const value =
  /^(?:[ \t+>|-]{0,12}|[ \t]{0,8}\d{1,6}[\t→:|][ \t]{0,12})["']?[\w.-]{1,80}["']?: {1,4}["']?([A-Za-z0-9+/]{8,3000}={0,2})["']?\s{0,3}$/;
const plain = /^(?:metadata|apiVersion|kind|type|name|namespace|labels|annotations|immutable)$/;

/** The manifest around `at`, cut where another one begins: each is looked at once, whatever the text repeats. */
function manifest(text: string, at: number): { readonly from: number; readonly lines: readonly string[] } {
  const before = text.slice(Math.max(0, at - reach), at);
  const cut = Math.max(before.lastIndexOf("---"), before.lastIndexOf("kind: "));
  const from = at - before.length + Math.max(0, cut);
  const after = text.slice(at, at + reach);
  const [line, kind] = [after.indexOf("\n---"), after.indexOf("kind: ", 5)];
  const end = line === -1 || (kind !== -1 && kind < line) ? kind : line;
  return { from, lines: text.slice(from, end === -1 ? at + reach : at + end).split("\n") };
}

function values(text: string, at: number): readonly Hit[] {
  if (!/^kind:\s{1,4}["']?Secret["']?\s/.test(text.slice(at, at + 24).concat("\n"))) return [];
  const { from, lines } = manifest(text, at);
  const hits: Hit[] = [];
  let start = from;
  let inData = false;
  for (const line of lines) {
    if (/^[^A-Za-z]{0,12}(?:string)?data:\s{0,3}$/i.test(line)) inData = true;
    else if (/^[+ >-]?[A-Za-z]/.test(line)) inData = false;
    const secret = inData ? value.exec(line)?.[1] : undefined;
    if (secret && !plain.test(secret)) {
      const offset = start + line.lastIndexOf(secret);
      hits.push({ start: offset, end: offset + secret.length });
    }
    start += line.length + 1;
  }
  return hits;
}

export const kubernetes: readonly Rule[] = [
  {
    id: "kubernetes-secret",
    label: "Kubernetes secret",
    family: "secret",
    anchors: ["kind: Secret", 'kind: "Secret'],
    find: values,
    reach: { before: reach, after: reach },
    rank: 2,
  },
];
