/** Wrong usage: one clear sentence, exit code 2. */
export class UsageError extends Error {}
