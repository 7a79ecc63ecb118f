/** The first look may spare the rules a text, but never a finding: here it is compared with the rules alone. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Detector, type Looked } from "../../src/redact/detector.ts";
import { binary } from "../../src/redact/first-look/binary.ts";
import { type Engine, startedEngine } from "../../src/redact/first-look/engine.ts";
import { isOfWords, leastOf, leastOfToken, reachOf } from "../../src/redact/first-look/least.ts";
import { Memory } from "../../src/redact/memory.ts";
import { outsideAnchors } from "../../src/redact/outside.ts";
import { originalView, type View } from "../../src/redact/views/index.ts";
import { percentDecoded } from "../../src/redact/views/percent.ts";
import { withoutSequences } from "../../src/redact/views/terminal.ts";
import { unescaped } from "../../src/redact/views/unescaped.ts";
import { unwrapped } from "../../src/redact/views/unwrapped.ts";
import { kinds, placeKinds } from "./kinds.ts";
import { randomFrom } from "./random.ts";
import { shapes } from "./shapes.ts";

const detector = new Detector({}, outsideAnchors);
/** In which order another scanner gets to see the marks of a view is all the same. */
const plain = ({ detections, marks }: Looked): unknown => [
  detections,
  marks.map(({ view, anchor, at }) => JSON.stringify([view.text, anchor, at])).sort(),
];

const isSame = (text: string, by = detector): boolean =>
  JSON.stringify(plain(by.look(text))) === JSON.stringify(plain(by.lookEverywhere(text)));
const differing = (texts: readonly string[], by = detector): readonly string[] =>
  texts.filter((text) => !isSame(text, by));

const root = join(import.meta.dirname, "../..");
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Signs of every decoding, pieces of secrets, and what stands around them. */
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      ..."\\ % & ; : = \" ' ` @ . / - _ + > | # [ ] { } ( ) , \n \r\n \t \x1b \x1b[31m \x1b[0m [0m \x08 \u200b \u00ad \ufeff".split(
        " ",
      ),
      ...'\\n \\" \\\\ \\u0041 \\u{1f600} \\x41 \\033[1m %41 %2F %25 &amp; &#x2f; &#47; &lt; &quot; → │ é 漢 😀 \ud83d \u00a0'.split(
        " ",
      ),
      ...'token: secret= password: api_key=" Authorization:Bearer sk- ghp_ AKIA eyJ :// /home/ -----BEGIN kind: --token'.split(
        " ",
      ),
      " ",
      "1→",
      "2 | ",
      "+",
      "jane",
      "jane@corp.io",
      "8.8.4.4",
      "203.0.114.7",
      "2a00:1450:4001::1",
    ),
    fc.stringMatching(/^[A-Za-z0-9+/=_-]{1,44}$/),
    fc.string({ unit: "binary", maxLength: 8 }),
  ),
  { maxLength: 40 },
);

describe("first look and rules find what the rules alone find", () => {
  it("in secrets of every kind in every shape", () => {
    for (const [index, kind] of [...kinds, ...placeKinds].entries()) {
      const random = randomFrom(20_270_101 + index);
      const texts = shapes.map(({ write }) => write(kind.make(random), random.pick(["deploy", "app", "name"])));
      expect(differing(texts)).toEqual([]);
    }
  });

  it("in the middle of long texts, of which each rule gets to see a part", () => {
    const random = randomFrom(20_270_202);
    const honest = filesIn("test/redact/honest").map((file) => readFileSync(file, "utf8"));
    const filler = (): string => random.pick(honest).slice(0, 6000);
    const texts = [...kinds, ...placeKinds].map((kind) => {
      const written = random.pick(shapes).write(kind.make(random), random.pick(["deploy", "app", "name"]));
      return `${filler()} ${"x".repeat(random.pick([1, 9000]))} ${written}\n${filler()}`;
    });
    for (const by of [detector, new Detector({})])
      expect(differing([...texts, ...texts.map((text) => JSON.stringify(text))], by)).toEqual([]);
  });

  it("in honest texts, fixtures and sources", () => {
    for (const file of [...filesIn("test/redact/honest"), ...filesIn("fixtures"), ...filesIn("src/redact")]) {
      const text = readFileSync(file, "utf8");
      expect([file, isSame(text), isSame(JSON.stringify(text))]).toEqual([file, true, true]);
    }
  });

  it("in soup", () => {
    const check = (text: string): void => {
      expect(differing([text])).toEqual([]);
    };
    fc.assert(
      fc.property(pieces, (soup) => check(soup.join(""))),
      { numRuns: 3000 },
    );
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), check), { numRuns: 500 });
    // Where decodings stand apart, only what is around them is scanned again.
    const apart = " and so on, with plain words that are no news to anybody, for a line or two of them";
    const thin = (soup: readonly string[]): string =>
      soup.map((piece, at) => (at % 4 === 3 ? `${piece}${apart}` : piece)).join("");
    fc.assert(
      fc.property(pieces, (soup) => check(thin(soup))),
      { numRuns: 2000 },
    );
  });

  it("in anchors that a decoding puts together", () => {
    const token = ["gh", "p_", "a1B2c3D4e5F6".repeat(3)].join("");
    const key = ["AK", "IA", "Z7Q2M4X8K1P9R5T3"].join("");
    const broken = [token, key, `password="Tr0ub4dor&3x"`, "/home/jadwiga/work", "jadwiga@corp.io", "203.0.114.77"];
    const marks = [(code: string) => `\\u00${code}`, (code: string) => `%${code}`, (code: string) => `&#x${code};`];
    const around = "plain words that are no news to anybody ".repeat(9);
    for (const text of broken)
      for (let at = 0; at < Math.min(12, text.length); at++) {
        const code = text.charCodeAt(at).toString(16).padStart(2, "0");
        const written = [
          ...marks.map((mark) => `${text.slice(0, at)}${mark(code)}${text.slice(at + 1)}`),
          `${text.slice(0, at)}\x1b[31m${text.slice(at)}`,
          `${text.slice(0, at)}\u200b${text.slice(at)}`,
        ].map((each) => `${around}${each} ${around}`);
        expect(differing([...written, ...written.map((each) => `\\n${each}%20`)])).toEqual([]);
        expect(written.filter((each) => detector.look(each).detections.length === 0)).toEqual([]);
      }
  });

  it("with values that are known, some rules off, and a person's own patterns", () => {
    const memory = new Memory();
    const rule = { id: "github-token", label: "GitHub token", family: "secret", rank: 3 } as const;
    const secret = ["q7", "Zr4TbK9xWm2"].join("");
    memory.add({ rule, secret });
    memory.addUser("Ünaltürk", true);
    const knowing = new Detector({ rules: { "e-mail": false, personal: true, "labelled-secret": false } });
    knowing.know(memory.literals(true));
    const own = new Detector({ patterns: [{ id: "ticket", pattern: "TICKET-\\d{4}" }] });
    const values = [secret, "Ünaltürk", Buffer.from(secret).toString("base64"), "TICKET-1234", secret.slice(0, 9)];
    const texts = values.flatMap((value) => shapes.map(({ write }) => write(value, "app")));
    for (const by of [knowing, own])
      expect(
        differing([...texts, ...texts.map((text) => `${text} …`), ...texts.map((text) => `${text}…`)], by),
      ).toEqual([]);
    expect(knowing.look(`x${secret}y`).detections).toHaveLength(1);
    expect(own.look("see TICKET-1234").detections).toHaveLength(1);
  });

  it("in texts that are longer than it has room for", () => {
    const text = `${"plain words\n".repeat(400_000)}token: ${["gh", "p_"].join("")}${"a1B2".repeat(9)}`;
    expect(detector.look(text).detections).toHaveLength(1);
  });
});

describe("views", () => {
  const engine = startedEngine() as Engine;

  type Decoding = "withoutSequences" | "unescaped" | "percentDecoded" | "unwrapped";
  const inModule = (name: Decoding, text: string): string => {
    engine.reserve(text.length + 64);
    engine.bytes.write(text, engine.roomAt(0), "utf16le");
    const length = engine.exports[name](engine.roomAt(0), text.length, engine.roomAt(1));
    return engine.text(engine.roomAt(1), length);
  };

  const decodings: readonly [Decoding, (view: View) => View | undefined][] = [
    ["withoutSequences", withoutSequences],
    ["unescaped", unescaped],
    ["percentDecoded", percentDecoded],
    ["unwrapped", unwrapped],
  ];

  it.each(decodings)("are the same unit for unit: %s", (name, decode) => {
    const check = (text: string): void => {
      expect(inModule(name, text)).toBe(decode(originalView(text))?.text ?? "");
    };
    fc.assert(
      fc.property(pieces, (soup) => check(soup.join(""))),
      { numRuns: 2000 },
    );
    const random = randomFrom(7);
    for (const kind of kinds) check(shapes.map(({ write }) => write(kind.make(random), "app")).join("\n"));
    for (const file of filesIn("test/redact/honest")) check(readFileSync(file, "utf8"));
  });
});

it("counts the fewest characters of a token", () => {
  expect(leastOf("[a-z]{3,9}(?:x|yy)?\\d+")).toBe(4);
  expect(leastOf("(?=[A-Z]{0,25}\\d)[A-Z0-9]{26,27}")).toBe(26);
  expect(leastOf("(?:services|flows)/[a\\]]{30}")).toBe(36);
  expect(leastOfToken(["abc_", "de"], "[0-9a-f]{8}-[0-9a-f]{4}")).toBe(15);
  expect(leastOfToken(["abc_"], "[^\\s]{20}")).toBeUndefined();
  expect(leastOfToken(["abc "], "[a-z]{20}")).toBeUndefined();
});

it("counts how far an expression reads", () => {
  expect(reachOf("(?<![a-z]{2})key(?:=|: ){1,2}[a-z]{3,9}(?=;)")).toEqual({ before: 2, after: 17 });
  expect(reachOf("(?<=a{0,3}(?<head>b?))x{4}\\d{2,}").after).toBe(Number.POSITIVE_INFINITY);
  expect(reachOf("(?<=a{0,3}(?<head>b?))x{4}").before).toBe(4);
});

it("knows tokens that are a word", () => {
  expect(["[A-Za-z0-9]{14}", "[0-9a-f]{8}(?:ab|[A-Z_]{3})\\d{4}"].map(isOfWords)).toEqual([true, true]);
  expect(["[A-Za-z0-9-]{14}", "[0-9a-f]{8}\\.[a-z]{3}", "[^a]{3}", ".{3}", "a+/b"].map(isOfWords)).not.toContain(true);
});

it("is compiled from the sources that stand beside it", async () => {
  const script = "../../scripts/make-first-look.js";
  const { compileFirstLook } = await import(script);
  expect(Buffer.from(await compileFirstLook()).toString("base64") === binary, `run ${script}`).toBe(true);
}, 120_000);
