/** The redactor where redaction is off: it looks for nothing and changes nothing. */
import type { Redactor } from "./redactor-interface.ts";

export const noRedaction: Redactor = {
  isOn: false,
  learn: () => undefined,
  learnValue: () => undefined,
  settle: async () => undefined,
  learner: () => noRedaction,
  collect: async () => ({ found: [], homes: [] }),
  take: () => undefined,
  freeze: () => undefined,
  showing: () => noRedaction,
  state: () => ({ known: [], users: [], wordUsers: [], homes: [] }),
  snapshot: () => ({ known: [], users: [], wordUsers: [], homes: [] }),
  startOver: () => undefined,
  adopt: () => undefined,
  shownAs: () => "",
  onShown: () => undefined,
  redact: (text) => text,
  redactUnlearnt: (text) => text,
  value: (value) => value,
  findings: [],
  lookedFor: () => [],
  literals: () => [],
};
