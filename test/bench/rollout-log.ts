/**
 * One log, line by line, as Codex writes them: preamble, prompts and answers twice, hidden thoughts, runs, patches, counts.
 * How long lines are, and how many of a kind come for a call, is as in real logs (with times in each line): 125 calls and
 * 1082 lines for each megabyte, outputs of 2.1 kB, thoughts of 1.7 kB, contexts and counts of 0.6 kB, calls of 0.4 kB.
 */
import type { Chance } from "./chance.ts";
import type { TextPool } from "./text-pool.ts";

export interface RolloutFacts {
  readonly thread: string;
  readonly cwd: string;
  /** Milliseconds. */
  readonly start: number;
}

const model = "gpt-5.3-codex";

export class RolloutLog {
  readonly lines: string[] = [];
  bytes = 0;
  readonly #chance: Chance;
  readonly #pool: TextPool;
  readonly #facts: RolloutFacts;
  #time: number;
  #turn = "";
  readonly #total = {
    input_tokens: 0,
    cached_input_tokens: 0,
    output_tokens: 0,
    reasoning_output_tokens: 0,
    total_tokens: 0,
  };

  constructor(facts: RolloutFacts, chance: Chance, pool: TextPool) {
    this.#facts = facts;
    this.#chance = chance;
    this.#pool = pool;
    this.#time = facts.start;
    const { thread, cwd } = facts;
    this.#write("session_meta", {
      id: thread,
      timestamp: new Date(facts.start).toISOString(),
      cwd,
      originator: "codex-tui",
      cli_version: "0.130.0",
      source: "cli",
      model_provider: "openai",
      base_instructions: { text: this.#prose(60, 60) },
      git: {
        commit_hash: chance.hex(40),
        branch: "main",
        repository_url: `git@example.org:dev/${cwd.split("/").at(-1)}.git`,
      },
    });
  }

  /** One prompt and the work that follows. */
  turn(): void {
    const chance = this.#chance;
    const isFirst = this.#turn === "";
    this.#turn = chance.uuid();
    const began = this.#time;
    this.#event("task_started", {
      turn_id: this.#turn,
      started_at: Math.floor(began / 1000),
      model_context_window: 258_400,
    });
    if (isFirst) {
      this.#said("developer", "input_text", `<permissions instructions>\n${this.#prose(20, 30)}`);
      this.#said("user", "input_text", `# AGENTS.md instructions for ${this.#facts.cwd}\n\n${this.#prose(8, 12)}`);
      this.#said(
        "user",
        "input_text",
        `<environment_context>\n  <cwd>${this.#facts.cwd}</cwd>\n</environment_context>`,
      );
    }
    this.#context();
    const prompt = this.#prose(1, 3);
    this.#said("user", "input_text", prompt);
    this.#event("user_message", { message: prompt, images: [], local_images: [], text_elements: [] });
    for (let left = chance.between(2, 12); left > 0; left--) this.#step();
    const answer = this.#answer("final_answer");
    this.#event("task_complete", { turn_id: this.#turn, last_agent_message: answer, duration_ms: this.#time - began });
  }

  #step(): void {
    const chance = this.#chance;
    if (chance.happens(0.8))
      this.#item("reasoning", { summary: [], content: null, encrypted_content: `gAAAA${chance.hex(1550)}` });
    if (chance.happens(0.5)) this.#answer("commentary");
    for (let left = chance.happens(0.08) ? 3 : 1; left > 0; left--) {
      if (chance.happens(0.11)) this.#patch();
      else if (chance.happens(0.06)) this.#plan();
      else this.#run();
    }
    this.#count();
  }

  #answer(phase: string): string {
    const message = this.#prose(1, 4);
    this.#event("agent_message", { message, phase, memory_citation: null });
    this.#item("message", { role: "assistant", content: [{ type: "output_text", text: message }], phase });
    return message;
  }

  #run(): void {
    const chance = this.#chance;
    const call = `call_${chance.hex(24)}`;
    const cmd = chance.of([
      "rg -n 'todo|fixme' src test --glob '!*.snap' | sort -t: -k1,1 -k2,2n | head -n 120",
      "git status --short && git diff --stat HEAD~1 -- src",
      "npm test -- --reporter=dot",
      "sed -n '1,200p' src/index.ts && sed -n '1,80p' src/index.test.ts",
      `cat > /tmp/try.mjs <<'END'\n${this.#code(8)}\nEND\nnode /tmp/try.mjs`,
    ]);
    const given = { cmd, workdir: this.#facts.cwd, yield_time_ms: 1000, max_output_tokens: 4000 };
    this.#item("function_call", { name: "exec_command", arguments: JSON.stringify(given), call_id: call });
    const code = chance.happens(0.08) ? 1 : 0;
    const head = `Chunk ID: ${chance.hex(6)}\nWall time: 0.0500 seconds\nProcess exited with code ${code}\nOriginal token count: 400\nOutput:\n`;
    this.#item("function_call_output", {
      call_id: call,
      output: head + this.#code(Math.round(chance.around(60, 1.1))),
    });
  }

  #patch(): void {
    const chance = this.#chance;
    const call = `call_${chance.hex(24)}`;
    const file = chance.of(this.#pool.code);
    const path = `${this.#facts.cwd}/src/${file.name.split("/").at(-1)}`;
    const lines = this.#code(chance.between(3, 30)).split("\n");
    const body = [...lines.slice(0, 2).map((line) => ` ${line}`), ...lines.slice(2).map((line) => `+${line}`)].join(
      "\n",
    );
    const input = `*** Begin Patch\n*** Update File: ${path}\n@@\n${body}\n*** End Patch`;
    this.#item("custom_tool_call", { status: "completed", call_id: call, name: "apply_patch", input });
    const stdout = `Success. Updated the following files:\nM ${path}\n`;
    const unified_diff = `@@ -1,2 +1,${lines.length} @@\n${body}\n`;
    const changes = { [path]: { type: "update", unified_diff, move_path: null } };
    this.#event("patch_apply_end", {
      call_id: call,
      turn_id: this.#turn,
      stdout,
      stderr: "",
      success: true,
      changes,
      status: "completed",
    });
    this.#item("custom_tool_call_output", {
      call_id: call,
      output: JSON.stringify({ output: stdout, metadata: { exit_code: 0, duration_seconds: 0.1 } }),
    });
  }

  #plan(): void {
    const call = `call_${this.#chance.hex(24)}`;
    const plan = [0, 1, 2].map((at) => ({
      step: this.#prose(1, 1).slice(0, 60),
      status: at === 0 ? "in_progress" : "pending",
    }));
    this.#item("function_call", { name: "update_plan", arguments: JSON.stringify({ plan }), call_id: call });
    this.#item("function_call_output", { call_id: call, output: "Plan updated" });
  }

  /** Each total is written about twice. */
  #count(): void {
    const chance = this.#chance;
    const input = chance.between(20_000, 120_000);
    const output = chance.between(50, 2000);
    const last = {
      input_tokens: input,
      cached_input_tokens: Math.floor(input * 0.9),
      output_tokens: output,
      reasoning_output_tokens: Math.floor(output / 2),
      total_tokens: input + output,
    };
    for (const field of Object.keys(last) as (keyof typeof last)[]) this.#total[field] += last[field];
    const limits = {
      limit_id: "codex",
      primary: { used_percent: 14, window_minutes: 300, resets_at: 1_779_573_249 },
      secondary: { used_percent: 31, window_minutes: 10_080, resets_at: 1_779_873_249 },
      plan_type: "plus",
    };
    const info = { total_token_usage: this.#total, last_token_usage: last, model_context_window: 258_400 };
    for (let left = chance.happens(0.6) ? 2 : 1; left > 0; left--)
      this.#event("token_count", { info, rate_limits: limits });
    if (chance.happens(0.7)) this.#context();
  }

  #context(): void {
    this.#write("turn_context", {
      turn_id: this.#turn,
      cwd: this.#facts.cwd,
      approval_policy: "on-request",
      sandbox_policy: {
        type: "workspace-write",
        writable_roots: [`${this.#facts.cwd}/.cache`],
        network_access: false,
        exclude_tmpdir_env_var: false,
        exclude_slash_tmp: false,
      },
      model,
      collaboration_mode: { mode: "default", settings: { model, reasoning_effort: "high" } },
      effort: "high",
      summary: "auto",
      truncation_policy: { mode: "tokens", limit: 10_000 },
    });
  }

  #said(role: string, type: string, text: string): void {
    this.#item("message", { role, content: [{ type, text }] });
  }

  #item(type: string, payload: object): void {
    this.#write("response_item", { type, ...payload });
  }

  #event(type: string, payload: object): void {
    this.#write("event_msg", { type, ...payload });
  }

  #write(type: string, payload: object): void {
    this.#time += this.#chance.between(1, 3000);
    const line = JSON.stringify({ timestamp: new Date(this.#time).toISOString(), type, payload });
    this.lines.push(line);
    this.bytes += line.length + 1;
  }

  #prose(least: number, most: number): string {
    const parts = this.#chance.between(least, most);
    return Array.from({ length: parts }, () => this.#chance.of(this.#pool.prose)).join("\n\n");
  }

  #code(lines: number): string {
    const file = this.#chance.of(this.#pool.code);
    const first = this.#chance.between(0, Math.max(0, file.lines.length - lines));
    return file.lines.slice(first, first + Math.max(1, lines)).join("\n");
  }
}
