import { describe, expect, it } from "vitest";
import {
  createRedactor,
  findingLine,
  findingReport,
  ScannerUnavailable,
  splitPlaceholders,
} from "../../src/redact/index.ts";
import { randomFrom } from "./random.ts";
import { ownRedactor, place } from "./redactors.ts";

const random = randomFrom(3);
const github = (): string => ["ghp", random.text(36)].join("_");

describe("memory", () => {
  it("removes everywhere what was found once", async () => {
    const redactor = await ownRedactor();
    const secret = random.text(32);
    await redactor.learn(`DEPLOY_TOKEN=${secret}`, place);
    expect(redactor.redact(`I pasted ${secret} there`)).toBe("I pasted [redacted: secret #1] there");
    expect(redactor.redact(`echo ${Buffer.from(`deploy:${secret}`).toString("base64")}`)).not.toContain(
      Buffer.from(secret).toString("base64").slice(4, 30),
    );
    expect(redactor.redact(encodeURIComponent(`a=${secret}&b`))).toContain("[redacted: secret #1]");
  });

  it("numbers by label, in the order of learning", async () => {
    const redactor = await ownRedactor();
    const [first, second] = [github(), github()];
    await redactor.learn(`a ${first}`, place);
    await redactor.learn(`b ${second} ${first}`, place);
    expect(redactor.redact(`${second} ${first} ${second}`)).toBe(
      "[redacted: GitHub token #2] [redacted: GitHub token #1] [redacted: GitHub token #2]",
    );
  });

  it("finds a text that comes again as often as it comes", async () => {
    const other = `Zq${random.text(30)}`;
    const redactor = await createRedactor({
      scanner: async () => async (text) =>
        [...text.matchAll(new RegExp(other, "g"))].map(({ index }) => ({ rule: "npm", secret: other, at: index })),
    });
    for (const long of ["", "words ".repeat(200)]) {
      const text = `${long}${github()} /home/janedoe/code npm_ ${other}`;
      const learn = async (): Promise<readonly string[]> => {
        const learnt = await redactor.collect(async () => redactor.learn(text, place));
        redactor.take(learnt);
        const { found, homes } = learnt;
        return [...found.map(({ rule }) => rule.id), ...homes.map(([name, count]) => `${name} ${count}`)];
      };
      const first = await learn();
      expect(first).toEqual(["github-token", "secretlint", "janedoe 1"]);
      expect(await learn()).toEqual(first);
      const shown = redactor.redact(text);
      expect(shown).not.toContain(other);
      expect(redactor.redact(text)).toBe(shown);
    }
  });

  it("keeps apart what is collected at the same time", async () => {
    const redactor = await ownRedactor();
    const [one, two] = [github(), github()];
    const collect = (secret: string) =>
      redactor.collect(async () => {
        await redactor.learn(`a ${secret}`, place);
        await new Promise(setImmediate);
        await redactor.learn(`again ${secret}`, place);
      });
    const learnt = await Promise.all([collect(one), collect(two)]);
    expect(learnt.map(({ found }) => found.map(({ secret }) => secret))).toEqual([
      [one, one],
      [two, two],
    ]);
  });

  it("knows nothing of what was collected until it takes it, and counts it with what was there before", async () => {
    const redactor = await ownRedactor();
    const secret = github();
    const learn = () => redactor.collect(async () => void (await redactor.learn(`a ${secret}`, place)));
    const learnt = await learn();
    expect(redactor.findings).toEqual([]);
    redactor.take(learnt);
    redactor.freeze();
    expect(redactor.findings.map(({ count }) => count)).toEqual([1]);
    redactor.take(await learn());
    expect(redactor.findings.map(({ count }) => count)).toEqual([2]);
    expect(redactor.redact(secret)).toBe("[redacted: GitHub token #1]");
  });

  it("names a secret by the strongest rule that met it", async () => {
    const redactor = await ownRedactor();
    const secret = github();
    await redactor.learn(`token: ${secret.slice(4)}`, place);
    await redactor.learn(`the_secret = "${secret}"`, place);
    expect(redactor.redact(`x ${secret}`)).toBe("x [redacted: GitHub token #1]");
  });

  it("does not spread weak passwords over the archive", async () => {
    const redactor = await ownRedactor();
    await redactor.learn("DB_PASSWORD=summer99", place);
    expect(redactor.redact("DB_PASSWORD=summer99")).toBe("DB_PASSWORD=[redacted: password #1]");
    expect(redactor.redact("in summer99 we went")).toBe("in summer99 we went");
  });

  it("removes the beginning of a secret that a title cut off", async () => {
    const redactor = await ownRedactor();
    const secret = github();
    await redactor.learn(secret, place);
    expect(redactor.redact(`Use ${secret.slice(0, 20)}…`)).toBe("Use [redacted: GitHub token #1]…");
    expect(redactor.redact(`Use ${secret.slice(0, 20)}`)).toBe("Use [redacted: GitHub token #1]");
  });

  it("knows the lines of a key by themselves", async () => {
    const redactor = await ownRedactor();
    const lines = Array.from({ length: 6 }, () => random.text(64, "base64"));
    await redactor.learn(
      ["-----BEGIN", " PRIVATE KEY-----\n", lines.join("\n"), "\n-----END", " PRIVATE KEY-----"].join(""),
      place,
    );
    expect(redactor.redact(`+${lines[3]}`)).toBe("+[redacted: private key #1]");
  });
});

describe("text", () => {
  it("keeps the lines of a diff and drops those of plain text", async () => {
    const redactor = await ownRedactor();
    const secret = github();
    const [head, tail] = [secret.slice(0, 20), secret.slice(20)];
    expect(redactor.redact(`+token: ${head}\n+${tail}\n+next`)).toBe("+token: [redacted: GitHub token #1]\n+\n+next");
    expect(redactor.redact(`token: ${head}\n${tail}\nnext words`)).toBe(
      "token: [redacted: GitHub token #1]\nnext words",
    );
  });

  it("leaves a list of tokens a list", async () => {
    const redactor = await ownRedactor();
    expect(redactor.redact([github(), github()].join("\n"))).toBe(
      "[redacted: GitHub token #1]\n[redacted: GitHub token #2]",
    );
  });

  it("changes nothing the second time", async () => {
    const redactor = await ownRedactor();
    const once = redactor.redact(
      `export TOKEN="${github()}" for ann.lee@fastmail.com in /Users/marigold/x with password=hunter22!`,
    );
    expect(once.match(/redacted/g)).toHaveLength(3);
    expect(redactor.redact(once)).toBe(once);
  });

  it("keeps JSON valid", async () => {
    const redactor = await ownRedactor();
    const text = JSON.stringify({
      body: JSON.stringify({ api_key: random.text(30, "password"), path: "C:\\Users\\marigold\\x" }),
    });
    expect(JSON.parse(JSON.parse(redactor.redact(text)).body)).toEqual({
      api_key: "[redacted: secret #1]",
      path: "~\\x",
    });
  });
});

describe("values", () => {
  it("maps every string and shares what did not change", async () => {
    const redactor = await ownRedactor();
    const secret = github();
    const value = { a: { text: "plain", list: [1, "two"] }, b: { text: `t ${secret}` }, [`key ${secret}`]: null };
    const mapped = redactor.value(value);
    expect(mapped.a).toBe(value.a);
    expect(mapped).toEqual({
      a: value.a,
      b: { text: "t [redacted: GitHub token #1]" },
      "key [redacted: GitHub token #1]": null,
    });
  });

  it("takes field names for labels", async () => {
    const redactor = await ownRedactor();
    const secret = random.text(24);
    const value = {
      input: { password: "Winter-2026!", env: [{ name: "API_TOKEN", value: secret }], tokens: 12, token: "string" },
    };
    redactor.learnValue(value, place);
    expect(redactor.value(value)).toEqual({
      input: {
        password: "[redacted: password #1]",
        env: [{ name: "API_TOKEN", value: "[redacted: secret #1]" }],
        tokens: 12,
        token: "string",
      },
    });
  });

  it("reads a list of lines as one text and keeps their number", async () => {
    const redactor = await ownRedactor();
    const key = Array.from({ length: 5 }, () => random.text(64, "base64"));
    const lines = [
      "+const a = 1",
      ["+-----BEGIN", "PRIVATE KEY-----"].join(" "),
      ...key.map((line) => `+${line}`),
      ["+-----END", "PRIVATE KEY-----"].join(" "),
      "+done",
    ];
    const mapped = redactor.value({ lines }).lines;
    expect(mapped).toHaveLength(lines.length);
    expect(mapped[0]).toBe("+const a = 1");
    expect(mapped.at(-1)).toBe("+done");
    expect(mapped.join("\n")).not.toContain(key[2]);
  });

  it("reads a list of arguments as a command", async () => {
    const redactor = await ownRedactor();
    const args = ["deploy", "--api-token", random.text(32), "--verbose"];
    expect(redactor.value({ args }).args).toEqual(["deploy", "--api-token", "[redacted: secret #1]", "--verbose"]);
  });

  it("keeps ids whole and goes a hundred thousand deep", async () => {
    const redactor = await ownRedactor({ users: ["marigold"] });
    expect(redactor.value({ id: "marigold-1", title: "by marigold" })).toEqual({
      id: "marigold-1",
      title: "by [redacted: user name #1]",
    });
    let deep: unknown = `token ${github()}`;
    for (let level = 0; level < 100_000; level++) deep = level % 2 ? { deep } : [deep];
    let inner: unknown = redactor.value(deep);
    while (typeof inner === "object" && inner !== null) inner = Object.values(inner)[0];
    expect(inner).toBe("token [redacted: GitHub token #1]");
  });

  it("does not let a __proto__ key change a prototype", async () => {
    const redactor = await ownRedactor();
    const value = JSON.parse(`{"__proto__":{"x":"${github()}"}}`);
    const mapped = redactor.value(value);
    expect(Object.getPrototypeOf(mapped)).toBe(Object.prototype);
    expect(Object.keys(mapped)).toEqual(["__proto__"]);
  });
});

describe("options", () => {
  it("allows values, switches rules, adds patterns", async () => {
    const secret = github();
    expect((await ownRedactor({ allow: [secret] })).redact(secret)).toBe(secret);
    expect((await ownRedactor({ allow: [/fastmail/] })).redact("a.b@fastmail.com c.d@posteo.de")).toBe(
      "a.b@fastmail.com [redacted: e-mail address #1]",
    );
    expect((await ownRedactor({ rules: { "e-mail": false } })).redact("a.b@posteo.de")).toBe("a.b@posteo.de");
    expect((await ownRedactor({ rules: { personal: false } })).redact("/home/ann/x a.b@posteo.de")).toBe(
      "/home/ann/x a.b@posteo.de",
    );
    const own = await ownRedactor({ patterns: [{ id: "ticket", label: "ticket", pattern: "ACME-(\\d+)" }] });
    expect(own.redact("see ACME-4711")).toBe("see ACME-[redacted: ticket #1]");
  });

  it("names what is wrong with them", async () => {
    await expect(ownRedactor({ rules: { nothing: false } })).rejects.toThrow('"nothing"');
    await expect(ownRedactor({ patterns: [{ id: "bad", pattern: "(" }] })).rejects.toThrow('"bad"');
  });

  it("does nothing for a private archive", async () => {
    const redactor = await createRedactor({ redact: false });
    const secret = github();
    await redactor.learn(secret, place);
    expect(redactor.redact(secret)).toBe(secret);
    expect(redactor.findings).toEqual([]);
  });
});

describe("the scanner", () => {
  it("must start", async () => {
    const broken = async (): Promise<never> => {
      throw new ScannerUnavailable(new Error("gone"));
    };
    await expect(createRedactor({ scanner: broken })).rejects.toThrow("nothing was built for the public");
  });

  it("is secretlint, which no comment in a log can switch off", async () => {
    const redactor = await createRedactor({
      rules: { "github-token": false, "labelled-secret": false, "said-secret": false },
    });
    const secret = github();
    await redactor.learn(`/* secretlint-disable */ ${secret}`, place);
    await redactor.settle();
    expect(redactor.redact(`x ${secret}`)).toBe("x [redacted: secret #1]");
    expect(redactor.findings).toEqual([{ rule: "secretlint", label: "secret", place, count: 1 }]);
  });

  it("adds what another scanner finds, and only once where ours finds it too", async () => {
    const odd = `odd${random.text(20)}`;
    const redactor = await createRedactor({
      scanner: async () => async (text) =>
        text.includes(odd) ? [{ rule: "x", secret: odd, at: text.indexOf(odd) }] : [],
    });
    await redactor.learn(`npm_ ${odd}`, place);
    await redactor.settle();
    expect(redactor.redact(`is ${odd}?`)).toBe("is [redacted: secret #1]?");
  });
});

it("reports rule and place, never the value", async () => {
  const redactor = await ownRedactor();
  const secret = github();
  await redactor.learn(`${secret} ${secret}`, { ...place, session: "s1", part: "prompt" });
  const [finding] = redactor.findings;
  expect(finding).toEqual({
    rule: "github-token",
    label: "GitHub token",
    place: { ...place, session: "s1", part: "prompt" },
    count: 2,
  });
  expect(finding && findingLine(finding)).toBe("app/4f1c.jsonl:7  github-token  GitHub token  prompt  ×2");
  expect(findingReport(redactor.findings)).not.toContain(secret);
});

it("splits placeholders for the views", () => {
  expect(splitPlaceholders("a [redacted: GitHub token #3]b")).toEqual([
    "a ",
    { label: "GitHub token", number: 3 },
    "b",
  ]);
  expect(splitPlaceholders("none")).toEqual(["none"]);
});
