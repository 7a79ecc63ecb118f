/** One log, line by line, as Claude Code writes them: prompts, thinking, prose, calls and results, progress. */
import type { Chance } from "./chance.ts";
import type { CodeFile, TextPool } from "./text-pool.ts";

export interface LogFacts {
  readonly session: string;
  readonly cwd: string;
  readonly slug: string;
  /** Milliseconds. */
  readonly start: number;
  /** An agent's own log. */
  readonly agent?: string;
}

export interface Delegated {
  readonly agent: string;
  readonly prompt: string;
  readonly at: number;
}

type Input = Readonly<Record<string, unknown>>;
interface Made {
  readonly name: string;
  readonly input: Input;
  readonly result: unknown;
  readonly details: unknown;
  readonly isError?: true;
}

const model = "claude-opus-4-6";

export class SessionLog {
  readonly lines: string[] = [];
  readonly delegated: Delegated[] = [];
  bytes = 0;
  readonly #chance: Chance;
  readonly #pool: TextPool;
  readonly #facts: LogFacts;
  #time: number;
  #last: string | null = null;
  #tasks = 0;

  constructor(facts: LogFacts, chance: Chance, pool: TextPool) {
    this.#facts = facts;
    this.#chance = chance;
    this.#pool = pool;
    this.#time = facts.start;
  }

  /** One prompt and the work that follows. */
  turn(prompt = this.#prose(1, 3)): void {
    const chance = this.#chance;
    if (this.#facts.agent === undefined) this.#snapshot();
    this.#entry("user", { message: { role: "user", content: prompt } });
    for (let left = chance.between(2, 16); left > 0; left--) this.#message();
    this.#entry("assistant", this.#said([{ type: "text", text: this.#markdown() }], `msg_01${chance.hex(22)}`));
    if (this.#facts.agent === undefined && chance.happens(0.8)) {
      this.#entry("system", { subtype: "turn_duration", durationMs: chance.between(4000, 400_000), isMeta: false });
    }
  }

  title(words: string): void {
    this.#write({ type: "custom-title", customTitle: words, sessionId: this.#facts.session });
  }

  sentence(): string {
    return (
      this.#chance
        .of(this.#pool.prose)
        .split(/(?<=[.:])\s/)[0]
        ?.slice(0, 90) ?? ""
    );
  }

  #message(): void {
    const chance = this.#chance;
    const id = `msg_01${chance.hex(22)}`;
    if (chance.happens(0.3))
      this.#entry("assistant", this.#said([{ type: "thinking", thinking: this.#markdown() }], id));
    if (chance.happens(0.35)) this.#entry("assistant", this.#said([{ type: "text", text: this.#markdown() }], id));
    for (let left = chance.happens(0.2) ? 2 : 1; left > 0; left--) {
      const call = `toolu_01${chance.hex(22)}`;
      const made = this.#call();
      const use = this.#entry(
        "assistant",
        this.#said([{ type: "tool_use", id: call, name: made.name, input: made.input }], id),
      );
      if (made.name === "Bash" && chance.happens(0.35)) this.#progress(call, String(made.result));
      const result = {
        tool_use_id: call,
        type: "tool_result",
        content: made.result,
        ...(made.isError ? { is_error: true } : {}),
      };
      this.#entry("user", {
        message: { role: "user", content: [result] },
        toolUseResult: made.details,
        sourceToolAssistantUUID: use,
      });
    }
  }

  #call(): Made {
    const roll = this.#chance.next();
    if (roll < 0.33) return this.#bash();
    if (roll < 0.6) return this.#read();
    if (roll < 0.74) return this.#edit();
    if (roll < 0.78) return this.#writeFile();
    if (roll < 0.92) return this.#search();
    if (roll < 0.97 || this.#facts.agent !== undefined) return this.#task();
    return this.#chance.happens(0.25) ? this.#agent() : this.#todo();
  }

  #bash(): Made {
    const chance = this.#chance;
    const command = chance.of([
      "npm test",
      "git status --short",
      "npx tsc --noEmit",
      "ls -la src",
      "git diff HEAD~1 -- src",
    ]);
    const stdout = this.#code(Math.round(chance.around(30, 1.3))).text;
    const isError = chance.happens(0.08);
    const input = { command, description: this.sentence() };
    if (isError)
      return {
        name: "Bash",
        input,
        result: `Exit code 1\n${stdout}`,
        details: `Error: Exit code 1\n${stdout}`,
        isError,
      };
    return { name: "Bash", input, result: stdout, details: { stdout, stderr: "", interrupted: false, isImage: false } };
  }

  #read(): Made {
    const { file, first, lines, text } = this.#code(Math.round(this.#chance.around(110, 0.9)));
    const path = this.#path(file);
    const result = lines.map((line, index) => `${String(first + index).padStart(6)}→${line}`).join("\n");
    if (this.#chance.happens(0.01)) return this.#image();
    const details = {
      type: "text",
      file: { filePath: path, content: text, numLines: lines.length, startLine: first, totalLines: file.lines.length },
    };
    return { name: "Read", input: { file_path: path, offset: first, limit: lines.length }, result, details };
  }

  #image(): Made {
    const data = Buffer.from(this.#chance.hex(60_000), "hex").toString("base64");
    const source = { type: "base64", media_type: "image/png", data };
    const input = { file_path: `${this.#facts.cwd}/shots/page.png` };
    return {
      name: "Read",
      input,
      result: [{ type: "image", source }],
      details: { type: "image", file: { base64: data, type: "image/png" } },
    };
  }

  #edit(): Made {
    const chance = this.#chance;
    const { file, first, lines } = this.#code(chance.between(8, 60));
    const path = this.#path(file);
    const [from, to] = [Math.floor(lines.length / 3), Math.ceil((lines.length * 2) / 3)];
    const old = lines.slice(from, to);
    const changed = old.flatMap((line) =>
      chance.happens(0.2) ? [] : [chance.happens(0.4) ? line.replace(/\w+/, "changed") : line],
    );
    const context = [lines.slice(Math.max(0, from - 3), from), lines.slice(to, to + 3)] as const;
    const hunk = [...context[0].map((line) => ` ${line}`), ...old.map((line) => `-${line}`)];
    hunk.push(...changed.map((line) => `+${line}`), ...context[1].map((line) => ` ${line}`));
    const around = context[0].length + context[1].length;
    const start = first + from - context[0].length;
    const patch = {
      oldStart: start,
      oldLines: old.length + around,
      newStart: start,
      newLines: changed.length + around,
      lines: hunk,
    };
    const [oldString, newString] = [old.join("\n"), changed.join("\n")];
    return {
      name: "Edit",
      input: { file_path: path, old_string: oldString, new_string: newString },
      result: `The file ${path} has been updated successfully.`,
      details: {
        filePath: path,
        oldString,
        newString,
        originalFile: file.lines.slice(0, 400).join("\n"),
        structuredPatch: [patch],
        userModified: false,
        replaceAll: false,
      },
    };
  }

  #writeFile(): Made {
    const { file, text } = this.#code(this.#chance.between(20, 200));
    const path = this.#path(file);
    const details = { type: "create", filePath: path, content: text, structuredPatch: [], originalFile: null };
    return {
      name: "Write",
      input: { file_path: path, content: text },
      result: `File created successfully at: ${path}`,
      details,
    };
  }

  #search(): Made {
    const chance = this.#chance;
    const found = Array.from({ length: chance.between(1, 30) }, () => this.#path(chance.of(this.#pool.code)));
    if (chance.happens(0.3)) {
      return {
        name: "Glob",
        input: { pattern: "**/*.ts" },
        result: found.join("\n"),
        details: { filenames: found, numFiles: found.length },
      };
    }
    const content = found.map((path, index) => `${path}:${index + 1}:${this.#code(1).text}`).join("\n");
    const input = { pattern: "function \\w+", output_mode: "content", "-n": true };
    return {
      name: "Grep",
      input,
      result: content,
      details: { mode: "content", numFiles: found.length, content, numLines: found.length },
    };
  }

  #task(): Made {
    if (this.#tasks === 0 || this.#chance.happens(0.4)) {
      const [id, subject] = [String(++this.#tasks), this.sentence()];
      return {
        name: "TaskCreate",
        input: { subject, description: this.#prose(1, 1) },
        result: `Task #${id} created`,
        details: { task: { id, subject } },
      };
    }
    const taskId = String(this.#chance.between(1, this.#tasks));
    return {
      name: "TaskUpdate",
      input: { taskId, status: "completed" },
      result: `Updated task #${taskId} status`,
      details: { success: true, taskId },
    };
  }

  #todo(): Made {
    const todos = Array.from({ length: this.#chance.between(2, 7) }, () => ({
      content: this.sentence(),
      status: "pending",
      activeForm: "Working",
    }));
    return {
      name: "TodoWrite",
      input: { todos },
      result: "Todos have been modified successfully.",
      details: { oldTodos: [], newTodos: todos },
    };
  }

  #agent(): Made {
    const [agent, prompt] = [this.#chance.hex(7), this.#prose(2, 4)];
    this.delegated.push({ agent, prompt, at: this.#time });
    return {
      name: "Task",
      input: { description: this.sentence(), prompt, subagent_type: "general-purpose" },
      result: [{ type: "text", text: this.#markdown() }],
      details: { status: "completed", agentId: agent, prompt, totalDurationMs: 60_000 },
    };
  }

  #progress(call: string, output: string): void {
    for (let second = this.#chance.between(1, 3); second > 0; second--) {
      this.#entry("progress", {
        data: { type: "bash_progress", output: output.slice(-400), elapsedTimeSeconds: second },
        parentToolUseID: call,
      });
    }
  }

  #snapshot(): void {
    this.#write({
      type: "file-history-snapshot",
      messageId: this.#chance.uuid(),
      snapshot: { trackedFileBackups: {} },
      isSnapshotUpdate: false,
    });
  }

  #said(content: readonly object[], id: string): object {
    const chance = this.#chance;
    const usage = {
      input_tokens: chance.between(1, 40),
      cache_creation_input_tokens: chance.between(0, 9000),
      cache_read_input_tokens: chance.between(10_000, 150_000),
      output_tokens: chance.between(20, 2000),
      service_tier: "standard",
    };
    return {
      message: { model, id, type: "message", role: "assistant", content, stop_reason: null, usage },
      requestId: `req_${id.slice(4)}`,
    };
  }

  #entry(type: string, body: object): string {
    const { session, cwd, slug, agent } = this.#facts;
    const uuid = this.#chance.uuid();
    this.#time += this.#chance.between(200, 20_000);
    this.#write({
      parentUuid: this.#last,
      isSidechain: agent !== undefined,
      ...(agent === undefined ? {} : { agentId: agent }),
      userType: "external",
      cwd,
      sessionId: session,
      version: "2.1.41",
      gitBranch: "main",
      slug,
      type,
      ...body,
      uuid,
      timestamp: new Date(this.#time).toISOString(),
    });
    this.#last = uuid;
    return uuid;
  }

  #write(entry: object): void {
    const line = JSON.stringify(entry);
    this.lines.push(line);
    this.bytes += Buffer.byteLength(line) + 1;
  }

  #code(count: number): {
    readonly file: CodeFile;
    readonly first: number;
    readonly lines: readonly string[];
    readonly text: string;
  } {
    const file = this.#chance.of(this.#pool.code);
    const wanted = Math.max(1, Math.min(count, file.lines.length));
    const from = this.#chance.between(0, file.lines.length - wanted);
    const lines = file.lines.slice(from, from + wanted);
    return { file, first: from + 1, lines, text: lines.join("\n") };
  }

  #path({ name }: CodeFile): string {
    return `${this.#facts.cwd}/src/${name}`;
  }

  #prose(least: number, most: number): string {
    return Array.from({ length: this.#chance.between(least, most) }, () => this.#chance.of(this.#pool.prose)).join(
      "\n\n",
    );
  }

  #markdown(): string {
    const chance = this.#chance;
    const parts: string[] = [];
    for (let left = Math.min(8000, chance.around(900, 0.9)); left > 0; left -= parts.at(-1)?.length ?? 0) {
      const roll = chance.next();
      if (roll < 0.55) parts.push(chance.of(this.#pool.prose));
      else if (roll < 0.65) parts.push(`## ${this.sentence()}`);
      else if (roll < 0.85)
        parts.push(
          Array.from(
            { length: chance.between(2, 6) },
            () => `- **${this.sentence().slice(0, 20)}**: ${this.sentence()}`,
          ).join("\n"),
        );
      else parts.push(`\`\`\`js\n${this.#code(chance.between(4, 30)).text}\n\`\`\``);
    }
    return parts.join("\n\n");
  }
}
