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

  it.each(Object.entries(hostile))("%s takes no more than seconds", (_, make) => {
    const text = make();
    const before = process.cpuUsage();
    redactor.learn(text, place);
    redactor.redact(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(8);
  });
});
