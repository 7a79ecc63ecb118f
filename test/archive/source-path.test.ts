/** Paths of source files: joined over worktrees and machines, and addresses that are safe for any of them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sourceAddresses } from "../../src/address/source-file.ts";
import { sourcePath } from "../../src/archive/source-path.ts";

describe("a path as its project sees it", () => {
  it.each([
    ["/w/tide/src/a.ts", "/w/tide", "src/a.ts"],
    ["/w/tide/.claude/worktrees/fix/src/a.ts", "/w/tide/.claude/worktrees/fix", "src/a.ts"],
    ["/w/tide/src/a.ts", "/w/tide/.worktrees/fix", "src/a.ts"],
    ["/w/tide/.worktrees/fix/src/a.ts", "/w/tide", "src/a.ts"],
    ["C:\\w\\tide\\src\\a.ts", "c:\\w\\tide", "src/a.ts"],
    ["/mnt/c/w/tide/src/a.ts", "C:\\w\\tide", "src/a.ts"],
    ["/w/tide/../secret/a.ts", "/w/tide", "/w/secret/a.ts"],
    ["/w/tidemark/a.ts", "/w/tide", "/w/tidemark/a.ts"],
  ])("%s of %s is %s", (path, folder, expected) => {
    expect(sourcePath(path, folder)).toBe(expected);
  });
});

describe("addresses of source files", () => {
  it("are the path where that is safe", () => {
    expect(sourceAddresses(["src/feed/ics.ts", "README.md", ".github/ci.yml"])).toEqual([
      "src/feed/ics.ts",
      "readme.md",
      "dot-github/ci.yml",
    ]);
  });

  it("differ for files that differ by case, and the first keeps the plain one", () => {
    const [first, second] = sourceAddresses(["README.md", "readme.md"]);
    expect(first).toBe("readme.md");
    expect(second).toMatch(/^readme\.md~[0-9a-f]{8}$/);
  });

  it("stay below their folder, in names that every disk takes, whatever the path", () => {
    const odd = [
      "..",
      ".",
      "#",
      "%2e%2e",
      "a b",
      "港",
      "x".repeat(300),
      "con",
      "index.html",
      "blame.html",
      "A",
      "",
      "\0",
      "~",
    ];
    const path = fc.array(fc.oneof(fc.constantFrom(...odd), fc.string({ unit: "binary" })), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(
          path.map((names) => names.join("/")),
          { maxLength: 12 },
        ),
        (paths) => {
          const made = sourceAddresses(paths);
          expect(new Set(made).size).toBe(paths.length);
          for (const address of made) {
            expect(address.length).toBeLessThan(200);
            expect(address).toMatch(/^(?:[a-z0-9_][a-z0-9_.+@~-]*\/)*[a-z0-9_][a-z0-9_.+@~-]*$/);
            expect(address.split("/").some((name) => /^\.+$|^(?:index|blame)\.html$/.test(name))).toBe(false);
          }
        },
      ),
    );
  });
});
