/** The configuration: its JSON Schema accepts what the command accepts, and it may be a module. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { known, readConfig } from "../../src/cli/config.ts";
import { run } from "../support/run.ts";
import { log } from "./in-process.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-config-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly not?: Schema;
  readonly minLength?: number;
  readonly format?: string;
}

const schema: Schema = JSON.parse(readFileSync("schema/annals.config.schema.json", "utf8"));

const kindOf = (value: unknown): string => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** As much of JSON Schema as ours uses. */
function isValid(value: unknown, by: Schema): boolean {
  const object = kindOf(value) === "object" ? (value as Record<string, unknown>) : undefined;
  const { additionalProperties: more } = by;
  const isKnown = ([key, each]: readonly [string, unknown]): boolean => {
    const own = by.properties?.[key];
    return own === undefined
      ? more === undefined || (typeof more === "object" ? isValid(each, more) : more)
      : isValid(each, own);
  };
  const checks: readonly boolean[] = [
    by.type === undefined || kindOf(value) === by.type,
    by.enum === undefined || by.enum.includes(value),
    !("const" in by) || value === by.const,
    by.anyOf === undefined || by.anyOf.some((each) => isValid(value, each)),
    by.not === undefined || !isValid(value, by.not),
    by.minLength === undefined || (typeof value === "string" && value.length >= by.minLength),
    by.format !== "regex" || isExpression(String(value)),
    object === undefined || (by.required ?? []).every((name) => name in object),
    object === undefined || Object.entries(object).every(isKnown),
    !Array.isArray(value) || by.items === undefined || value.every((each) => isValid(each, by.items ?? {})),
  ];
  return checks.every(Boolean);
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

let files = 0;
function isAccepted(value: unknown): boolean {
  const path = join(scratch, `config-${++files}.json`);
  writeFileSync(path, JSON.stringify(value));
  try {
    readConfig(path);
    return true;
  } catch {
    return false;
  }
}

/** For each place of the configuration, right values and wrong ones. */
const places: Readonly<Record<string, readonly unknown[]>> = {
  $schema: ["https://example.org"],
  keep: [true, false, "yes", 1],
  store: ["store", 3, {}],
  styles: [[], ["a.css"], "a.css", [1]],
  components: ["theme", { planCard: "plan.js" }, { planCard: 1 }, 3, []],
  search: [
    {},
    { toolOutput: "head" },
    { toolOutput: "most" },
    { pagefind: false },
    { pagefind: false, offline: false },
    { pagefind: 1 },
    { other: true },
    [],
  ],
  public: [
    ...[{}, { thinking: false }, { thinking: "no" }, { toolOutput: false }, { toolOutput: 0 }, { other: 1 }, "all"],
    ...[
      { projects: {} },
      { projects: { only: ["a"] } },
      { projects: { leaveOut: ["a"] } },
      { projects: { only: "a" } },
      { projects: ["a"] },
      { projects: { none: [] } },
    ],
  ],
  redact: [
    ...[
      {},
      { patterns: [] },
      { patterns: [{ id: "t", pattern: "T-\\d+" }] },
      { patterns: [{ id: "t" }] },
      { patterns: {} },
    ],
    ...[{ patterns: [{ id: "t", pattern: "T", label: "ticket", ignoreCase: true }] }, { patterns: ["T"] }],
    ...[
      { allow: ["a"] },
      { allow: [1] },
      { allow: "a" },
      { rules: { "ip-address": false } },
      { rules: { email: 1 } },
      { rules: [] },
      { other: 1 },
    ],
  ],
  other: [1],
};

describe("the JSON Schema of the configuration", () => {
  const cases = Object.entries(places).flatMap(([name, values]) => values.map((value) => ({ [name]: value })));

  it.each(cases.map((value) => [JSON.stringify(value), value] as const))(
    "says of %s what the command says",
    (_, value) => {
      expect(isValid(value, schema)).toBe(isAccepted(value));
    },
  );

  it("knows every option, and has right and wrong values tried", () => {
    expect(Object.keys(schema.properties ?? {}).sort()).toEqual([...(known[""] ?? [])].sort());
    const accepted = cases.filter(isAccepted);
    expect(accepted.length).toBeGreaterThan(15);
    expect(cases.length - accepted.length).toBeGreaterThan(15);
  });
});

describe("a configuration that is a module", () => {
  const project = (name: string, file: string, content: string, modules: readonly string[] = []): string => {
    const folder = join(scratch, name);
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    for (const module of modules) symlinkSync(resolve("node_modules", module), join(folder, "node_modules", module));
    log(join(folder, "projects"), 1, "/home/ines/tides", [{ time: "2026-01-01T10:00:00Z", prompt: "Open" }]);
    log(join(folder, "projects"), 2, "/home/ines/ledger", [{ time: "2026-01-01T10:00:00Z", prompt: "Closed" }]);
    writeFileSync(join(folder, file), content);
    return folder;
  };
  const only = '{ public: { projects: { only: ["tides"] } } }';
  const build = (folder: string) => run(folder, ["build", "projects", "--for", "public", "--no-search", "--no-keep"]);
  const shown = (folder: string): readonly string[] => readdirSync(join(folder, "annals-site/projects"));

  it("is imported where it is JavaScript", () => {
    const folder = project("js", "annals.config.mjs", `export default ${only};\n`);
    expect(build(folder)).toMatchObject({ code: 0 });
    expect(shown(folder)).toEqual(["tides"]);
  });

  const typed = `interface Own { public: object }\nconst own: Own = ${only};\nexport default own;\n`;
  it.each([["tsx"], ["esbuild"]])("is loaded by %s where it is TypeScript", (loader) => {
    const folder = project(`ts-${loader}`, "annals.config.ts", typed, [loader]);
    expect(build(folder)).toMatchObject({ code: 0 });
    expect(shown(folder)).toEqual(["tides"]);
    expect(readdirSync(folder).filter((name) => name.startsWith(".annals"))).toEqual([]);
  });

  it("is TypeScript that nothing here runs: one sentence, unless Node strips types", () => {
    const folder = project("ts", "annals.config.ts", typed);
    const { code, stderr } = build(folder);
    const isStripping = Boolean((process.features as { typescript?: unknown }).typescript);
    expect(code).toBe(isStripping ? 0 : 2);
    expect(isStripping || stderr.includes("install tsx or esbuild")).toBe(true);
  });

  it("is refused in one sentence where it fails, exports nothing, or there are two", () => {
    const broken = project("broken", "annals.config.mjs", "throw new Error('no tide table');\n");
    expect(build(broken)).toMatchObject({ code: 2, stderr: expect.stringContaining("no tide table") });
    const empty = project("empty", "annals.config.mjs", "export const a = 1;\n");
    expect(build(empty)).toMatchObject({ code: 2, stderr: expect.stringContaining("by default") });
    writeFileSync(join(empty, "annals.config.json"), "{}");
    expect(build(empty)).toMatchObject({ code: 2, stderr: expect.stringContaining("two configurations") });
    const wrong = project("wrong", "annals.config.mjs", "export default { pubic: {} };\n");
    expect(build(wrong)).toMatchObject({ code: 2, stderr: expect.stringContaining('"pubic" is not an option') });
  });
});
