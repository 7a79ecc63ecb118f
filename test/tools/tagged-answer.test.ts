import { describe, expect, it } from "vitest";
import { taggedAnswer } from "../../src/tools/tagged-answer.ts";

describe("an answer in tags", () => {
  it("says how it stands and what was printed", () => {
    const found = taggedAnswer("<status>failed</status>\n\n<stderr>\nno </stderr> here\n</stderr>");
    expect([...(found?.facts ?? [])]).toEqual([["status", "failed"]]);
    expect(found?.printed).toEqual([{ stream: "stderr", text: "no </stderr> here" }]);
  });

  it.each([
    ["a fact that is said again", "<status>running</status><status>failed</status>"],
    ["words beside the tags", "<status>failed</status> or so"],
    ["a tag that is not closed", "<status>failed"],
  ])("is left as it is where nothing else would be whole: %s", (_, text) => {
    expect(taggedAnswer(text)).toBeUndefined();
  });
});
