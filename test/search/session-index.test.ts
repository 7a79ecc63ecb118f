/** The index of a session is made before the archive has said everything about it, and kept in a file until then. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readSessionIndex, type SearchDocument, SessionIndexer, writeSessionIndex } from "../../src/search/index.ts";
import { withFields } from "../../src/search/session-index.ts";
import { document, temporary } from "./documents.ts";

const folder = temporary();
afterAll(() => rmSync(folder, { recursive: true }));

const session = document(
  "early",
  [
    { kind: "typed", text: "Where does the tide table come from?" },
    { kind: "output", tool: "Bash", verb: "run", text: "src/tides.ts:12 loadTable “naïve” ".repeat(900) },
    { text: "In an agent", page: "sessions/early/agents/a1/index.html" },
  ],
  { title: "Tide tables", project: "early name" },
);
const later: Partial<SearchDocument> = {
  ...{ key: "late", page: "sessions/late/index.html", title: "The table of tides", project: "late name" },
  ...{ role: "continues", time: "2026-03-01T09:00:00Z", models: ["one", "two"], branches: [], prompts: 3, failures: 2 },
};
const index = (each: SearchDocument) => new SessionIndexer().index(each);
const fieldsOf = ({ sections: _, ...fields }: SearchDocument) => fields;
/** The same session, all of it known from the start. */
const known = {
  ...session,
  ...later,
  sections: session.sections.map((section) => ({
    ...section,
    ...(section.page === undefined ? {} : { page: "sessions/late/agents/a1/index.html" }),
  })),
};

describe("what the archive says later", () => {
  test("gives the index that it would have given at once", () => {
    expect(session.sections.length).toBe(3);
    expect(withFields(index(session), fieldsOf(known))).toEqual(index(known));
  });
  test("changes nothing where it was right", () => {
    const made = index(session);
    expect(withFields(made, fieldsOf(session))).toBe(made);
  });
  test("does not count for what the session holds", () => {
    expect(index(known).hash).toBe(index(session).hash);
    expect(index({ ...session, sections: session.sections.slice(1) }).hash).not.toBe(index(session).hash);
  });
  test("is asked for first where a page has no other words", () => {
    const bare = document("bare", [{ text: "→ …" }]);
    expect(withFields(index(bare), { ...fieldsOf(bare), title: "Another" })).toBeUndefined();
    expect(withFields(index(bare), { ...fieldsOf(bare), project: "Another" })).toBeDefined();
  });
});

describe("the file of an index", () => {
  const file = join(folder, "kept", "one.index");

  test("gives it back", () => {
    const made = index(session);
    expect(writeSessionIndex(file, made)).toEqual({ size: made.size, hash: made.hash });
    expect(readSessionIndex(file)).toEqual(made);
  });
  test("gives nothing where it is damaged, cut or gone", () => {
    writeSessionIndex(file, index(session));
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, -1));
    expect(readSessionIndex(file)).toBeUndefined();
    bytes[bytes.length - 9] = (bytes[bytes.length - 9] as number) ^ 1;
    writeFileSync(file, bytes);
    expect(readSessionIndex(file)).toBeUndefined();
    rmSync(file);
    expect(readSessionIndex(file)).toBeUndefined();
  });
});
