import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ansi, asPrinted, settle, withoutEscapes } from "../../src/text/ansi.ts";

const e = "\x1b";

describe("ansi", () => {
  it.each([
    ["plain <b>", "plain &lt;b&gt;"],
    [`${e}[31mred${e}[0m plain`, '<span class="a31">red</span> plain'],
    [`${e}[1;92mok${e}[m.`, '<span class="a32 a1">ok</span>.'],
    [`${e}[2mdim${e}[22m ${e}[90mgrey${e}[39m`, '<span class="a2">dim</span> <span class="a2">grey</span>'],
    [`${e}[7;32m PASS ${e}[0m${e}[41m FAIL ${e}[49m`, '<span class="a7g"> PASS </span><span class="a7r"> FAIL </span>'],
    [`${e}[31;0mnot red`, "not red"],
    [
      `${e}[38;5;196ma${e}[38;2;0;128;0mb${e}[38:2::0:0:255mc`,
      '<span class="a31">a</span><span class="a32">b</span><span class="a34">c</span>',
    ],
    [`${e}[37mwhite${e}[38;5;255mpale`, "whitepale"],
    [`${e}[31ma${e}[31mb`, '<span class="a31">ab</span>'],
    [`${e}[31ma\nb${e}[0m`, '<span class="a31">a\nb</span>'],
  ])("colours %j", (text, markup) => {
    expect(String(ansi(text))).toBe(markup);
  });

  it.each([
    ["10%\r50%\r100%\ndone", "100%\ndone"],
    ["100%\r\nnext\r\n", "100%\nnext\n"],
    [`a${e}[2K${e}[1Gb`, "b"],
    ["abc\b\b\bX", "X"],
    ["N\bNA\bA", "NA"],
    [`${e}[32m10%\r20%`, '<span class="a32">20%</span>'],
    ["\b\b\ba", "a"],
    [`a${e}[3Cb`, "a   b"],
  ])("settles %j", (text, markup) => {
    expect(String(ansi(text))).toBe(markup);
  });

  it.each([
    [`${e}[31mred${e}[0m <b>\n`, "red <b>\n"],
    ["10%\r50%\r100%\ndone", "10%\n50%\n100%\ndone"],
    ["\r\r10%\r\nnext\r\n", "10%\nnext\n"],
    [`10%${e}[2K${e}[1G20%\b\b\b30%`, "10%\n20%\n30%"],
    ["N\bNA\bAME", "NAME"],
    [`a${e}[3Cb`, "a   b"],
    [`see ${e}]8;;https://a.b/c${e}\\${e}[1mhere${e}[0m${e}]8;;${e}\\.`, "see here (https://a.b/c)."],
    [`${e}]8;;https://a.b/c\x07https://a.b/c${e}]8;;\x07`, "https://a.b/c"],
    [`${e}]8;;file:///c\x07c${e}]8;;\x07`, "c"],
  ])("prints all of %j", (text, plain) => {
    expect(asPrinted(text)).toBe(plain);
    expect(asPrinted(plain)).toBe(plain);
  });

  it.each([
    [`${e}]0;title\x07a`, "a"],
    [`${e}]2;title${e}\\a`, "a"],
    [`${e}[?25l${e}[10;5H${e}[2J${e}(B${e}7a${e}8`, "a"],
    [`${e}P+q544e${e}\\a`, "a"],
    [`${e}]never ends\na`, "␛]never ends\na"],
    [`a${e}`, "a␛"],
    [`${e} ${e}[31mred`, '␛ <span class="a31">red</span>'],
    [`${e}[12`, "␛[12"],
  ])("removes or shows other escapes: %j", (text, markup) => {
    expect(String(ansi(text))).toBe(markup);
  });

  it("keeps the words of a hyperlink, and the link when it is safe", () => {
    const link = (url: string) => String(ansi(`${e}]8;id=1;${url}${e}\\${e}[31mtext${e}[0m${e}]8;;${e}\\ after`));
    expect(link("https://a.b/?c&d")).toBe(
      '<a href="https://a.b/?c&amp;d" rel="noreferrer noopener"><span class="a31">text</span></a> after',
    );
    for (const url of ["javascript:alert(1)", "file:///etc/passwd", "relative", "https://u:p@a.b/", "java\rscript:x"]) {
      expect(link(url)).toBe('<span class="a31">text</span> after');
    }
  });

  it("ends soon on long hostile output", { timeout: 30_000 }, () => {
    for (const unit of [
      `${e}]`,
      `${e}P`,
      `${e}[`,
      `${e}[31m\b`,
      "\r",
      "a\b",
      `${e}]8;;x\x07`,
      `${e}[1;`,
      "\x07",
      `${e}[31m\r`,
    ]) {
      expect(String(ansi(unit.repeat(100_000)))).not.toContain(e);
    }
  });

  it("lets no escape through, and loses no letter of plain text", () => {
    const part = fc.constantFrom(
      e,
      "[",
      "]",
      "8;;",
      "31",
      "m",
      ";",
      ":",
      "\r",
      "\b",
      "\n",
      "\x07",
      "\\",
      "P",
      "K",
      "G",
      "a",
      "<",
      "\x9b",
      "\x9c",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join("");
        expect(String(ansi(text))).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
        expect(withoutEscapes(text)).not.toContain(e);
        expect(settle(settle(text))).toBe(settle(text));
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(
        fc.string(),
        (text) => withoutEscapes(text.replace(/[\x1b\r\b]/g, "")) === text.replace(/[\x1b\r\b]/g, ""),
      ),
    );
  });
});

describe("withoutEscapes", () => {
  it("gives the words", () => {
    expect(withoutEscapes(`${e}[1mtoken${e}[0m=${e}[31mabc${e}[39mdef ${e}]8;;https://a.b${e}\\c${e}]8;;${e}\\`)).toBe(
      "token=abcdef c",
    );
  });
});
