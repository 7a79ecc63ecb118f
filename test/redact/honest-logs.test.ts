import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scanFolder } from "../../src/redact/index.ts";
import { isWithoutLogs } from "../../src/site/without-logs.ts";
import { run } from "../support/run.ts";
import { randomFrom } from "./random.ts";

/** Lines that once kept a whole archive from being built: the page showed what the redactor had not seen. */
const random = randomFrom(151);
const uuid = random.uuid();
const token = ["ghp", random.text(36)].join("_");
const apiKey = ["sk", random.text(32, "hex")].join("_");
const mail = ["wren.abbot", "harbour-corp.io"].join("@");

const inputs: readonly object[] = [
  { userId: uuid },
  { organization_id: uuid, nested: { tenant_id: uuid } },
  { account_id: 481516234212 },
  { accounts: [{ name: "account_id", value: uuid }] },
  { key: mail },
  { id: "/home/jane/n.md" },
  { key: "marigold", agent: "marigold", session: "marigold", kind: "marigold", uuid: "marigold" },
  { [`x-${mail}`]: "as a key" },
];
const outputs: readonly string[] = [
  `origin https://${token}@github.com/a/b.git (fetch)`,
  "/home/marigold.json",
  "http://0x42.0x66.0x7.0x93/",
  `echo IEX_API_KEY=${apiKey}`,
  JSON.stringify({ said: JSON.stringify({ "V8-Version": "14.9.207.27" }) }),
];
const hidden = [uuid, token, apiKey, mail, "/home/jane", "481516234212"];

let scratch = "";
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "annals-honest-"));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function log(name: string, entries: readonly object[]): string {
  const folder = join(scratch, name, "-home-marigold-app");
  mkdirSync(folder, { recursive: true });
  const common = { sessionId: "33333333-3333-4333-8333-333333333333", cwd: "/home/marigold/app", version: "2.1.100" };
  const lines = entries.map((entry, index) => ({
    uuid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    ...common,
    ...entry,
  }));
  const file = join(folder, "33333333-3333-4333-8333-333333333333.jsonl");
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return join(scratch, name);
}

const said = (text: string): object => ({ type: "user", message: { role: "user", content: text } });
const call = (id: string, name: string, input: object): object => ({
  type: "assistant",
  message: {
    id: `m${id}`,
    role: "assistant",
    model: "claude-opus-4-6",
    content: [{ type: "tool_use", id, name, input }],
  },
});
const result = (id: string, content: string): object => ({
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
});

it("builds every one of them, without what is private", async () => {
  const logs = log("logs", [
    said("Look at /home/marigold/app/a and /home/marigold/app/b and /home/marigold/app/c"),
    ...inputs.map((input, index) => call(`toolu_in${index}`, "mcp__crm__find", input)),
    ...inputs.map((_, index) => result(`toolu_in${index}`, "ok")),
    ...outputs.flatMap((output, index) => [
      call(`toolu_out${index}`, "Bash", { command: "show" }),
      result(`toolu_out${index}`, output),
    ]),
    { type: "invented-line", userId: uuid, who: { key: mail, id: "/home/jane/n.md" } },
  ]);
  const site = join(scratch, "site");
  const built = run(scratch, ["build", logs, "-o", site, "--quiet"]);
  expect(built.stderr).toBe("");
  expect(built.code).toBe(0);
  expect(await scanFolder(site, { skip: isWithoutLogs })).toEqual([]);
  const page = readFileSync(join(site, "sessions/33333333-3333-4333-8333-333333333333/index.html"), "utf8");
  for (const secret of hidden) expect(page).not.toContain(secret);
  expect(page).not.toMatch(/marigold/);
  expect(page).toContain("14.9.207.27");
  expect(run(scratch, ["check", site]).code).toBe(0);
}, 120_000);
