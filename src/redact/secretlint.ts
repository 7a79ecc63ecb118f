/** secretlint's recommended rules behind a plain function: values of secrets in a text. */
export interface OutsideFinding {
  readonly rule: string;
  readonly secret: string;
  /** Where in the text it was reported. */
  readonly at: number;
}

export type OutsideScanner = (text: string) => Promise<readonly OutsideFinding[]>;

export class ScannerUnavailable extends Error {
  constructor(cause: unknown) {
    super(
      "The secret scanner (secretlint) could not start, so nothing was built for the public. Reinstall the packages, or build a private archive with --no-redact.",
      { cause },
    );
    this.name = "ScannerUnavailable";
  }
}

const comments = "@secretlint/secretlint-rule-filter-comments";

/** Starts secretlint and has it find a made-up token first: a scanner that finds nothing is not trusted. */
export async function startSecretlint(): Promise<OutsideScanner> {
  try {
    const [{ lintSource }, preset, { secretLintProfiler }] = await Promise.all([
      import("@secretlint/core"),
      import("@secretlint/secretlint-rule-preset-recommend"),
      import("@secretlint/profiler"),
    ]);
    // It keeps a mark for every rule of every call, for good; clearing them makes its own timer throw later.
    secretLintProfiler.mark = () => undefined;
    // Session text may say "secretlint-disable", which must not switch anything off. The preset does not let go of
    // one of its rules (12.0.0 ignores `disabled` there), so its rules are named one by one.
    const rules = preset.rules.filter(({ meta }) => meta.id !== comments).map((rule) => ({ id: rule.meta.id, rule }));
    const scan: OutsideScanner = async (text) => {
      const { messages } = await lintSource({
        source: { filePath: "session.txt", content: text, contentType: "text", ext: ".txt" },
        options: { noPhysicFilePath: true, config: { rules } },
      });
      return messages.map(({ ruleId, range, data }) => ({
        rule: ruleId.replace(/^.*secretlint-rule-/, ""),
        secret: reportedValue(text, range, data),
        at: range[0],
      }));
    };
    const sample = ["ghp", "a1B2".repeat(9)].join("_");
    if ((await scan(`secretlint-disable\ntoken ${sample}`)).every(({ secret }) => secret !== sample))
      throw new Error("secretlint did not find its test token.");
    return scan;
  } catch (cause) {
    throw new ScannerUnavailable(cause);
  }
}

/** The reported value; the range alone is not exact in every rule of 12.0.0. */
function reportedValue(
  text: string,
  [start, end]: readonly [number, number] | readonly number[],
  data: unknown,
): string {
  const values = Object.values((data ?? {}) as Record<string, unknown>).filter(
    (value): value is string => typeof value === "string" && value.length >= 8,
  );
  const near = text.slice(start as number, (end as number) + 64);
  return values.sort((a, b) => b.length - a.length).find((value) => near.includes(value)) ?? text.slice(start, end);
}
