import { beforeAll, describe, expect, it } from "vitest";
import type { Redactor } from "../../src/redact/index.ts";
import { randomFrom } from "./random.ts";
import { ownRedactor, place } from "./redactors.ts";

const size = 1_000_000;
const repeated = (text: string): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);

const hostile: Readonly<Record<string, () => string>> = {
  "one letter": () => repeated("a"),
  "one digit": () => repeated("1"),
  "digits and dots": () => repeated("1.1."),
  labels: () => repeated("token="),
  "labels and spaces": () => repeated("secret :  "),
  passwords: () => repeated("password: "),
  URLs: () => repeated("http://a:"),
  "at signs": () => repeated("a@a."),
  "many at signs": () => repeated("@"),
  dashes: () => repeated("-"),
  "beginnings of keys": () => repeated(["-----BEGIN", "PRIVATE KEY-----\n"].join(" ")),
  "a key without end": () => ["-----BEGIN", "PRIVATE KEY-----\n"].join(" ") + repeated("QUJD"),
  "JWT beginnings": () => repeated("eyJhbGci.eyJ."),
  backslashes: () => repeated("\\"),
  escapes: () => repeated("\\u0041\\n"),
  percents: () => repeated("%41%"),
  "escape characters": () => repeated("\x1b[31m"),
  "open hyperlinks": () => repeated("\x1b]8;;"),
  "short lines": () => repeated("a1\n"),
  "token lines": () => repeated("ghp_a1B2c3D4e5F6\n"),
  "numbered lines": () => repeated("     7\tx1y2z3\n"),
  "secrets of Kubernetes": () => repeated("kind: Secret\ndata:\n  a: QUJDREVGRw==\n"),
  cookies: () => repeated("cookie: a=b1c2d3e4f5g6; "),
  homes: () => repeated("/home/a/Users/b"),
  prefixes: () => repeated("sk-ant-sk-proj-ghp_AKIAhf_"),
  colons: () => repeated("ab:"),
  quotes: () => repeated("token\"'`\\"),
  "a long line of base64": () => randomFrom(1).text(size, "base64"),
  "mysql commands": () => repeated("mysql a "),
  entities: () => repeated("&#x41;&amp;"),
};

describe("a megabyte of", () => {
  let redactor: Redactor;
  beforeAll(async () => {
    redactor = await ownRedactor();
    redactor.redact("warm");
  });

  /** Seconds of the processor, which other programs do not lengthen as they do the clock's. */
  function spentOn(texts: readonly string[]): number {
    const before = process.cpuUsage();
    for (const text of texts) {
      redactor.learn(text, place);
      redactor.redact(text);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  }

  // Time that grows with the square of the length would be sixteen times that of the parts.
  it.each(Object.entries(hostile))("%s takes about as long as its sixteen parts", (_, make) => {
    const text = make();
    const part = Math.ceil(text.length / 16);
    const parts = Array.from({ length: 16 }, (_, at) => `${at} ${text.slice(at * part, (at + 1) * part)}`);
    const spent = spentOn([text]);
    expect(spent).toBeLessThan(60);
    expect(spent).toBeLessThan(1 + 5 * spentOn(parts));
  });
});
