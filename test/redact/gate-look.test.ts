/** The gate clears most files at first sight of their bytes: it must find what it finds without that. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { type Engine, startedEngine } from "../../src/redact/first-look/engine.ts";
import { type PublishGate, publishGate } from "../../src/redact/index.ts";
import { stripped } from "../../src/redact/strip.ts";
import { originalView } from "../../src/redact/views/index.ts";
import { kinds } from "./kinds.ts";
import { randomFrom } from "./random.ts";
import { shapes } from "./shapes.ts";

const folder = mkdtempSync(join(tmpdir(), "annals-gate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The same text in every kind of file that pages are made of. */
function written(name: string, text: string): readonly string[] {
  const page = `<!doctype html><title>${escaped(text)}</title><p class="a">Words <code>${escaped(text)}</code></p>`;
  const coloured = `<pre><span class="token string">${escaped(text.slice(0, 9))}</span>${escaped(text.slice(9))}</pre>`;
  const files: Readonly<Record<string, string>> = {
    [`${name}.html`]: page,
    [`${name}-said.html`]: `<p>Words</p><a class="b" href="/x?${escaped(text)}" title="${escaped(text)}">link</a>`,
    [`${name}-coloured.html`]: `<main>${coloured}</main>`,
    [`${name}.txt`]: text,
    [`${name}.json`]: JSON.stringify({ a: [1, text, null], [text]: true }),
    [`${name}.js`]: `part("x", ${JSON.stringify([page, { key: text, n: -1.5 }])});\n`.replace(");", ")"),
    [`${name}-code.js`]: `const x = ${JSON.stringify(text)};\n`,
    [`${name}-packed.txt`]: `"${Buffer.from(text.padEnd(60)).toString("base64")}"`,
  };
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  return Object.keys(files);
}

// A pattern of a person's own has no anchor: with one of them there is no first look.
const never = { patterns: [{ id: "never", pattern: "(?!)x" }] };
const [first, alone]: readonly PublishGate[] = [publishGate({}), publishGate(never)] as const;

describe("with a first look and without", () => {
  it("finds the same in files with secrets of all kinds", () => {
    const random = randomFrom(20_260_401);
    const files = kinds.flatMap((kind, index) =>
      written(`f${index}`, random.pick(shapes).write(kind.make(random), "app")),
    );
    const found = alone?.scan(folder, files) ?? [];
    expect(found.length).toBeGreaterThan(kinds.length);
    expect(first?.scan(folder, files)).toEqual(found);
  });

  it("takes no page for clear while it is written in which it finds something as a file", () => {
    const random = randomFrom(20_261_120);
    const texts = ["a quite ordinary text", "wörter – und 🙂", ...kinds.map((kind) => kind.make(random))];
    const pages = texts.flatMap((text, index) =>
      written(`w${index}`, index < 2 ? text : random.pick(shapes).write(text, "app")).filter((file) =>
        file.endsWith(".html"),
      ),
    );
    const clear = pages.filter((file) => first?.isClear(file, readFileSync(join(folder, file), "utf8")));
    expect(first?.scan(folder, clear)).toEqual([]);
    expect(clear.filter((file) => /^w[01]\b/.test(file)).length).toBeGreaterThan(0);
    expect(clear.length).toBeLessThan(pages.length / 4);
    expect(pages.some((file) => alone?.isClear(file, "<p>words</p>"))).toBe(false);
  });

  it("finds known values, also where nothing but their beginning stands", () => {
    const secret = ["Zq81", "kLw93xYt7"].join("");
    const literal = {
      text: secret,
      secret,
      rule: { id: "known", label: "secret", family: "secret", rank: 3 },
    } as const;
    const files = [
      ...written("known", `a ${secret} b`),
      ...written("escaped", `a ${encodeURIComponent(`"${secret}"`)} \\n\\u005a${secret.slice(1)}`),
      ...written("cut", `a ${secret.slice(0, 8)}…`),
      ...written("other", "a quite ordinary text"),
    ];
    const gate = publishGate({ known: [literal] });
    expect(gate.scan(folder, files)).toEqual(publishGate({ ...never, known: [literal] }).scan(folder, files));
    const held = gate.holds(folder, files, [literal]);
    expect(held).toEqual(files.filter((file) => !file.startsWith("other")));
    expect(alone?.holds(folder, files, [literal])).toEqual(held);
    expect(gate.holds(folder, files, [])).toEqual([]);
  });

  it("finds in the same look which files hold a value that was learnt later", () => {
    const secret = ["Xw72", "mQp44zRv9"].join("");
    const token = ["gh", "p_", "b7C2d9E4f1G6".repeat(3)].join("");
    const rule = { id: "known", label: "secret", family: "secret", rank: 3 } as const;
    const late = [
      { text: secret, secret, rule },
      { text: "Przybylski", secret: "Przybylski", rule, isWord: true },
    ];
    const holding = [
      ...written("late", `a ${secret} b`),
      ...written("late-cut", `a ${secret.slice(0, 8)}…`),
      ...written("late-escaped", `a ${encodeURIComponent(`"${secret}"`)} \\n\\u0058${secret.slice(1)}`),
      ...written("late-name", "said PRZYBYLSKI"),
    ];
    const others = written("not-late", `${token} and another ${secret.slice(1)}`);
    // What a person lets stay is drawn again as anything else.
    for (const options of [{}, never, { allow: [secret.slice(0, 8), /Przy/] }]) {
      const gate = publishGate(options);
      const before = others.map((file) => readFileSync(join(folder, file), "utf8"));
      for (const file of holding)
        expect([file, gate.clearDrawn(folder, [...others, file], late)]).toEqual([file, undefined]);
      expect(gate.holds(folder, [...holding, ...others], late)).toEqual(holding);
      expect(others.map((file) => readFileSync(join(folder, file), "utf8"))).toEqual(before);
    }
    const { taken, left } = publishGate({}).clearDrawn(folder, others, late) ?? { taken: [], left: [] };
    expect(new Set([...taken, ...left].map(({ file }) => file))).toEqual(new Set(others));
  });

  it("finds what stands in a long text, also where one stretch of it ends and another begins", () => {
    const token = ["gh", "p_", "c3D8e1F6a9B4".repeat(3)].join("");
    const key = ["-----BEGIN", " PRIVATE KEY-----\n", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n".repeat(30), "-----END"].join(
      "",
    );
    const stretch = 1 << 20;
    const words = "wörter, nichts als Wörter – und 🙂 ";
    const filler = words.repeat(Math.ceil((1.5 * stretch) / Buffer.byteLength(words)));
    const files: string[] = [];
    for (const secret of [token, `${key} PRIVATE KEY-----`]) {
      for (const border of [stretch - 131_072, stretch]) {
        for (const before of [1, 20, secret.length]) {
          const name = `long-${files.length}.txt`;
          const bytes = Buffer.from(filler);
          const at = bytes.indexOf(" ", border - before) + 1;
          writeFileSync(
            join(folder, name),
            Buffer.concat([bytes.subarray(0, at), Buffer.from(secret), bytes.subarray(at - 1)]),
          );
          files.push(name);
        }
      }
    }
    writeFileSync(join(folder, "long-clear.txt"), filler);
    const found = alone?.scan(folder, [...files, "long-clear.txt"]) ?? [];
    expect(new Set(found.map(({ file }) => file))).toEqual(new Set(files));
    expect(first?.scan(folder, [...files, "long-clear.txt"])).toEqual(found);
    const rule = { id: "known", label: "secret", family: "secret", rank: 3 } as const;
    const late = [{ text: token, secret: token, rule }];
    expect(first?.holds(folder, [...files, "long-clear.txt"], late)).toEqual(files.slice(0, files.length / 2));
  });

  it("reads what is not quite UTF-8, not quite JSON, or empty", () => {
    const token = ["gh", "p_", "a1B2c3D4e5F6".repeat(3)].join("");
    const contents: Readonly<Record<string, string | Buffer>> = {
      "latin.txt": Buffer.from(`é ${token}`, "latin1"),
      "utf16.txt": Buffer.from(`\ufeff${token}`, "utf16le"),
      "code.js": `part(x, "${token}")`,
      "open.js": `part(["${token}"`,
      "comma.js": `part("a",)\n// ${token}`,
      "bare.js": `part(1.2.3, 8${token})`,
      "empty.html": "",
      "cut.html": `<p>a</p><a title="${token}`,
    };
    for (const [file, content] of Object.entries(contents)) writeFileSync(join(folder, file), content);
    const found = alone?.scan(folder, Object.keys(contents));
    expect(first?.scan(folder, Object.keys(contents))).toEqual(found);
  });
});

it("takes tags off as the gate does, unit for unit", () => {
  const engine = startedEngine() as Engine;
  const piece = fc.oneof(
    fc.constantFrom(
      ..."< > </ / = \" ' & ; ! ? - <p> </p> <b> <code> </code> <a <span </span> <!-- --> <br/> &amp; &LT; &AMP; &#65; &#x1f600;".split(
        " ",
      ),
      '<span class="token string">',
      '<span class="a31 a1">',
      '<span class="other">',
      '<span class="a31" id="x">',
      '<p class="chip">',
      '<p class="chip" title="a &quot;b&quot;">',
      '<a href="/x?y=1&amp;z=2" class="q r">',
      " class=",
      '<SPAN class="token">',
      " ",
      "\n",
      "é",
      "😀",
    ),
    fc.stringMatching(/^[a-z0-9 ]{1,12}$/),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const page = pieces.join("");
      engine.reserve(page.length * 3 + 64);
      engine.bytes.write(page, engine.roomAt(4), "utf8");
      const { exports } = engine;
      const length = exports.fromUtf8(engine.roomAt(4), Buffer.byteLength(page), engine.roomAt(0));
      const [words, said] = [engine.roomAt(1), engine.roomAt(2)];
      expect(exports.strip(engine.roomAt(0), length, words, said, engine.room)).toBe(1);
      const expected = stripped(originalView(page));
      expect(engine.text(words, exports.wordsLength.value)).toBe(expected.words.text);
      expect(engine.text(said, exports.saidLength.value)).toBe(expected.said.text);
    }),
    { numRuns: 3000 },
  );
});
