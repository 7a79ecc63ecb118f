import { describe, expect, it } from "vitest";
import { patchText } from "../../src/text/patch-text.ts";

const patch = `diff --git a/src/tide.ts b/src/tide.ts
index 1234567..89abcde 100644
--- a/src/tide.ts
+++ b/src/tide.ts
@@ -9,3 +9,4 @@ export function hours(day: Day): number {
   const from = day.start;
-  const to = from.add(24);
+  const next = day.next();
+  const to = next.start;
   return to - from;
diff --git a/old.md b/old.md
deleted file mode 100644
index 89abcde..0000000
--- a/old.md
+++ /dev/null
@@ -1 +0,0 @@
-<b>gone</b>`;

describe("a patch as text", () => {
  const drawn = String(patchText(`${patch}\n`));

  it("has the lines' real numbers, the words that changed, and its own headings", () => {
    expect(drawn).toContain('<del data-l="10">');
    expect(drawn).toContain('<ins data-l="11">');
    expect(drawn).toContain("<mark>");
    expect(drawn).toContain("<b>index 1234567..89abcde 100644</b>");
    expect(drawn).toContain("<b>@@ -9,3 +9,4 @@ export function hours(day: Day): number {</b>");
    expect(drawn).toContain('aria-label="Diff of src/tide.ts"');
  });

  it("is one diff a file, escaped", () => {
    expect(drawn.match(/<pre class="diff"/g)).toHaveLength(2);
    expect(drawn).toContain("&lt;b&gt;gone");
  });

  it.each([
    ["words around it", `See:\n${patch}`],
    ["a line that a patch cannot have", `${patch}\nDone.`],
    ["terminal colours", `${patch}\n\x1b[31m-a\x1b[0m`],
    ["a removed line that looks like a heading", `${patch}\n--- gone`],
    ["too many lines", patch + "\n x".repeat(60)],
    ["nothing but its beginning", "diff --git "],
  ])("with %s stays as it was printed", (_, text) => {
    expect(patchText(text)).toBeUndefined();
  });
});
