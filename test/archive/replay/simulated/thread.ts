/** A log as Claude Code writes it: the lines of a session or of an agent, each the child of the one before. */

export type Input = Readonly<Record<string, unknown>>;

/** Time over all logs: a minute for each line, and a clock that somebody sets. */
export class Clock {
  #minutes = 0;
  #isAhead = 0;

  set(minutes: number): void {
    this.#isAhead += minutes;
  }

  wait(minutes: number): void {
    this.#minutes += minutes;
  }

  next(): string {
    this.#minutes++;
    return new Date(Date.parse("2026-01-05T00:00:00Z") + (this.#minutes + this.#isAhead) * 60_000).toISOString();
  }
}

/** How much a log tells of an edit that was made. */
export type Told = "all" | "without original" | "strings" | "words" | "nothing";

export class Thread {
  readonly session: string;
  readonly cwd: string;
  readonly agent: string | undefined;
  /** Those of a sidechain in the session's own file are the session's. */
  readonly lines: Input[];
  readonly #clock: Clock;
  readonly #callId: (count: number) => string;
  parent: string | null = null;
  /** What its agent saw last of a file, as `changed` of it. */
  seen = new Map<string, number>();
  /** The prompt that everything is done for. */
  cause = "";
  #calls = 0;

  constructor(
    of: { readonly session: string; readonly cwd: string; readonly agent?: string; readonly lines?: Input[] },
    clock: Clock,
    callId: (count: number) => string,
  ) {
    this.session = of.session;
    this.cwd = of.cwd;
    this.agent = of.agent;
    this.lines = of.lines ?? [];
    this.#clock = clock;
    this.#callId = callId;
  }

  entry(type: string, more: Input): string {
    const uuid = `${this.session.slice(0, 8)}-${this.agent ?? "main"}-${this.lines.length}`;
    this.lines.push({
      ...{ type, uuid, parentUuid: this.parent, sessionId: this.session, timestamp: this.#clock.next() },
      ...{ cwd: this.cwd, version: "2.1.40", userType: "external", isSidechain: this.agent !== undefined },
      ...(this.agent === undefined ? {} : { agentId: this.agent }),
      ...more,
    });
    this.parent = uuid;
    return uuid;
  }

  /** A line without a place in the conversation. */
  beside(line: Input): void {
    this.lines.push(line);
  }

  prompt(content: string): string {
    return this.entry("user", { message: { role: "user", content } });
  }

  /** A call, and its result unless it has none. */
  call(name: string, input: Input, result?: { readonly text: string; readonly details?: unknown; isError?: true }) {
    const id = this.#callId(this.#calls++);
    const message = { id: `msg_${this.session}_${this.agent ?? ""}_${this.lines.length}`, role: "assistant" };
    this.entry("assistant", {
      message: { ...message, model: "claude-opus-4-6", content: [{ type: "tool_use", id, name, input }] },
    });
    if (result === undefined) return id;
    const { text, details, isError } = result;
    this.entry("user", {
      message: {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: id, content: text, ...(isError ? { is_error: true } : {}) }],
      },
      ...(details === undefined ? {} : { toolUseResult: details }),
    });
    return id;
  }

  text(): string {
    return `${this.lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  }
}
