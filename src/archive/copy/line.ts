/** A line of a log as it may be published: what nobody is shown is left out, and everything else goes through the redactor. */
import { entryOf } from "../../log/entries/index.ts";
import { type Json, record, text } from "../../log/fields.ts";
import { type Redactor, textOf } from "../../redact/index.ts";

export interface LineOptions {
  readonly redactor: Pick<Redactor, "redact" | "value">;
  /** Images and documents stay, which nobody can look into. */
  readonly isWithMedia: boolean;
  /** The configuration leaves thinking out of what is public. */
  readonly isWithoutThinking: boolean;
}

/** In the place of a line that cannot be read, and so cannot be redacted: it is no JSON either, and is reported as such. */
export const unreadableLine = (length: number): string =>
  // As long as that, so that the report says the same of it.
  `(line left out: ${length} characters that are not JSON)`.padEnd(Math.min(length, mostPadding), ".");

const mostPadding = 10_000;

/** In the place of a last line that was cut off; no line end follows it, as none followed that. */
export const cutLine = "(line cut off)";

export const isStandIn = (line: string): boolean =>
  line === cutLine || /^\(line left out: \d+ characters that are not JSON\)\.*$/.test(line);

export function copiedLine(line: string, options: LineOptions): string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // A crash can leave NULs around a line; the reader takes them off, and so does this.
    const bare = line.replace(/^\0+|\0+$/g, "");
    return bare.trim() === "" ? "" : bare === line ? unreadableLine(line.length) : copiedLine(bare, options);
  }
  const raw = record(value);
  if (raw === undefined) return noEntry(value);
  try {
    const { redactor } = options;
    return JSON.stringify(redactor.value(isFolded(raw) ? skeleton(raw) : withoutOpaque(raw, options)));
  } catch {
    // Nested deeper than the stack reaches.
    return unreadableLine(line.length);
  }
}

/** In the place of JSON that is no entry: another value of its kind, of which the report says the same. */
function noEntry(value: unknown): string {
  if (Array.isArray(value)) return "[]";
  return typeof value === "string" ? '"(left out)"' : typeof value === "number" ? "0" : String(value);
}

/** No page shows it, whatever it holds: account ids, the client's own prompt, instruction files. */
const isFolded = (raw: Json): boolean => entryOf(raw, { file: "", line: 0 }).kind === "folded";

const links = new Set(
  "type subtype uuid parentUuid logicalParentUuid timestamp sessionId isSidechain agentId isMeta".split(" "),
);

/** Other lines name it as their parent, and the report counts it. */
function skeleton(raw: Json): Json {
  const kept = Object.fromEntries(Object.entries(raw).filter(([key]) => links.has(key)));
  const types = ["attachment", "data"].flatMap((key) => {
    const type = text(raw[key], "type");
    return type === undefined ? [] : [[key, { type }] as const];
  });
  return { ...kept, ...Object.fromEntries(types) };
}

/** Own stack instead of recursion: logs nest a hundred thousand deep. The value is our own, just parsed, and changed in place. */
function withoutOpaque(raw: Json, options: LineOptions): Json {
  const root: { value: unknown } = { value: raw };
  const stack: { readonly holder: Record<string, unknown> | unknown[]; readonly key: string | number }[] = [
    { holder: root as unknown as Record<string, unknown>, key: "value" },
  ];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { holder, key } = at;
    const before = (holder as Record<string | number, unknown>)[key];
    if (typeof before !== "object" || before === null) continue;
    const value = Array.isArray(before) ? before.filter((item) => !isLeftOut(item, options)) : shown(before, options);
    (holder as Record<string | number, unknown>)[key] = value;
    for (const inner of Object.keys(value))
      stack.push({ holder: value as Record<string, unknown>, key: Array.isArray(value) ? Number(inner) : inner });
  }
  return root.value as Json;
}

const isLeftOut = (block: unknown, { isWithoutThinking }: LineOptions): boolean =>
  isWithoutThinking && /^(?:redacted_)?thinking$/.test(text(block, "type") ?? "");

function shown(value: object, options: LineOptions): object {
  const block = value as Record<string, unknown>;
  const type = text(block, "type");
  // Seals of the model's maker: nothing reads them, and nobody can look into them.
  if (type === "thinking" && "signature" in block) delete block.signature;
  if (type === "redacted_thinking") return { type };
  if (options.isWithMedia) return block;
  if (type === "image" || type === "document") {
    const source = record(block.source) ?? block;
    const data = text(source, "data");
    if (data !== undefined && text(source, "type") !== "text") return withoutBytes(block, source, data, options);
  }
  for (const key of ["base64", "data"]) {
    const held = block[key];
    if (typeof held === "string" && (key === "base64" || mediaType(block) !== undefined)) block[key] = "";
  }
  return block;
}

const mediaType = (value: unknown): string | undefined =>
  text(value, "media_type") ?? text(value, "mediaType") ?? text(value, "mimeType");

/** A document that is text is redacted as such; of anything else only what it was stays. */
function withoutBytes(block: object, source: Json, data: string, { redactor }: LineOptions): object {
  const bytes = Buffer.from(data, "base64");
  const words = /^text\//.test(mediaType(source) ?? "") ? textOf(bytes) : undefined;
  if (words === undefined)
    return { type: "text", text: `[${mediaType(source) ?? "file"}, ${bytes.length} bytes: left out of this copy]` };
  const clean = { ...source, data: Buffer.from(redactor.redact(words)).toString("base64") };
  return source === block ? clean : { ...block, source: clean };
}
