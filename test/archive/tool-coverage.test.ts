/** Which tools are shown as what they mean: by what became of their calls, whatever agent made them. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { archiveFrom, fixtures } from "../support/archive.ts";

it("an agent's own name for a tool of ours is known, and so is a server's tool", async () => {
  const { archive } = await archiveFrom([join(fixtures, "agents/home")]);
  const { tools } = archive.work;
  const foreign = tools.filter(({ name }) => ["shell", "exec_command", "apply_patch", "bash", "edit"].includes(name));
  expect(foreign.length).toBeGreaterThan(1);
  expect(foreign.filter(({ unknown }) => unknown > 0)).toEqual([]);
});
