import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isWithoutLogs } from "../../src/build/output/without-logs.ts";
import { scanFolder } from "../../src/redact/index.ts";
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

it("reads documents like any other text, and lets no secret into an address", () => {
  const [inJson, inCsv, inHtml] = [0, 1, 2].map(() => ["ghp", random.text(36)].join("_"));
  const awsId = ["AKIA", random.text(16, "upperDigits").replace(/[0189]/g, "A")].join("");
  const document = (mediaType: string, text: string): object => ({
    type: "document",
    source: { type: "base64", media_type: mediaType, data: Buffer.from(text).toString("base64") },
  });
  const logs = log("documents", [
    {
      type: "user",
      message: {
        role: "user",
        content: [
          { type: "text", text: "Read these" },
          document("application/json", JSON.stringify({ deploy: inJson })),
          document("text/csv", `name,token\na,${inCsv}\n`),
          document("text/html", `<p>${inHtml}</p>`),
        ],
      },
    },
    call("toolu_agent", "Task", { description: "Look", prompt: "Look around", subagent_type: "Explore" }),
    { ...result("toolu_agent", "done"), toolUseResult: { agentId: awsId, status: "completed" } },
  ]);
  const agents = join(logs, "-home-marigold-app/33333333-3333-4333-8333-333333333333/subagents");
  mkdirSync(agents, { recursive: true });
  const own = { sessionId: "33333333-3333-4333-8333-333333333333", isSidechain: true, agentId: awsId };
  writeFileSync(
    join(agents, `agent-${awsId}.jsonl`),
    `${JSON.stringify({ ...said("Look around"), ...own, uuid: random.uuid(), timestamp: "2026-01-01T00:00:30.000Z" })}\n`,
  );
  const site = join(scratch, "documents-site");
  const built = run(scratch, ["build", logs, "-o", site, "--quiet", "--redact-output", "documents.json"]);
  expect(built.stderr).toBe("");
  expect(built.code).toBe(0);
  let documents = 0;
  for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    expect(path.toLowerCase()).not.toContain(awsId.toLowerCase());
    if (!entry.isFile()) continue;
    if (path.includes("/media/")) documents++;
    const text = readFileSync(path, "latin1");
    for (const secret of [inJson, inCsv, inHtml, awsId, awsId.toLowerCase()]) expect(text).not.toContain(secret);
  }
  expect(documents).toBe(3);
  const report = readFileSync(join(scratch, "documents.json"), "utf8");
  expect(JSON.parse(report).rules["github-token"]).toBe(3);
  expect(JSON.parse(report).rules["aws-access-key"]).toBeGreaterThan(0);
  expect(report).not.toContain(awsId);
}, 120_000);
