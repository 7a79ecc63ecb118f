/** A project's address, once given, is its own for good. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addresses, type Given, givenWith } from "../../src/archive/link/addresses.ts";
import type { Project } from "../../src/model/session.ts";

const project = (path: string, name = path.split("/").at(-1) ?? "") => ({ path, name, sessions: [`${path}-1`] });

/** The site of these projects, after one that remembers `given`. */
function built(projects: readonly ReturnType<typeof project>[], given: readonly Given[]) {
  const ids = addresses(projects, given);
  const made = projects.map((each, at) => ({ ...each, id: ids[at] ?? "" }) as unknown as Project);
  return { ids: new Map(made.map(({ path, id }) => [path, id])), given: givenWith(made, given) };
}

describe("addresses of projects", () => {
  const apart = ["/a/app", "/b/app", "/c/App", "/home/ann/app", "/d/港", "/e/港"];
  // Shown without its home, each of these is "~/app": what tells them apart are their sessions.
  const alike = ["/home/ann/app", "/home/bob/app", "/Users/ann/app", "/a/app"];

  const stay = (sites: readonly (readonly string[])[]): void => {
    let given: readonly Given[] = [];
    const first = new Map<string, string>();
    for (const site of sites) {
      const now = built(
        site.map((path) => project(path)),
        given,
      );
      for (const [path, id] of now.ids) {
        if (!first.has(path)) first.set(path, id);
        expect([path, id]).toEqual([path, first.get(path)]);
      }
      given = now.given;
    }
    expect(new Set(first.values()).size).toBe(first.size);
    expect(new Set(given.map(({ address }) => address)).size).toBe(first.size);
  };
  const some = (paths: readonly string[]) =>
    fc.array(fc.shuffledSubarray([...paths], { minLength: 1 }), { minLength: 1, maxLength: 8 });

  it("stay whatever comes, goes and comes back, and nobody gets another's", () => {
    fc.assert(fc.property(some(apart), stay), { numRuns: 300 });
  });

  it("stay also where two paths differ only in the home", () => {
    const whole = fc.shuffledSubarray(alike, { minLength: alike.length });
    fc.assert(
      fc.property(whole, some(alike), (first, others) => stay([first, ...others])),
      { numRuns: 300 },
    );
  });

  it("are the same whether homes are shown or not, and when the first session is gone", () => {
    const before = built([project("/home/ann/app"), project("/srv/app")], []);
    const now = built([project("/srv/app"), { ...project("~/app"), sessions: ["another"] }], before.given);
    expect(now.ids.get("~/app")).toBe("app");
    expect(now.ids.get("/srv/app")).toBe(before.ids.get("/srv/app"));
    expect(now.ids.get("/srv/app")).toMatch(/^app-[0-9a-f]{6}$/);
  });

  it("are remembered without a word of path, name or user", () => {
    const { given } = built([project("/home/marigold/lighthouse")], []);
    for (const { address, path, session } of given)
      for (const each of [address, path, session]) expect(each).toMatch(/^[0-9a-f]{6}$/);
    expect(given).toHaveLength(1);
  });
});
