/** Paths of source files: joined over worktrees and machines, and addresses that are safe for any of them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sourceAddress } from "../../src/address/source-file.ts";
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
    expect(["src/feed/ics.ts", ".github/ci.yml"].map(sourceAddress)).toEqual(["src/feed/ics.ts", "dot-github/ci.yml"]);
  });

  it("differ for files that differ by case, on any disk", () => {
    expect(sourceAddress("readme.md")).toBe("readme.md");
    expect(sourceAddress("README.md")).toMatch(/^readme\.md~[0-9a-f]{12}$/);
    expect(sourceAddress("Readme.md")).not.toBe(sourceAddress("README.md"));
  });

  it("differ for a name that looks like how another one is spelt", () => {
    expect(sourceAddress("dot-github/ci.yml")).not.toBe(sourceAddress(".github/ci.yml"));
    expect(sourceAddress("etc/passwd")).not.toBe(sourceAddress("/etc/passwd"));
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
          const made = paths.map(sourceAddress);
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
