/** A plan that is taken out is taken out of the prompt that repeats it, too, with what was added. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { anchor, planId } from "../../../src/address/anchor.ts";
import { withdraw } from "../../../src/archive/notes/withdraw.ts";
import type { ReadSession } from "../../../src/archive/read-session.ts";
import { A, archiveOf } from "../../support/archive.ts";

it("words too short to be looked for elsewhere go with the proposal", async () => {
  const root = mkdtempSync(join(tmpdir(), "annals-"));
  const entry = (uuid: string, role: "user" | "assistant", content: unknown, at: number) =>
    JSON.stringify({
      ...{ type: role, uuid, parentUuid: null, sessionId: A, isSidechain: false, cwd: "/w/tides", version: "2.0.64" },
      ...{ timestamp: `2026-03-01T09:0${at}:00Z`, message: { role, content } },
    });
  const use = { type: "tool_use", id: "t1", name: "ExitPlanMode", input: { plan: "# Tides\n\n- zqone" } };
  const result = {
    type: "tool_result",
    tool_use_id: "t1",
    is_error: true,
    content: "The user doesn't want to proceed.",
  };
  const lines = [
    entry("u1", "user", "Plan it.", 0),
    entry("u2", "assistant", [use], 1),
    entry("u3", "user", [result], 2),
    entry("u4", "user", "Implement the following plan:\n\n# Tides\n\n- zqone\n- zqtwo", 3),
  ];
  mkdirSync(join(root, "-w-tides"));
  writeFileSync(join(root, "-w-tides", `${A}.jsonl`), `${lines.join("\n")}\n`);
  const session = (await archiveOf(root)).session();
  rmSync(root, { recursive: true });
  expect(JSON.stringify(session)).toContain("zqtwo");
  const [proposal] = session.plans;
  const read = { session, diagnostics: [] } as unknown as ReadSession;
  const taken = withdraw(read, { places: [anchor(planId(proposal ?? expect.unreachable()))] });
  expect(JSON.stringify(taken.session.turns)).not.toMatch(/zqone|zqtwo/);
  expect(JSON.stringify(taken.session.plans)).not.toMatch(/zqone|zqtwo/);
});
