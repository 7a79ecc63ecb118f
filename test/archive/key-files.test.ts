/** A private key that an agent writes line by line, which no text of the log has as a whole. */
import { expect, it } from "vitest";
import { learnSession } from "../../src/archive/redaction.ts";
import type { Step } from "../../src/model/session.ts";
import { createRedactor } from "../../src/redact/index.ts";
import { randomFrom } from "../redact/random.ts";
import { call, ok, session, turn } from "../templates/support.ts";

const random = randomFrom(32);
const [begin, end] = [["-----BEGIN", "PRIVATE KEY-----"].join(" "), ["-----END", "PRIVATE KEY-----"].join(" ")];
const body = Array.from({ length: 6 }, () => random.text(64, "base64"));

const write = (content: string): Step => call("Write", { file_path: "/a/key.pem", content }, ok("File created"));
const edit = (old_string: string, new_string: string): Step =>
  call("Edit", { file_path: "/a/key.pem", old_string, new_string }, ok("The file has been updated."));
const byLine = (lines: readonly string[]): Step[] =>
  lines.flatMap((line, at) => {
    const before = lines[at - 1];
    return before === undefined ? [] : [edit(before, `${before}\n${line}`)];
  });

async function shown(steps: readonly Step[]): Promise<string> {
  const redactor = await createRedactor({ scanner: async () => async () => [] });
  const made = session([turn("Write it.", steps)]);
  await learnSession(redactor, { session: made, diagnostics: [], documents: new Map() } as never);
  return JSON.stringify(redactor.value(made));
}

it.each<[string, readonly Step[]]>([
  ["from a file that begins with it", [write(`${begin}\n`), edit(begin, `${begin}\n${body[0]}`), ...byLine(body)]],
  ["into a file that was there", [edit("# key", `${begin}\n${body[0]}`), ...byLine([...body, end])]],
  [
    "before the file is written anew",
    [write(`${begin}\n${body[0]}\n`), ...byLine(body), write("nothing any more"), edit("nothing", "something")],
  ],
])("is known by all of its lines: %s", async (_, steps) => {
  const text = await shown(steps);
  for (const line of body) expect(text).not.toContain(line);
  expect(text).toContain("Write it.");
});

it("costs no line of another file", async () => {
  const other = call("Edit", { file_path: "/a/list.txt", old_string: "x", new_string: body[0] }, ok("updated"));
  expect(await shown([write(`${begin}\n`), edit(begin, `${begin}\n${body[1]}`), other])).toContain(body[0]);
});
