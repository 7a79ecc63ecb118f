import { createRedactor, type RedactOptions, type Redactor } from "../../src/redact/index.ts";

export const place = { file: "app/4f1c.jsonl", line: 7 };

/** Our own rules alone: what secretlint adds must not be what a test passes by. */
export const ownRedactor = (options: RedactOptions = {}): Promise<Redactor> =>
  createRedactor({ scanner: async () => async () => [], ...options });
