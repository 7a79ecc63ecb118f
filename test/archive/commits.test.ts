/** Commits of a session: each once, at its place, with what became of it. */
import { describe, expect, it } from "vitest";
import { collections } from "../../src/archive/collections.ts";
import { A, archiveOf, pageOf } from "../support/archive.ts";

describe("a commit that was amended away", () => {
  it("stays where it was made and says so, and counts no more", async () => {
    const { archive } = await archiveOf("a-commit-is-amended");
    expect(archive.session(A)?.git).toEqual({ commits: 1, pulls: [] });
    const { commits } = collections(archive);
    expect(commits.map(({ event }) => event.kind === "commit" && [event.sha, event.replaced])).toEqual([
      ["5d6e7f8", undefined],
      ["1a2b3c4", { by: "5d6e7f8" }],
    ]);
    const page = pageOf(archive, A);
    expect(page).toContain("Count the tides, amended later as <code>5d6e7f8</code>");
    expect(page).toContain("Count the weeks, amended</span>");
    const outcome = /<dt>Outcome<\/dt><dd>.*?<\/dd>/s.exec(page)?.[0];
    expect(outcome).toContain("Count the weeks");
    expect(outcome).not.toContain("Count the tides");
  });
});

it("a commit that was taken back says so, and counts no more", async () => {
  const { archive } = await archiveOf("a-commit-is-taken-back");
  expect(archive.session(A)?.git).toEqual({ commits: 1, pulls: [] });
  const { commits } = collections(archive);
  expect(commits.map(({ event }) => event.kind === "commit" && event.replaced)).toEqual([
    undefined,
    { isTakenBack: true },
  ]);
  const page = pageOf(archive, A);
  expect(page).toContain("Count the tides, taken back");
  const outcome = /<dt>Outcome<\/dt><dd>.*?<\/dd>/s.exec(page)?.[0];
  expect(outcome).toContain("Count the weeks");
  expect(outcome).not.toContain("Count the tides");
});

it("a commit in another repository leads to that one's page, and those of the own repository do not", async () => {
  const { archive } = await archiveOf("a-commit-in-another-repository");
  const page = pageOf(archive, A);
  expect(page).toContain('href="https://github.com/ines/gauge/commit/1a2b3c4"');
  expect(page).not.toContain("gauge/commit/5d6e7f8");
  const { commits } = collections(archive);
  expect(commits.map(({ event, web }) => [event.kind, web])).toEqual([
    ["commit", undefined],
    ["commit", "https://github.com/ines/gauge"],
    ["push", "https://github.com/ines/gauge"],
  ]);
});
