import fc from "fast-check";
import { expect, it } from "vitest";
import { Detector } from "../../src/redact/detector.ts";
import { randomFrom } from "./random.ts";
import { ownRedactor, place } from "./redactors.ts";

const random = randomFrom(42);
const names =
  "userId account_id organizationUuid tenant_id deploy_token apiKey password DB_PASSWORD key id note value name".split(
    " ",
  );
const values: readonly unknown[] = [
  random.uuid(),
  random.text(32, "hex"),
  `Zx9${random.text(18)}`,
  `Bearer ${random.text(30)}`,
  `two words ${random.text(12)}`,
  "plain words",
  481516234212,
  true,
  null,
];
const field = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values));
const object = fc.letrec<{ object: object }>((tie) => ({
  object: fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: field },
        fc.tuple(fc.constantFrom(...names), fc.array(fc.constantFrom(...values), { maxLength: 3 })),
        fc.tuple(fc.constantFrom(...names), tie("object")),
      ),
      { maxLength: 5 },
    )
    .map((pairs) => Object.fromEntries(pairs)),
})).object;

it("leaves nothing in an object that its page would give away, names beside values", async () => {
  const detector = new Detector({});
  await fc.assert(
    fc.asyncProperty(object, async (input) => {
      const redactor = await ownRedactor({});
      await redactor.learnValue({ input }, place);
      const shown = redactor.value({ input });
      for (const text of [JSON.stringify(shown.input), JSON.stringify(shown.input, null, 2)])
        expect(detector.detect(text).map(({ rule, secret }) => `${rule.id} ${secret}`)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

it("takes fields of the log for what they are called, and ids of the model for ids", async () => {
  const redactor = await ownRedactor({ users: ["marigold"] });
  const value = {
    id: "marigold",
    call: { id: "marigold", input: { id: "marigold", key: "marigold", n: 481516234212 } },
  };
  expect(redactor.value(value)).toEqual({
    id: "marigold",
    call: {
      id: "marigold",
      input: { id: "[redacted: user name #1]", key: "[redacted: user name #1]", n: 481516234212 },
    },
  });
});

it("sees a number by its name", async () => {
  const redactor = await ownRedactor({});
  expect(redactor.value({ input: { account_id: 481516234212, count: 481516234212 } })).toEqual({
    input: { account_id: "[redacted: account id #1]", count: 481516234212 },
  });
});
