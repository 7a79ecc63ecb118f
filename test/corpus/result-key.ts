/** A result as the log has it and as the model has it, told by one key. */

const tags = /<\/?(?:system-reminder|persisted-output|tool_use_error)>/g;

/**
 * The model has what the client wrapped around a tool's words in fields of their own (`asides`), in another order: such
 * a result is compared by its lines. Any other is compared letter by letter.
 */
export function resultKey(id: string, text: string, asides: readonly string[] = []): string {
  const untagged = text.replace(/^\s*<tool_use_error>([\s\S]*?)<\/tool_use_error>/, "$1");
  if (asides.length === 0 && !/<system-reminder>|<persisted-output>/.test(untagged)) return `${id}\n${untagged}`;
  const lines = [text, ...asides].flatMap((each) => each.replace(tags, "\n").split("\n"));
  const told = lines.map((line) => line.trim()).filter((line) => line !== "");
  return [id, ...told.sort()].join("\n");
}
