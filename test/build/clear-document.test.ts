import { describe, expect, it } from "vitest";
import { clearDocument } from "../../src/build/clear-document.ts";
import { publishGate } from "../../src/redact/index.ts";
import type { SearchDocument } from "../../src/search/index.ts";

describe("the search text of a session, before it is indexed", () => {
  const cleared = (text: string) => {
    const document = { page: "sessions/a/index.html", title: "", project: "", sections: [{ title: "", text }] };
    const gate = publishGate({});
    const { document: made, taken } = clearDocument(document as unknown as SearchDocument, gate, () => undefined);
    return { text: made.sections[0]?.text, taken };
  };

  it("is looked at as it will stand in the index, where lines are one", () => {
    const secret = "9fKx2vLq8TzRw4Yb";
    const { text, taken } = cleared(`Set-Cookie: Path=/;\n  sid=${secret}\nnext line`);
    expect(text).not.toContain(secret);
    expect(text).toContain("next line");
    expect(taken).toMatchObject([{ rule: "cookie", inside: "search text" }]);
  });

  it("keeps the words of an honest text", () => {
    const { text, taken } = cleared("visit(cookie: u32): void\nSee ?q=globber@16.2.0) for more.");
    expect(text).toBe("visit(cookie: u32): void See ?q=globber@16.2.0) for more.");
    expect(taken).toEqual([]);
  });
});
