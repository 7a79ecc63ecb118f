/** Writes log lines in the order of a conversation; a place is one text in them that anyone may have written. */
export type Raw = Record<string, unknown>;

export class Log {
  readonly #lines: string[] = [];
  readonly #session: string;
  readonly #fields: Raw;
  #count = 0;
  #parent: string | null = null;

  constructor(session: string, fields: Raw = {}) {
    this.#session = session;
    this.#fields = fields;
  }

  /** A line that the conversation goes on from. */
  line(raw: Raw, isChained = true): void {
    const uuid = `u${this.#count++}`;
    const time = new Date(Date.UTC(2026, 2, 2, 9, 0, this.#count)).toISOString();
    const base = { uuid, parentUuid: this.#parent, timestamp: time, sessionId: this.#session, ...this.#fields };
    this.#lines.push(JSON.stringify({ ...base, ...raw }));
    if (isChained && raw.uuid === undefined) this.#parent = uuid;
  }

  /** Bytes as they are, with or without sense. */
  bytes(text: string): void {
    this.#lines.push(text.replaceAll("\n", " "));
  }

  prompt(content: unknown, more: Raw = {}): void {
    this.line({ type: "user", message: { role: "user", content }, ...more });
  }

  said(content: unknown, message: Raw = {}, more: Raw = {}): void {
    const id = `m${this.#count}`;
    this.line({
      type: "assistant",
      requestId: `r${this.#count}`,
      message: { id, role: "assistant", model: "claude-opus-4-6", content, ...message },
      ...more,
    });
  }

  call(name: string, input: unknown, content?: unknown, details?: unknown, isError = false): void {
    const id = `toolu_${this.#count}`;
    this.said([{ type: "tool_use", id, name, input }]);
    if (content === undefined) return;
    const result = { type: "tool_result", tool_use_id: id, content, ...(isError ? { is_error: true } : {}) };
    this.prompt([result], details === undefined ? {} : { toolUseResult: details });
  }

  attach(type: string, fields: Raw): void {
    this.line({ type: "attachment", attachment: { type, ...fields } });
  }

  system(subtype: string, fields: Raw): void {
    this.line({ type: "system", subtype, ...fields });
  }

  toString(): string {
    return `${this.#lines.join("\n")}\n`;
  }
}
