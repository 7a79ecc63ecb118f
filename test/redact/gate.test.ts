import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Cleared, leakLine, type PublishGate, publishGate, type ScanOptions } from "../../src/redact/index.ts";
import { pieceScript } from "../../src/search/offline.ts";
import { randomFrom } from "./random.ts";
import { ownRedactor, place } from "./redactors.ts";

const random = randomFrom(15);
const github = (): string => ["ghp", random.text(36)].join("_");

let site: string;
beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), "annals-gate-"));
});
afterEach(() => rmSync(site, { recursive: true }));

/** What is in the file afterwards, and what the gate says of it. */
function cleared(
  file: string,
  content: string | Uint8Array,
  options: ScanOptions = {},
): ReturnType<PublishGate["clear"]> & { readonly after: string } {
  mkdirSync(dirname(join(site, file)), { recursive: true });
  writeFileSync(join(site, file), content);
  const gate = publishGate(options);
  const said = gate.clear(site, [file], (text) => ({ file: "log.jsonl", line: text.length }));
  expect(gate.scan(site, [file])).toHaveLength(said.left.length);
  return { ...said, after: readFileSync(join(site, file), "utf8") };
}

it("leaves a clean file as it is", () => {
  const page = "<p>token: [redacted: GitHub token #1] in ~/code</p>";
  expect(cleared("a.html", page)).toEqual({ taken: [], left: [], after: page });
});

it("takes a secret out of a page, across its colours and quoting, and says where it came from", () => {
  const secret = github();
  const page = `<p>x</p>\n<pre><span class="token a">${secret.slice(0, 9)}</span><span class="token b">${secret.slice(9)}</span> &amp; more</pre>`;
  const { taken, left, after } = cleared("a.html", page);
  expect(taken.map(leakLine)).toEqual(["log.jsonl:40  a.html:2  github-token  GitHub token"]);
  expect(left).toEqual([]);
  expect(after).toBe(
    '<p>x</p>\n<pre><span class="token a">[redacted: GitHub token]</span><span class="token b"></span> &amp; more</pre>',
  );
});

it("takes one out of what tags say, but leaves what pages are found by", () => {
  const secret = github();
  const titled = cleared("a.html", `<a href="https://example.org/?t=${secret}" title="see ${secret}">here</a>`);
  expect(titled.after).toBe(
    '<a href="https://example.org/?t=[redacted: GitHub token]" title="see [redacted: GitHub token]">here</a>',
  );
  expect(titled.left).toEqual([]);
  const page = `<a href="../${secret}/index.html">here</a>`;
  const linked = cleared("b.html", page);
  expect(linked.left.map(leakLine)).toEqual(["log.jsonl:40  b.html:1  github-token  GitHub token"]);
  expect(linked.after).toBe(page);
});

it("takes one out of parts of pages, data and plain text", () => {
  const [part, field, key, text] = [github(), github(), github(), github()];
  const script = cleared("part-1.js", `annalsPart("part-1",${JSON.stringify([`<p>"${part}"</p>`, "<b>x</b>"])})\n`);
  expect(script.after).toBe('annalsPart("part-1",["<p>\\"[redacted: GitHub token]\\"</p>","<b>x</b>"])\n');
  const data = cleared("a.json", JSON.stringify({ inner: JSON.stringify({ field }), [key]: 1 }));
  expect(JSON.parse(data.after)).toEqual({
    inner: '{"field":"[redacted: GitHub token]"}',
    "[redacted: GitHub token]": 1,
  });
  const plain = cleared("a.txt", `one\n${text}\nthree /home/marigold/code`);
  expect(plain.after).toBe("one\n[redacted: GitHub token]\nthree ~/code");
  expect([...script.left, ...data.left, ...plain.left]).toEqual([]);
});

it("takes out base64 as a whole that holds one", () => {
  const inner = Buffer.from(`a long text with ${github()} and more words around it`).toString("base64");
  const { after, left } = cleared("a.json", JSON.stringify({ before: 1, data: inner, after: 2 }));
  expect(JSON.parse(after)).toEqual({ before: 1, data: "[redacted: GitHub token]", after: 2 });
  expect(left).toEqual([]);
});

it("takes out what the redactor knows, which no rule tells", async () => {
  const redactor = await ownRedactor({});
  const secret = random.text(24);
  await redactor.learn(`DEPLOY_TOKEN=${secret}`, place);
  const { after } = cleared("a.html", `<p>and ${secret} bare</p>`, { known: redactor.literals() });
  expect(after).toBe("<p>and [redacted: secret] bare</p>");
});

it("takes out what the redactor knows in another spelling, and leaves what a person allowed", async () => {
  const secret = `${random.text(12)}/${random.text(12)}`;
  const redactor = await ownRedactor({ users: ["marigold", "larkspur"] });
  await redactor.learn(`DEPLOY_TOKEN=${secret}`, place);
  const text = `see ${encodeURIComponent(secret)} of marigold and larkspur`;
  const { after } = cleared("a.txt", text, { known: redactor.literals(), allow: ["larkspur"] });
  expect(after).toBe("see [redacted: secret] of [redacted: user name] and larkspur");
});

it("says of a packed file that it cannot be changed", () => {
  const { left, taken } = cleared("pagefind/a.pf_fragment", gzipSync(`pagefind_dcd{"content":"see ${github()}"}`));
  expect(taken).toEqual([]);
  expect(left.map(({ rule, inside }) => [rule, inside])).toEqual([["github-token", "compressed"]]);
});

it("takes one out of a search text, where it stands and where it is packed", () => {
  const gate = publishGate({});
  const [plain, packed] = [github(), Buffer.from(`a long text with ${github()} and more words around it`)];
  const told: string[] = [];
  const clear = (text: string): string => gate.clearText(text, ({ rule }) => told.push(rule));
  expect(clear("nothing here")).toBe("nothing here");
  expect(clear(`see ${plain} there`)).toBe("see [redacted: GitHub token] there");
  expect(clear(`data: "${packed.toString("base64")}"`)).toBe('data: "[redacted: GitHub token]"');
  expect(told).toEqual(["github-token", "github-token"]);
});

it("notes places of words, which nobody reads, so that their copy as a script need not be unpacked", () => {
  const words = Uint8Array.from({ length: 5000 }, (_, at) => (at % 3 === 0 ? 0x83 : at % 7));
  const piece = gzipSync(words);
  writeFileSync(join(site, "a.pf_index"), piece);
  writeFileSync(join(site, "a.js"), pieceScript("index/a", piece));
  const known = new Cleared();
  expect(publishGate({ cleared: known }).scan(site, ["a.pf_index", "a.js"])).toEqual([]);
  const { "a.pf_index": own, "a.js": copy } = known.pieces;
  expect(own).toHaveLength(1);
  expect(copy).toEqual(own);
});
