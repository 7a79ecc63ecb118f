/** Failed calls, and what mended each: the same call, or the same run of tests, that went well afterwards. */
import { callState } from "../../conversation/call-state.ts";
import type { FailureDigest, Moment, TestCounts, TestRunDigest } from "../../model/digest.ts";
import type { IsoTime, ToolCall } from "../../model/session.ts";
import { withoutEscapes } from "../../text/ansi.ts";
import { toolOf } from "../../tools/index.ts";
import { isTestCommand, testCounts } from "../../tools/test-run.ts";
import { most } from "./cut.ts";
import type { Summary } from "./summary.ts";
import type { Walk } from "./walk.ts";

export interface RunDigests {
  readonly failures: readonly FailureDigest[];
  readonly tests: readonly TestRunDigest[];
}

/** Of the session itself: what failed within an agent is its own matter, and is counted with it. */
export function runDigests({ steps }: Walk, summary: Summary): RunDigests {
  const failures: FailureDigest[] = [];
  const tests: TestRunDigest[] = [];
  /** When each of them ended. */
  const ends: (IsoTime | undefined)[] = [];
  /** Failures that nothing has mended yet, by what would mend them. */
  const open = new Map<string, number[]>();
  for (const { step, moment } of steps) {
    if (step.kind !== "call" || moment.agent !== undefined || moment.isLeftBehind) continue;
    const { call } = step;
    const { isFailure, isRefused, isStopped } = callState(call);
    if (isRefused || isStopped) continue;
    const counts = testsOf(call);
    const isFailed = isFailure || (counts !== undefined && counts.failed > 0);
    // Most sessions have nothing to mend when a call goes well.
    const key = isFailed || open.size > 0 ? sameKey(call) : undefined;
    if (isFailed) {
      if (key !== undefined) open.set(key, [...(open.get(key) ?? []), failures.length]);
      failures.push(failure(call, moment, summary(call), counts));
      ends.push(endOf(call, moment));
      continue;
    }
    if (counts !== undefined) tests.push({ ...moment, summary: summary(call), tests: counts });
    for (const index of key === undefined ? [] : (open.get(key) ?? [])) {
      const failed = failures[index];
      const afterMs = Date.parse(endOf(call, moment) ?? "") - Date.parse(ends[index] ?? "");
      if (failed !== undefined) failures[index] = { ...failed, mended: mendedBy(moment, afterMs, counts) };
    }
    if (key !== undefined) open.delete(key);
  }
  return { failures, tests };
}

/** From result to result: a test that fails for a minute and then passes was mended when it passed. */
const endOf = ({ outcome }: ToolCall, { time }: Moment): IsoTime | undefined =>
  outcome.state === "none" ? time : (outcome.time ?? time);

function mendedBy(
  moment: Moment,
  afterMs: number,
  counts: TestCounts | undefined,
): NonNullable<FailureDigest["mended"]> {
  return {
    ...moment,
    ...(counts === undefined ? {} : { tests: counts }),
    ...(afterMs >= 0 ? { afterMs } : {}),
  };
}

function failure(call: ToolCall, moment: Moment, summary: string, counts: TestCounts | undefined): FailureDigest {
  const error = errorLine(call);
  const code = call.kind === "bash" ? call.exitCode : undefined;
  return {
    ...moment,
    tool: call.name,
    verb: toolOf(call).verb,
    summary,
    words: code === undefined ? (callState(call).words ?? "failed") : `exit ${code}`,
    ...(error === undefined ? {} : { error }),
    ...(counts === undefined ? {} : { tests: counts }),
  };
}

/** Where two calls have the same, the second is the first tried again. */
export function sameKey(call: ToolCall): string {
  switch (call.kind) {
    case "bash":
      return `bash ${isTestCommand(call.command) ? testRunner(call.command) : bare(call.command)}`;
    case "edit":
    case "write":
    case "multiEdit":
    case "notebookEdit":
      return `change ${call.path}`;
    case "applyPatch":
      return `change ${call.files.map(({ path }) => path).join(" ")}`;
    case "read":
      return `read ${call.path}`;
    default:
      return exactKey(call);
  }
}

/** Another edit of the same file is another call here. */
export const exactKey = (call: ToolCall): string =>
  call.kind === "bash" ? `bash ${bare(call.command)}` : `${call.name} ${JSON.stringify(call.input)}`;

/** `cd app && npx vitest run a.test.ts 2>&1 | tail` and `npx vitest run` are runs of the same tests, at some point. */
const testRunner = (command: string): string =>
  /\b(?:vitest|jest|mocha|pytest|phpunit|rspec|ctest|tox|ava)\b/.exec(command)?.[0] ??
  /\b(?:npm|pnpm|yarn|bun|cargo|go|mix|dotnet|deno|make|gradle|mvn|swift|node)\b/.exec(command)?.[0] ??
  bare(command);

/** Without what only cuts or redirects the output. */
const bare = (command: string): string =>
  command
    .slice(0, 2000)
    .replace(/\s*(?:2>&1|2>\s*\/dev\/null|>\s*\/dev\/null)/g, "")
    .replace(/\s*\|\s*(?:tail|head|grep|cat|less)\b[^|&;]*/g, "")
    .replace(/\s+/g, " ")
    .trim();

function testsOf(call: ToolCall): TestCounts | undefined {
  if (call.kind !== "bash" || !isTestCommand(call.command) || call.outcome.state === "none") return undefined;
  return testCounts(
    withoutEscapes(call.stdout === undefined ? call.outcome.text : `${call.stdout}\n${call.stderr ?? ""}`),
  );
}

/** The first line that says what was expected or names an error; else the first that says anything. */
function errorLine(call: ToolCall): string | undefined {
  if (call.outcome.state === "none") return undefined;
  const lines = withoutEscapes(call.outcome.text.slice(0, 20_000))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(?:Error: )?Exit code \d+$/.test(line));
  const telling = [
    /\bexpected\b.*\b(?:to|but|got)\b/,
    /\b\w*(?:Error|Exception)\b|\berror\b|\bfatal\b|\bnot found\b|No such/,
    /\bFAIL|failed\b/,
  ];
  for (const pattern of telling) {
    const found = lines.find((line) => pattern.test(line));
    if (found !== undefined) return found.replace(/^[→×✗❯]\s*/, "").slice(0, most.line);
  }
  return lines[0]?.slice(0, most.line);
}
