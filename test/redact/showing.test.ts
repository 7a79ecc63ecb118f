import { describe, expect, it } from "vitest";
import {
  archiveRedactor,
  createRedactor,
  frozenRedactor,
  type Learnt,
  type RedactOptions,
  type Redactor,
} from "../../src/redact/index.ts";
import { kinds } from "./kinds.ts";
import { randomFrom } from "./random.ts";
import { shapes } from "./shapes.ts";

/** Sessions as plain values: secrets in many shapes, some of them in several sessions, homes, and ordinary text. */
function sessionsOf(count: number): readonly Record<string, unknown>[] {
  const random = randomFrom(20_260_301);
  const repeated = kinds.slice(0, 12).map((kind) => kind.make(random));
  return Array.from({ length: count }, (_, session) => ({
    title: `Session ${session}`,
    texts: Array.from({ length: 40 }, () => {
      const secret = random.below(3) === 0 ? random.pick(repeated) : random.pick(kinds).make(random);
      const text = random.pick(shapes).write(secret, random.pick(["deploy", "app"]));
      return { text: `${text}\nin /home/wilhelmina/src/app${random.below(9)}, by wilhelmina`, secret };
    }).map(({ text, secret }, index) => ({
      text,
      bare: index % 3 === 0 ? `value ${secret} alone` : "nothing to see here, whatever it is",
      input: { api_key: secret, lines: ["one", text], note: `${"long plain text ".repeat(20)}${session}` },
    })),
  }));
}

const scanner = async () => async () => [];

describe("showing right after learning", () => {
  it.each<[string, RedactOptions]>([
    ["all rules", { scanner }],
    ["no outside scanner, some rules off", { rules: { secretlint: false, "e-mail": false } }],
    ["own patterns and exceptions", { scanner, patterns: [{ id: "app", pattern: "app\\d" }], allow: [/^sk_live/] }],
  ])("gives what a frozen redactor gives: %s", async (_, options) => {
    const [sharing, plain] = [(await createRedactor(options)).learner(), (await createRedactor(options)).learner()];
    const all: Learnt[] = [];
    for (const session of sessionsOf(6)) {
      const learn = (by: Redactor): Promise<Learnt> =>
        by.collect(async () => by.learnValue(session, { file: "a.jsonl", line: 1, session: "s" }));
      const learnt = await learn(sharing);
      expect(learnt).toEqual(await learn(plain));
      all.push(learnt);
      const archive = archiveRedactor(options);
      for (const each of all) archive.take(each);
      const state = archive.state();
      const [shown, expected] = [sharing.showing(state), frozenRedactor(options, state)];
      expect(shown.value(session)).toEqual(expected.value(session));
      expect(shown.redact("by wilhelmina, not learnt")).toBe(expected.redact("by wilhelmina, not learnt"));
    }
  });
});
