/** Our index must be the one that Pagefind's own indexer makes: its browser engine takes queries apart the same way. */
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { readArchive } from "../../../src/archive/index.ts";
import { SessionIndexer, searchDocument } from "../../../src/search/index.ts";
import { binary } from "../../../src/search/pagefind-index/binary.ts";
import { CborReader } from "../../../src/search/pagefind-index/cbor.ts";
import { indexables } from "../../../src/search/pagefind-index/indexable.ts";
import { PageText } from "../../../src/search/pagefind-index/page-text.ts";
import { document, random } from "../documents.ts";
import { byPagefind, byUs, wordsByPagefind } from "./pagefind-own.ts";

afterAll(async () => (await import("pagefind")).close());

const next = random(11);
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
const many = (count: number, one: () => string): string[] => [...new Set(Array.from({ length: count }, one))];
const joined = (most: number, list: readonly string[]): string =>
  Array.from({ length: 1 + Math.floor(next() * most) }, () => pick(list)).join("");

/** As a text gives them with Pagefind's ordinary weight. */
function ours(word: string): string[] {
  const all = indexables(word);
  const parts = all.filter(({ isPart }) => isPart).length;
  return all.map(({ stem, original, isPart }) => told(stem, original, isPart ? parts : 0)).sort();
}

const page = new PageText();

/** The same as the index has it: words of ASCII are taken apart by their bytes. */
function byBytes(word: string): string[] {
  page.begin("");
  page.read(word, 24);
  page.close(0);
  const reader = new CborReader(page.finish());
  const found: string[] = [];
  while (reader.at < reader.bytes.length) {
    reader.fixed();
    const length = reader.number();
    const [stem = "", original] = reader.bytes.toString("utf8", reader.at, reader.at + length).split(" ");
    reader.at += length;
    // How many pages, which, and how many bytes.
    for (let skipped = 0; skipped < 4; skipped++) reader.number();
    const name = original === undefined ? stem : `${stem} (${original})`;
    let weight = 25;
    for (let left = reader.list(); left > 0; left--) {
      const value = reader.bytes[reader.at] as number;
      // A negative number of up to 24, or of the next byte, is the weight of the places behind it.
      if (value >> 5 === 1) weight = (value & 31) < 24 ? value & 31 : (reader.bytes[reader.at + 1] as number);
      else found.push(`${name} ${weight}`);
      reader.at += (value & 31) < 24 ? 1 : 2;
    }
    reader.list();
  }
  return found.sort();
}

function told(stem: string, original: string | undefined, parts: number): string {
  const weight = parts === 0 ? 24 : Math.max(1, Math.floor(24 / parts));
  return `${original === undefined ? stem : `${stem} (${original})`} ${weight}`;
}

async function different(words: readonly string[]): Promise<readonly unknown[]> {
  const expected = await wordsByPagefind(words);
  return words.flatMap((word, at) => {
    const [own, numbered, theirs] = [ours(word).join(", "), byBytes(word).join(", "), expected[at]?.join(", ")];
    return own === theirs && numbered === theirs ? [] : [{ word, own, numbered, theirs }];
  });
}

describe("words are found by what Pagefind finds them by", () => {
  test("endings", async () => {
    const beginnings =
      "ar ad in on gener commun past inter univer organ y ey ly str pl hop sk dy tr ab cl ogg ess".split(" ");
    const endings =
      "s es ed ing ingly edly eed eedly ly ation ational ization izer ator alism iveness fulness ousness ality ivity bility ogy ogist li icate ative alize icity ical ful ness ance ence able ible ant ement ment ent ism ate ous ive ize ion y e l ll ies ied us ss 's sses".split(
        " ",
      );
    const known =
      "skis skies dying lying tying vying idly gently ugly early only singly sky news howe atlas cosmos bias andes inning evening evenings outing canning herring earring proceed exceed succeed succeeding added egging offing ebbed paste pasting pasted past universe university later organization interval emergency yyy";
    const made = many(6000, () => `${joined(3, beginnings)}${joined(2, endings)}`);
    expect(await different([...known.split(" "), ...made])).toEqual([]);
  });

  test("names, paths, numbers and signs", async () => {
    const bits = [
      ..."._-/:()'\"#*@&<%+=~`^|{}[]?!;,$",
      "foo",
      "Bar",
      "running",
      "getX",
      "ID",
      "HTTP",
      "x",
      "1",
      "42",
      "2b",
    ];
    const known =
      "v1.2.3 10.20.30 192.168.1.1:80 user.getUserName.call foo.bar_ x.foo2bar WKWebVIEWComponent it's e.g.";
    const long = `a.${"bcd-".repeat(20)}e`;
    expect(await different([...known.split(" "), long, ...many(6000, () => joined(6, bits))])).toEqual([]);
  });

  test("other alphabets, accents and emojis", async () => {
    const bits =
      "é É ñandú ß İ ı Σας ΑΒΓ привет Мир 日 本 が か\u3099 한국 어 ᄒ 각가 ไทย น้ำ हिन्दी ज्व ड़ الأ مُدّ Việt ề ✅ 👍 👍🏽 👨‍👩‍👧 🇩🇪 1️⃣ ❤️ ❤ ™ → … — · ½ ² Ⅷ Ａ ﬁ ǅ ϒ e\u0301 א ש م ١ ‿ foo Bar 42 . - _".split(
        " ",
      );
    expect(await different(many(6000, () => joined(5, bits)))).toEqual([]);
  });
});

test("the sample’s sessions give the words, places and texts that Pagefind gives", async () => {
  const sources = [fileURLToPath(new URL("../../../fixtures/sample", import.meta.url))];
  const archive = await readArchive({ sources, title: "", timeZone: "UTC" });
  const documents = archive.sessions.map((record) =>
    searchDocument(archive.whole(record.id).session, record, archive.projectOf(record).name),
  );
  const [own, theirs] = [byUs(documents), await byPagefind(documents)];
  expect(own.words.size).toBeGreaterThan(500);
  expect(own).toEqual(theirs);
});

test("signs that Pagefind’s indexer obeys are words like any others", () => {
  const { words } = byUs([document("a", [{ text: "___PAGEFIND_WEIGHT___9 ___PAGEFIND_ANCHOR___h1:0:x tide" }])]);
  expect(words.get("tide")).toEqual(["0: 28@2; "]);
});

test("words of other sessions change no byte", () => {
  const session = document("a", [{ text: "café cafë cafe naïve naive userName" }]);
  const alone = new SessionIndexer().index(session);
  const indexer = new SessionIndexer();
  indexer.index(document("b", [{ text: "user cafë naive café name Café" }]));
  expect(indexer.index(session)).toEqual(alone);
});

test("a text as JSON is what JSON makes of it", () => {
  const odd = 'a "b" \\c\\ \b\u0001\u001f\u007f é\u0000x 日本 𝟹\u00a0y\u200bz';
  page.begin("");
  page.read(odd, 24);
  expect(JSON.parse(`"${page.content()}"`)).toBe('a "b" \\c\\ \b\u0001\u001f\u007f é\u0000x 日本 𝟹 yz');
  page.close(0);
  page.finish();
});

test("words are kept apart however many there are", () => {
  const many = new PageText();
  const all = Array.from({ length: 70_000 }, (_, at) => `w${at.toString(36)}x${"ab".repeat(at % 9)}`);
  for (let from = 0; from < all.length; from += 5000) {
    many.begin("");
    many.read(all.slice(from, from + 5000).join(" "), 24);
    many.close(from / 5000);
  }
  expect(many.knownWords).toBe(all.length);
  many.finish();
  many.begin("");
  many.read([...all, ...all].join("\n"), 24);
  expect(many.content().toString()).toBe([...all, ...all].join(" "));
  expect(many.knownWords).toBe(all.length);
});

test("what takes words apart is compiled from the sources that stand beside it", async () => {
  const script = "../../../scripts/make-search-words.js";
  const { compileSearchWords } = await import(script);
  expect(Buffer.from(await compileSearchWords()).toString("base64") === binary, `run ${script}`).toBe(true);
}, 120_000);
