import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Cleared, leakLine, scanFolder } from "../../src/redact/index.ts";
import { pieceScript } from "../../src/search/offline.ts";
import { cbor } from "../../src/search/pagefind-index/cbor.ts";
import { randomFrom } from "./random.ts";
import { ownRedactor, place } from "./redactors.ts";

const random = randomFrom(5);
const github = (): string => ["ghp", random.text(36)].join("_");

let site: string;
beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), "annals-scan-"));
});
afterEach(() => rm(site, { recursive: true }));

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(join(site, file, ".."), { recursive: true });
  await writeFile(join(site, file), content);
}

it("finds nothing in a clean site", async () => {
  await write("index.html", "<p>token: [redacted: GitHub token #1] in ~/code</p>");
  expect(await scanFolder(site)).toEqual([]);
});

it("sees in a plain file what stands apart in the same words as markup", async () => {
  const value = `Zx9${random.text(20)}`;
  await write("text/a-1.js", `annalsPart("a",${JSON.stringify([`<p>password:</p><p>${value}</p>`])})`);
  await write("text/a.txt", `password: ${value}`);
  await write("text/b-1.js", `annalsPart("b",${JSON.stringify([`<b>password:</b> ${value}`])})`);
  await write("text/b.txt", `password: ${value}`);
  const leaks = await scanFolder(site);
  expect(new Set(leaks.map(({ file }) => file))).toEqual(new Set(["text/a.txt", "text/b.txt"]));
});

it("names file, line and rule in pages, scripts, data and the search index", async () => {
  const [page, split, script, data, chunk, piece, fragment] = Array.from({ length: 7 }, github) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  await write(
    "a.html",
    `<p>\n<b>${page}</b></p>\n<code><span class="token a">${split.slice(0, 9)}</span><span class="token b">${split.slice(9)}</span></code>`,
  );
  await write("b.js", `const x = "${script}";`);
  await write("c.json", JSON.stringify({ inner: JSON.stringify({ data }) }));
  await write(
    "pagefind/offline/d.js",
    `__pf("d","${gzipSync(`pagefind_dcd{"content":"see ${chunk} here and there, with more words"}`).toString("base64")}")`,
  );
  await write("pagefind/offline/f.js", pieceScript("f", gzipSync(`pagefind_dcd{"content":"see ${piece} here"}`)));
  await write("pagefind/fragment/e.pf_fragment", gzipSync(`pagefind_dcd{"content":"see ${fragment}"}`));
  const leaks = await scanFolder(site);
  expect(leaks.map(leakLine)).toEqual([
    "a.html:2  github-token  GitHub token",
    "a.html:3  github-token  GitHub token",
    "b.js:1  github-token  GitHub token",
    "c.json:1  github-token  GitHub token",
    "pagefind/fragment/e.pf_fragment:1  github-token  GitHub token  (compressed)",
    "pagefind/offline/d.js:1  github-token  GitHub token  (base64, compressed)",
    "pagefind/offline/f.js:1  github-token  GitHub token  (script, compressed)",
  ]);
  for (const secret of [page, split, script, data, chunk, piece, fragment])
    expect(JSON.stringify(leaks)).not.toContain(secret);
});

it("recognises known secrets where no rule tells them", async () => {
  const redactor = await ownRedactor({ users: ["marigold"] });
  const secret = random.text(24);
  await redactor.learn(`DEPLOY_TOKEN=${secret}`, place);
  await write("a.txt", `one\ntwo ${secret} and marigold but not marigolds`);
  expect(await scanFolder(site)).toEqual([]);
  expect((await scanFolder(site, { known: redactor.literals() })).map(leakLine)).toEqual([
    "a.txt:2  labelled-secret  secret",
    "a.txt:2  user-name  user name",
  ]);
});

it("takes allowed values, skipped files and links for what they are", async () => {
  const secret = github();
  await write("a.txt", secret);
  await write("vendor/b.txt", secret);
  await symlink("/etc", join(site, "etc"));
  expect(await scanFolder(site, { allow: [secret] })).toEqual([]);
  expect((await scanFolder(site, { skip: (file) => file.startsWith("vendor/") })).map(({ file }) => file)).toEqual([
    "a.txt",
  ]);
});

it("looks for people in pages and not in code", async () => {
  await write("a.html", "<p>ann.lee@fastmail.com in /Users/marigold/x</p>");
  await write("b.js", "// ann.lee@fastmail.com");
  expect((await scanFolder(site)).map(leakLine)).toEqual([
    "a.html:1  e-mail  e-mail address",
    "a.html:1  home-directory  home directory",
  ]);
});

it("reads the parts of pages that are scripts, past their tags and quotes, and each copy of the index", async () => {
  const [whole, split, chunk] = [github(), github(), github()] as const;
  const part = (html: string): string => `annalsPart("part-1",${JSON.stringify(["<p>words</p>", html])})\n`;
  await write("sessions/a/part-1.js", part(`<p title="${whole}">x</p>`));
  await write(
    "sessions/a/part-2.js",
    part(`<span class="a31">${split.slice(0, 9)}</span><span class="a1">${split.slice(9)}</span>`),
  );
  await write("sessions/a/part-3.js", part("<p>harmless</p>"));
  const packed = gzipSync(`pagefind_dcd{"content":"see ${chunk} here and there, with more words around"}`);
  await write("pagefind/fragment/a.pf_fragment", packed);
  await write("pagefind/offline/a.js", `annalsChunk("a","${packed.toString("base64")}")\n`);
  expect((await scanFolder(site)).map(leakLine)).toEqual([
    "pagefind/fragment/a.pf_fragment:1  github-token  GitHub token  (compressed)",
    "pagefind/offline/a.js:1  github-token  GitHub token  (base64, compressed)",
    "sessions/a/part-1.js:1  github-token  GitHub token  (script)",
    "sessions/a/part-2.js:1  github-token  GitHub token  (script)",
  ]);
});

it("reads a packed piece once, in whatever form and file it comes again, but never passes over a find", async () => {
  const [clean, foul] = ["nothing here", `see ${github()} here`].map((text) =>
    gzipSync(`pagefind_dcd{"content":"${text}"}`),
  );
  await write("pagefind/a/fragment/clean.pf_fragment", clean as Buffer);
  await write("pagefind/a/fragment/foul.pf_fragment", foul as Buffer);
  const first = new Cleared();
  expect(await scanFolder(site, { cleared: first })).toHaveLength(1);
  expect(Object.keys(first.pieces)).toEqual(["pagefind/a/fragment/clean.pf_fragment"]);
  await write("pagefind/offline/b/clean.js", pieceScript("b/clean", clean as Buffer));
  await write("pagefind/offline/b/foul.js", pieceScript("b/foul", foul as Buffer));
  const second = new Cleared(first.pieces);
  expect((await scanFolder(site, { cleared: second })).map(({ file }) => file)).toEqual([
    "pagefind/a/fragment/foul.pf_fragment",
    "pagefind/offline/b/foul.js",
  ]);
  expect(second.pieces["pagefind/offline/b/clean.js"]).toEqual(first.pieces["pagefind/a/fragment/clean.pf_fragment"]);
});

it("does not take words for a name and its value that only drawing or indexing put side by side", async () => {
  await write("page.html", `<ul><li><strong>Known limitation: pass</strong>: ${random.text(12)} takes it</li></ul>`);
  const index = gzipSync(
    `pagefind_dcd{"content":"see that all tests pass: ${random.text(12)} parsetoken ${random.text(24)}"}`,
  );
  await write("pagefind/fragment/a.pf_fragment", index);
  await write("pagefind/offline/a.js", pieceScript("a", index));
  expect(await scanFolder(site)).toEqual([]);
  const address = ["wren", "tidemark-harbour.org"].join("@");
  await write(
    "pagefind/fragment/b.pf_fragment",
    gzipSync(`pagefind_dcd{"content":"ask ${address} from 81.2.69.142 with DEPLOY_TOKEN=${random.text(24)} set"}`),
  );
  expect((await scanFolder(site)).map(({ rule }) => rule)).toEqual(["e-mail", "ip-address", "labelled-secret"]);
});

it("takes neighbouring elements for two words, however close they are drawn", async () => {
  await write(
    "page.html",
    '<summary><code>read env.Pwd|walk.*parent</code><span class="meta"><span>10 matches</span></span>',
  );
  await write("list.html", '<li><b>AWS_SECRET_ACCESS_KEY=</b><span class="n">9f8e7d6c5b4a39281706</span></li>');
  expect(await scanFolder(site)).toEqual([]);
});

it("takes no word of the index for a secret that only signs left out make one, unless it is known", async () => {
  const [joined, secret] = [`vcp_vci_vca_${random.text(12).toLowerCase()}_figd_`, `q7${random.text(22)}`];
  const packed = gzipSync(Buffer.concat([Buffer.from("pagefind_dcd"), cbor([[[joined, []]], [[secret, []]]])]));
  await write("pagefind/index/a.pf_index", packed);
  await write("pagefind/offline/a.js", pieceScript("a", packed));
  expect(await scanFolder(site)).toEqual([]);
  const redactor = await ownRedactor();
  await redactor.learn(`DEPLOY_TOKEN=${secret}`, place);
  const found = await scanFolder(site, { known: redactor.literals() });
  expect(found.map(({ file }) => file)).toEqual(["pagefind/index/a.pf_index", "pagefind/offline/a.js"]);
});

it("reads what the index says, not how it quotes it", async () => {
  const content = JSON.stringify({ content: JSON.stringify({ "V8-Version": "14.9.207.27" }) });
  await write("pagefind/fragment/a.pf_fragment", gzipSync(`pagefind_dcd${content}`));
  await write("pagefind/offline/a.js", pieceScript("a", gzipSync(`pagefind_dcd${content}`)));
  expect(await scanFolder(site)).toEqual([]);
});

it("reads a page as its reader does: through elements in a line, not across cells, and what tags say", async () => {
  const [inLine, inTag] = [github(), github()];
  const label = ["DEPLOY", "TOKEN"].join("_");
  await write(
    "page.html",
    [
      `<table><tr><td>${label}:</td><td>4f8a61c09b7d42e3a5c1</td></tr></table>`,
      `<p><em>${inLine.slice(0, 6)}</em>${inLine.slice(6, 20)}<code class="x">${inLine.slice(20)}</code></p>`,
      `<p>${label}<span class="token operator">=</span><span class="token string">&quot;4f8a61c09b7d42e3a5c1&quot;</span></p>`,
      `<p title="see ${inTag.slice(0, 8)}&#x${inTag.charCodeAt(8).toString(16)};${inTag.slice(9)}">clean</p>`,
    ].join("\n"),
  );
  expect((await scanFolder(site)).map(({ line }) => line)).toEqual([2, 3, 4]);
});
