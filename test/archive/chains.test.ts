/** Chains: sessions that follow one another, by which evidence, in which roles. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Chain } from "../../src/model/session.ts";
import { A, archiveOf, B, C, fixtures, pageOf, stepsOfKind } from "../support/archive.ts";

const linksOf = (chain: Chain | undefined) =>
  chain?.links.map(({ session, joinedBy, after }) => [session, joinedBy, after]);

describe("evidence", () => {
  it("transcript paths order a chain of three, each link after the one before", async () => {
    const { archive } = await archiveOf("a-chain-of-three");
    expect(archive.chains).toHaveLength(1);
    expect(linksOf(archive.chains[0])).toEqual([
      [A, "start", undefined],
      [B, "transcript-path", A],
      [C, "transcript-path", B],
    ]);
  });

  it("a slug orders a chain of any length by time", async () => {
    const { archive } = await archiveOf("a-chain-by-slug");
    expect(archive.chains).toMatchObject([{ slug: "calm-tide-walks" }]);
    expect(linksOf(archive.chains[0])).toEqual([
      [B, "start", undefined],
      [A, "slug", B],
      [C, "slug", A],
    ]);
  });

  it("the same slug in two projects is no link", async () => {
    expect((await archiveOf("the-same-slug-in-two-projects")).archive.chains).toEqual([]);
  });

  it("copied entries link a resumed session to its source", async () => {
    expect(linksOf((await archiveOf("a-session-is-resumed")).archive.chains[0])).toEqual([
      [A, "start", undefined],
      [B, "shared-entries", A],
    ]);
    expect(linksOf((await archiveOf("resumed-and-resumed-again")).archive.chains[0])).toEqual([
      [A, "start", undefined],
      [B, "shared-entries", A],
      [C, "shared-entries", B],
    ]);
  });

  it("a fork's reference links it to its source", async () => {
    expect(linksOf((await archiveOf("a-fork-by-reference")).archive.chains[0])).toEqual([
      [A, "start", undefined],
      [B, "fork-reference", A],
    ]);
  });

  it("a session that was sent to the background names the one that it went on in", async () => {
    const { archive, session } = await archiveOf("a-session-goes-on-in-the-background");
    expect(linksOf(archive.chains[0])).toEqual([
      [A, "start", undefined],
      [B, "continued-in", A],
    ]);
    expect(session(A).continuedIn).toBe(B);
    expect(stepsOfKind(session(A).turns, "event").map(({ from }) => from)).toEqual(["Sent to the background"]);
    expect(archive.session(B)?.origin).toEqual({ session: A, prompt: "Sort the tides" });
    expect(pageOf(archive, A)).toContain(`Went on in the background: <a href="../${B}/index.html">Go on</a>`);
    for (const id of [A, B]) expect(pageOf(archive, id)).toContain("is where the session before went on");
  });

  it("and says so where that one is not in the archive", async () => {
    const { archive } = await archiveOf("a-session-goes-on-elsewhere");
    expect(archive.chains).toEqual([]);
    expect(pageOf(archive, A)).toContain("in a session that is not in this archive");
  });

  it("a conversation that was continued names the transcript before it", async () => {
    expect(linksOf((await archiveOf("a-conversation-is-continued-elsewhere")).archive.chains[0])).toEqual([
      [A, "start", undefined],
      [B, "transcript-path", A],
    ]);
  });

  it("the strongest evidence makes the link", async () => {
    expect(linksOf((await archiveOf("evidence-by-strength")).archive.chains[0])).toEqual([
      [A, "start", undefined],
      [B, "slug", A],
      [C, "transcript-path", A],
    ]);
  });

  it("a copied first message is no evidence: a resumed implementation follows the implementation", async () => {
    const { archive, session } = await archiveOf("an-implementation-is-resumed");
    expect(linksOf(archive.chains[0])).toEqual([
      [A, "start", undefined],
      [B, "transcript-path", A],
      [C, "shared-entries", B],
    ]);
    expect([A, B, C].map((id) => session(id).role)).toEqual(["planning", "implementation", "follow-up"]);
    expect(session(A).plans).toMatchObject([{ status: "approved", implementedIn: B }]);
  });
});

describe("a plan that a session begins with, word for word", () => {
  it("links it to the session that proposed the plan, where it names neither transcript nor slug", async () => {
    const folder = mkdtempSync(join(tmpdir(), "annals-chains-"));
    cpSync(join(fixtures, "sessions/a-chain-of-three"), folder, { recursive: true });
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".jsonl")) continue;
      const log = readFileSync(join(folder, name), "utf8");
      writeFileSync(join(folder, name), log.replace(/"slug":"[^"]*",?/g, "").replace(/[^" ]*\/[^" ]*\.jsonl/g, "…"));
    }
    const { archive, session } = await archiveOf(folder);
    expect(linksOf(archive.chains[0])).toEqual([
      [A, "start", undefined],
      [B, "same-plan", A],
      [C, "same-plan", B],
    ]);
    expect(session(C).origin).toEqual({ session: A, prompt: "Make the hull shine" });
    expect(pageOf(archive, B)).toContain("carries out the plan of the session before");
  });
});

describe("roles", () => {
  it("planning, implementation and further work have their roles", async () => {
    const { archive, session } = await archiveOf("a-chain-of-three");
    expect([A, B, C].map((id) => session(id).role)).toEqual(["planning", "implementation", "implementation"]);
    expect([A, B, C].map((id) => archive.session(id)?.role)).toEqual(["planning", "implementation", "implementation"]);
  });

  it("a session of the chain that neither plans nor implements is a follow-up", async () => {
    const { session } = await archiveOf("evidence-by-strength");
    expect([A, B, C].map((id) => session(id).role)).toEqual(["planning", "follow-up", "implementation"]);
  });

  it("a session without a slug is no plan session because one implementation exists", async () => {
    const { archive, session } = await archiveOf("sessions-without-a-slug");
    expect(session(C).role).toBe("single");
    expect(archive.session(C)?.chain).toBeUndefined();
    expect(linksOf(archive.chains[0])).toEqual([
      [A, "start", undefined],
      [B, "transcript-path", A],
    ]);
  });
});

describe("origin", () => {
  it("an implementation shows the prompt that started it all", async () => {
    const { session } = await archiveOf("a-chain-of-three");
    expect(session(A).origin).toBeUndefined();
    expect(session(B).origin).toEqual({ session: A, prompt: "Make the hull shine" });
    expect(session(C).origin).toEqual({ session: A, prompt: "Make the hull shine" });
  });

  it("an implementation says when its source is not in the archive", async () => {
    const { archive, session } = await archiveOf("a-source-that-is-not-here");
    expect(session(B)).toMatchObject({ role: "implementation", origin: {} });
    expect(session(B).origin).toEqual({});
    expect(archive.session(B)?.origin).toEqual({});
    expect((await archiveOf("an-implementation-that-names-no-source")).session(B)).toMatchObject({
      role: "implementation",
      origin: {},
    });
  });
});
