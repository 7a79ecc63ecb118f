/**
 * `npm run check:agents [AGENT HOME]`: a count of a home folder's logs that knows nothing of src/log, against the model;
 * without words of all home folders of the corpus, which are read from a store, too.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { count as copilot } from "./copilot.ts";
import type { Counted } from "./counted.ts";
import { count as gemini } from "./gemini.ts";
import { modelled } from "./model.ts";
import { count as opencode } from "./opencode.ts";
import { count as pi } from "./pi.ts";
import { differencesInStore } from "./store.ts";

const counters: Readonly<Record<string, (home: string) => Map<string, Counted>>> = { gemini, copilot, opencode, pi };
const corpus = join(import.meta.dirname, "../../../../shared/agents/corpus");

const [agent, home] = process.argv.slice(2);
if (agent === undefined || home === undefined) {
  for (const name of ["gemini", "copilot", "opencode", "opencode-v2", "pi"])
    if (existsSync(join(corpus, name))) compare(name.replace(/-v2$/, ""), join(corpus, name));
  // Codex's threads are counted one by one, forks and agents by themselves.
  const { status } = spawnSync(process.execPath, ["--import", "tsx", join(import.meta.dirname, "codex-model.ts")], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
  for (const name of existsSync(corpus) ? readdirSync(corpus) : []) {
    const differences = await differencesInStore(join(corpus, name));
    for (const each of differences) console.log(`${name}: from the store differs ${each}`);
    console.log(`${name} from the store: ${differences.length} differences`);
    if (differences.length > 0) process.exitCode = 1;
  }
} else compare(agent, home);

function compare(agent: string, home: string): void {
  const counter = counters[agent];
  if (counter === undefined) throw new Error(`Which of ${Object.keys(counters).join(", ")}?`);
  const expected = counter(home);
  const found = modelled(home);
  let differences = 0;
  const sums = { prompts: 0, texts: 0, calls: 0, results: 0 };
  for (const id of new Set([...expected.keys(), ...found.keys()])) {
    const [one, other] = [expected.get(id), found.get(id)];
    if (one === undefined || other === undefined) {
      differences++;
      console.log(`${id}: only in the ${one === undefined ? "model" : "count"}`);
      continue;
    }
    for (const name of ["prompts", "texts", "calls", "results"] as const) {
      sums[name] += one[name].length;
      const [missing, extra] = [without(one[name], other[name]), without(other[name], one[name])];
      differences += missing.length + extra.length;
      for (const text of missing) console.log(`${id}: ${name} missing: ${text.slice(0, 120)}`);
      for (const text of extra) console.log(`${id}: ${name} extra: ${text.slice(0, 120)}`);
    }
    const odd = one.order.findIndex((what, index) => what !== other.order[index]);
    if (odd >= 0) {
      differences++;
      console.log(
        `${id}: out of order: ${one.order[odd]?.slice(0, 80)}, in the model ${other.order[odd]?.slice(0, 80)}`,
      );
    }
    const [tokens, ours] = [sorted(one.tokens), sorted(other.tokens)];
    if (tokens !== ours) {
      differences++;
      console.log(`${id}: tokens ${tokens}, in the model ${ours}`);
    }
  }
  console.log(`${agent}: ${expected.size} sessions, ${JSON.stringify(sums)}, ${differences} differences`);
  if (differences > 0) process.exitCode = 1;
}

function without(all: readonly string[], taken: readonly string[]): readonly string[] {
  const left = [...taken];
  return all.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function sorted(tokens: Counted["tokens"]): string {
  const some = [...tokens].filter(([, figures]) => figures.some((figure) => figure > 0));
  return JSON.stringify(some.sort(([a], [b]) => (a < b ? -1 : 1)));
}
