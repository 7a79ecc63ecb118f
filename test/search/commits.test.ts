/** Commits and stories in the search texts. */
import { expect, it } from "vitest";
import { searchDocument, searchFields } from "../../src/search/document.ts";
import { archive } from "../templates/story-pages.ts";

const documents = archive.sessions.map((record) => searchDocument(archive.whole(record.id).session, record, "tides"));

it("a commit is a section of its own, with its number and subject, at the call that made it", () => {
  const found = documents.flatMap(({ sections }) => sections.filter(({ kind }) => kind === "commit"));
  const commit = found.find(({ text }) => text.includes("9d4e7a1"));
  expect(commit?.text).toBe("Commit 9d4e7a1 Name weeks by the year of the week");
  expect(commit?.anchor).toMatch(/^s-toolu_/);
  expect(commit?.tool).toBe("Bash");
});

it("a session of a story has its title", () => {
  const [record] = archive.sessions.filter(({ chain }) => chain !== undefined);
  if (record === undefined) throw new Error("no chain");
  expect(searchFields(record, "tides", "The story").story).toBe("The story");
  expect(searchFields(record, "tides").story).toBeUndefined();
});
