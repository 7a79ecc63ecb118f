import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { json, jsonText } from "../../src/text/json.ts";

describe("jsonText", () => {
  it("keeps short flat values on one line", () => {
    expect(jsonText({ query: "feed", limit: 5 })).toBe('{ "query": "feed", "limit": 5 }');
    expect(jsonText([1, 2, null])).toBe("[1, 2, null]");
    expect(jsonText({ a: { b: [] }, c: {} })).toBe('{\n  "a": {\n    "b": []\n  },\n  "c": {}\n}');
  });

  it("says where it stopped in nesting of 100,000 levels", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(jsonText(deep)).toContain('"… (nested deeper than 64 levels)"');
    let chain: Record<string, unknown> = {};
    for (let level = 0; level < 100_000; level++) chain = { chain };
    expect(String(json(chain))).toContain("nested deeper than 64 levels");
  });

  it("ends on a value that holds itself", () => {
    const loop: Record<string, unknown> = {};
    loop.a = loop;
    loop.b = loop;
    expect(jsonText(loop)).toContain("refers to itself");
  });

  it("keeps own keys named like built-in ones, and odd scalars", () => {
    expect(jsonText(JSON.parse('{"__proto__": 1, "constructor": 2}'))).toBe('{ "__proto__": 1, "constructor": 2 }');
    expect(jsonText([undefined, 10n, Number.NaN])).toBe("[null, 10, null]");
    expect(jsonText(undefined)).toBe("null");
  });

  it("reads back as the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe("json", () => {
  it("names its language, is escaped and labelled", () => {
    expect(String(json({ a: "<b>" }, "Input"))).toBe(
      '<pre class="code" tabindex="0" role="group" aria-label="Input"><code data-lang="json">{ &quot;a&quot;: &quot;&lt;b&gt;&quot; }</code></pre>',
    );
  });
});
