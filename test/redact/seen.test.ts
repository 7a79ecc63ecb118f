import { expect, it } from "vitest";
import { SeenTexts } from "../../src/redact/seen.ts";
import { originalView } from "../../src/redact/views/index.ts";

function asked(seen: SeenTexts, what: "has" | "add", text: string): boolean {
  const view = originalView(text);
  const answer = what === "has" ? seen.has(view) : seen.add(view);
  view.close();
  return answer === true;
}

it("a text is known again, whatever blanks are around it; one that differs in a letter is not", () => {
  const seen = new SeenTexts(100);
  const [one, two] = ["tide ".repeat(50), "ebb ".repeat(60)];
  for (const text of [one, two]) asked(seen, "add", text);
  expect([one, two, `\n${one.trim()}\n`].map((text) => asked(seen, "has", text))).toEqual([true, true, true]);
  expect(asked(seen, "has", one.replace("tide tide tide", "tide tyde tide"))).toBe(false);
  expect(asked(seen, "has", "short")).toBe(false);
});

it("too many are all forgotten, and what comes after is known", () => {
  const seen = new SeenTexts(100);
  const texts = Array.from({ length: 40 }, (_, number) => `${number} `.repeat(15_000));
  for (const text of texts) asked(seen, "add", text);
  expect(asked(seen, "has", texts[0] ?? "")).toBe(false);
  expect(asked(seen, "has", texts[39] ?? "")).toBe(true);
});
