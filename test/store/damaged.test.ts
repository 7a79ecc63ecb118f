/** What is damaged in the store costs its own lines, and the page of the session says where. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readSession } from "../../src/archive/read-session.ts";
import { groupSessions } from "../../src/log/session-files.ts";
import { packBlock } from "../../src/system/packed-file.ts";
import { promptLine, scratchFolder, sessionId } from "./support.ts";

const one = sessionId(1);

it("tells of a damaged block at its place, and reads the lines before and behind it", () => {
  const damaged = packBlock(Buffer.from(promptLine(one, "second")));
  damaged[40] = (damaged[40] ?? 0) ^ 0xff;
  const whole = (words: string): Buffer => packBlock(Buffer.from(promptLine(one, words)));
  const path = join(scratchFolder(), `${one}.jsonl.gz`);
  const bytes = Buffer.concat([whole("first"), damaged, whole("third")]);
  writeFileSync(path, bytes);
  const file = {
    path,
    name: `p/${one}.jsonl`,
    folder: "p",
    size: bytes.length,
    modified: 0,
    role: { kind: "session" },
  } as const;
  const [files] = groupSessions([file]);
  if (files === undefined) throw new Error("no session");
  const { session, diagnostics } = readSession(files);
  expect(diagnostics.map(({ code }) => code)).toEqual(["damaged-copy"]);
  const shown = session.turns.map(({ prompt, steps }) => [
    prompt.kind === "said" && prompt.blocks[0]?.kind === "text" ? prompt.blocks[0].markdown : prompt.kind,
    steps.map((step) => (step.kind === "event" ? step.event : step.kind)),
  ]);
  expect(shown).toEqual([
    ["first", ["diagnostic"]],
    ["third", []],
  ]);
});
