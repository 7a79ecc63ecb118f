/** The redactor where redaction is off: it looks for nothing and changes nothing. */
import type { Redactor } from "./redactor.ts";

export const noRedaction: Redactor = {
  isOn: false,
  learn: () => undefined,
  learnValue: () => undefined,
  settle: async () => undefined,
  learner: () => noRedaction,
  collect: async () => ({ found: [], homes: [] }),
  take: () => undefined,
  freeze: () => undefined,
  state: () => ({ known: [], users: [], wordUsers: [], homes: [] }),
  fingerprint: () => "",
  redact: (text) => text,
  value: (value) => value,
  findings: [],
  literals: () => [],
};
