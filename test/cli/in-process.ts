/** The command in this process: what it prints and how it ends, without the price of another one. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { main } from "../../src/cli/main.ts";
import type { Ran } from "../support/run.ts";

export async function annals(...args: readonly string[]): Promise<Ran> {
  const said = { stdout: "", stderr: "" };
  const before = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of ["stdout", "stderr"] as const) {
    process[name].write = ((text: string | Uint8Array) => {
      said[name] += String(text);
      return true;
    }) as typeof process.stdout.write;
  }
  try {
    return { code: await main(args), ...said };
  } finally {
    process.stdout.write = before.stdout;
    process.stderr.write = before.stderr;
  }
}

/** The last line of what was complained of: progress comes before. */
export const complaint = ({ stderr }: Ran): string => stderr.trim().split("\n").at(-1) ?? "";

export function put(path: string, content: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

export const session = (index: number): string => `aaaaaaaa-0000-4000-8000-${String(index).padStart(12, "0")}`;

export interface Line {
  readonly time: string;
  readonly prompt?: string;
  /** An answer that cost so many tokens. */
  readonly output?: number;
}

/** A log of prompts and answers, each at its time. */
export function log(folder: string, index: number, cwd: string, lines: readonly Line[]): string {
  const text = lines.map(({ time, prompt, output }, at) => {
    const base = { uuid: `${index}-${at}`, sessionId: session(index), timestamp: time, cwd };
    return JSON.stringify(
      output === undefined
        ? { ...base, type: "user", message: { role: "user", content: prompt } }
        : {
            ...base,
            type: "assistant",
            requestId: `r${index}-${at}`,
            message: {
              id: `m${index}-${at}`,
              role: "assistant",
              model: "claude-opus-4-6",
              content: [{ type: "text", text: "Done." }],
              usage: { input_tokens: 1, output_tokens: output },
            },
          },
    );
  });
  return put(join(folder, cwd.replaceAll("/", "-"), `${session(index)}.jsonl`), `${text.join("\n")}\n`);
}
