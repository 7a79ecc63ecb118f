import { describe, expect, it } from "vitest";
import { randomFrom } from "./random.ts";
import { ownRedactor, place } from "./redactors.ts";

const random = randomFrom(31);
const [begin, end] = [["-----BEGIN", "PRIVATE KEY-----"].join(" "), ["-----END", "PRIVATE KEY-----"].join(" ")];
const bodyOf = (lines: number): string[] => [
  ...Array.from({ length: lines }, () => random.text(64, "base64")),
  `${random.text(18)}==`,
];

describe("the rest of a key", () => {
  it.each<[string, (line: string) => string]>([
    ["as it is", (line) => line],
    ["in a diff", (line) => `+${line}`],
    ["numbered", (line) => `    17→${line}`],
    ["in a quoted text", (line) => `  "${line}\\n" +`],
    ["with carriage returns", (line) => `${line}\r`],
  ])("goes, %s", async (_, written) => {
    const redactor = await ownRedactor();
    const body = bodyOf(4);
    const text = ["const a = 1;", ...[...body, end].map(written), "done"].join("\n");
    await redactor.learn(text, place);
    const shown = redactor.redact(text);
    expect(shown).toContain("const a = 1;");
    expect(shown).toContain("done");
    for (const line of body) expect(shown).not.toContain(line.slice(2, 16));
    // Its lines are known now.
    expect(redactor.redact(`see ${body[1]}`)).toBe("see [redacted: private key #1]");
  });

  it.each([
    `It ends with\n${end}\nas always.`,
    `MIIEvQ...\n(your key here)\n${end}`,
    `xxxxxxxxxxxxxxxx\n${end}`,
    `${random.text(64, "base64")}\n${end.replace("PRIVATE KEY", "CERTIFICATE")}`,
    `${random.text(64, "base64")} ${end}`,
  ])("is not taken for one: %j", async (text) => {
    const redactor = await ownRedactor();
    await redactor.learn(text, place);
    expect(redactor.redact(text)).toBe(text);
  });

  it("is no second key where the beginning is there", async () => {
    const redactor = await ownRedactor();
    const text = [begin, ...bodyOf(4), end].join("\n");
    await redactor.learn(text, place);
    expect(redactor.findings.map(({ rule }) => rule)).toEqual(["private-key"]);
  });
});
