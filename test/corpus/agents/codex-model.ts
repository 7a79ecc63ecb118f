/** `npx tsx test/corpus/agents/codex-model.ts HOME`: the model of Codex's sessions against a count of its own. */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { type Counted, count } from "./codex.ts";

// biome-ignore lint/suspicious/noExplicitAny: logs of any shape, looked at field by field.
type Any = Record<string, any>;

const home = resolve(process.argv[2] ?? join(import.meta.dirname, "../../../../shared/agents/corpus/codex/.codex"));
const project = resolve(import.meta.dirname, "../../..");
const { stdout, status } = spawnSync(process.execPath, [join(project, "bin/annals.js"), "inspect", "--json", home], {
  encoding: "utf8",
  maxBuffer: 1 << 30,
});
if (status !== 0) throw new Error(`annals inspect ended with ${status}`);

const model = new Map<string, Counted>();
const own = (thread: Any, agents: readonly Any[]): void => {
  const turns: readonly Any[] = thread.turns.flatMap(withVersions);
  const steps: readonly Any[] = turns.flatMap((turn) => turn.steps);
  const calls = steps.flatMap((step) => (step.kind === "call" ? [step.call] : []));
  const spent = sums(thread.usage);
  for (const agent of agents)
    for (const [name, value] of Object.entries(sums(agent.usage))) spent[name as "input"] -= value;
  model.set(thread.id, {
    prompts: turns.flatMap(({ prompt }) => promptOf(prompt)),
    texts: steps.flatMap((step) => (step.kind === "text" ? [step.markdown.trim()] : [])),
    calls: calls.length,
    results: calls.filter((call) => call.outcome.state !== "none").length,
    tokens: spent,
  });
  for (const agent of agents) own(agent, agent.agents);
};
const withVersions = (turn: Any): readonly Any[] => [
  turn,
  ...(turn.otherVersions ?? []).flatMap((version: readonly Any[]) => version.flatMap(withVersions)),
];
function promptOf(prompt: Any): readonly string[] {
  if (prompt.kind === "machine") return [prompt.text.trim()];
  if (prompt.kind !== "said") return [];
  const text = prompt.blocks
    .flatMap((block: Any) => (block.kind === "text" ? [block.markdown] : []))
    .join("\n")
    .trim();
  return text === "" ? [] : [text];
}
function sums(usage: readonly Any[]): { input: number; cacheRead: number; output: number } {
  const sum = { input: 0, cacheRead: 0, output: 0 };
  for (const each of usage) {
    sum.input += each.input;
    sum.cacheRead += each.cacheRead;
    sum.output += each.output;
  }
  return sum;
}
for (const session of JSON.parse(stdout).sessions) own(session, session.agents);

const expected = count(home);
const totals = { threads: 0, prompts: 0, texts: 0, calls: 0, results: 0, input: 0, cacheRead: 0, output: 0 };
let differences = 0;
const differ = (id: string, what: string, counted: unknown, shown: unknown): void => {
  differences++;
  console.log(`${id} ${what}: counted ${JSON.stringify(counted)}, shown ${JSON.stringify(shown)}`.slice(0, 600));
};
for (const [id, counted] of expected) {
  const shown = model.get(id);
  if (shown === undefined) {
    differ(id, "thread", "there", "missing");
    continue;
  }
  model.delete(id);
  totals.threads++;
  for (const what of ["prompts", "texts"] as const) {
    totals[what] += counted[what].length;
    const left = [...shown[what]];
    const missing = counted[what].filter((text) => {
      const at = left.indexOf(text);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    if (missing.length > 0 || left.length > 0) differ(id, what, missing.map(short), left.map(short));
  }
  for (const what of ["calls", "results"] as const) {
    totals[what] += counted[what];
    if (counted[what] === shown[what]) continue;
    if (what === "results" && counted.isAmbiguous) console.log(`${id}: several calls of one id, results not compared`);
    else differ(id, what, counted[what], shown[what]);
  }
  for (const what of ["input", "cacheRead", "output"] as const) totals[what] += counted.tokens[what];
  if (JSON.stringify(counted.tokens) !== JSON.stringify(shown.tokens))
    differ(id, "tokens", counted.tokens, shown.tokens);
}
for (const id of model.keys()) differ(id, "thread", "missing", "there");
console.log(JSON.stringify(totals), `${differences} differences`);
process.exitCode = differences === 0 ? 0 : 1;

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
