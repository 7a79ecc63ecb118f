/** The one place where text becomes markup. Only this file can make a `SafeHtml`. */
import { codeAt } from "./code-at.ts";

let make: (markup: string) => SafeHtml;

export class SafeHtml {
  readonly #markup: string;
  // `private`, as there is no `#constructor`: without it any file could make markup of any text.
  private constructor(markup: string) {
    this.#markup = markup;
  }
  toString(): string {
    return this.#markup;
  }
  static {
    make = (markup) => new SafeHtml(markup);
  }
}

export type Value = SafeHtml | string | number | bigint | boolean | undefined | null | readonly Value[];

// Everything that is special in HTML, that a terminal or a reader of right-to-left text would act on, or that nobody
// can see: C0, DEL, C1, bidi controls, zero-width characters, tag characters, lone surrogates. ZWJ and ZWNJ are not
// here: emoji, Persian and Indic text need them.
const special =
  /[&<>"'\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}\p{Cs}]/u;
// The first alternative keeps the flags of England, Scotland and Wales, which are spelt in tag characters.
const specials = new RegExp(
  `\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,8}\\u{e007f}|\\r\\n|${special.source}`,
  "gu",
);

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\r\n": "\n",
  "\x7f": "\u2421",
};

function visible(match: string): string {
  const entity = entities[match];
  if (entity !== undefined) return entity;
  const code = match.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  if (code === 0x1f3f4) return match;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

const controls = new RegExp(special.source.replace("&<>\"'", ""), "u");

/** For a file that is no markup: nothing in it moves a cursor, turns the line around or cannot be seen. */
export function visibleText(text: string): string {
  return controls.test(text)
    ? text.replace(specials, (match) => (/[&<>"']/.test(match) ? match : visible(match)))
    : text;
}

/** For each UTF-16 unit: nothing to do, one of HTML's five, or (halves of pairs too) a case for the patterns above. */
const plain = 0;
const escaped = 1;
const rare = 2;
const classes = new Uint8Array(0x1_0000).fill(rare, 0xd800, 0xe000);
const letters = String.fromCharCode(...Uint16Array.from({ length: 0xd800 }, (_, code) => code));
const privateAndLater = String.fromCharCode(...Uint16Array.from({ length: 0x2000 }, (_, at) => 0xe000 + at));
for (const [letter] of `${letters}${privateAndLater}`.matchAll(new RegExp(special, "gu"))) {
  const code = letter.charCodeAt(0);
  classes[code] = code > 0x1f && code < 0x7f ? escaped : rare;
}

const five: readonly string[] = Array.from({ length: 0x7f }, (_, code) => entities[String.fromCharCode(code)] ?? "");

/** Text for element content or a quoted attribute; control, bidi and zero-width characters become visible text. */
export function escapeText(text: string): string {
  // Almost all text needs nothing but the five escapes of HTML: no pattern is as quick as looking at each letter.
  const { length } = text;
  let markup = "";
  let done = 0;
  for (let index = 0; index < length; index++) {
    const code = codeAt(text, index);
    const kind = classes[code];
    if (kind === plain) continue;
    if (kind === rare) return text.replace(specials, visible);
    markup += text.slice(done, index) + five[code];
    done = index + 1;
  }
  return done === 0 ? text : markup + text.slice(done);
}

function print(value: Value): string {
  if (typeof value === "string") return escapeText(value);
  if (value instanceof SafeHtml) return value.toString();
  if (value === undefined || value === null || value === false) return "";
  if (Array.isArray(value)) {
    let markup = "";
    for (const part of value as readonly Value[]) markup += print(part);
    return markup;
  }
  return escapeText(String(value));
}

/** Escapes every interpolation except `SafeHtml`; `undefined`, `null` and `false` print nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): SafeHtml {
  let markup = strings[0] ?? "";
  for (let index = 0; index < values.length; index++) markup += print(values[index]) + (strings[index + 1] ?? "");
  return make(markup);
}

export function join(parts: Iterable<Value>, separator: Value = ""): SafeHtml {
  const between = print(separator);
  let markup = "";
  let first = true;
  for (const part of parts) {
    markup += first ? print(part) : between + print(part);
    first = false;
  }
  return make(markup);
}

/**
 * What stands before and after a mark. The mark is markup, so no escaped text can be mistaken for it; without it there
 * is nothing after. Further marks are dropped.
 */
export function cutAt(markup: SafeHtml, mark: SafeHtml): readonly [before: SafeHtml, after?: SafeHtml] {
  const [before = "", ...after] = markup.toString().split(mark.toString());
  return after.length === 0 ? [make(before)] : [make(before), make(after.join(""))];
}

const attributeName = /^(?!on|style$|srcdoc$)[a-z][a-z0-9-]*$/;

/** ` name="value"` for each given attribute; `true` prints the bare name. Names come from our code, so a bad one throws. */
export function attributes(given: Readonly<Record<string, string | number | boolean | undefined | null>>): SafeHtml {
  let markup = "";
  for (const [name, value] of Object.entries(given)) {
    if (!attributeName.test(name)) throw new Error(`Attribute name "${name}" is not allowed.`);
    if (value === undefined || value === null || value === false) continue;
    markup += value === true ? ` ${name}` : ` ${name}="${escapeText(String(value))}"`;
  }
  return make(markup);
}

/** Vouches for what markdown.ts printed, of marked's tokens or while reading. */
export function fromMarked(markup: string): SafeHtml {
  return make(markup);
}

/** Vouches for what highlight.ts printed from Prism's tokens. */
export function fromPrism(markup: string): SafeHtml {
  return make(markup);
}

/** Vouches for the lines that diff.ts printed. */
export function fromDiff(markup: string): SafeHtml {
  return make(markup);
}

/** Vouches for markup in which redacted.ts put chips around placeholders. */
export function fromRedacted(markup: string): SafeHtml {
  return make(markup);
}

/** Vouches for a stylesheet or a script of our own that stands in its page; one that could end its element is refused. */
export function fromAsset(text: string): SafeHtml {
  if (/<\/(?:style|script)|<!--/i.test(text)) throw new Error("An asset would end the element that it stands in.");
  return make(text);
}

const schemes: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);
const base = new URL("https://relative.invalid/a/b/");

/**
 * A link target that may be printed, or `undefined`. Absolute ones come back as the browser would read them;
 * relative ones and fragments as written. Judged by `new URL()`, since a pattern and a browser disagree too easily.
 */
export function safeUrl(text: string): string | undefined {
  if (text.length > 4096) return undefined;
  const cleaned = text.replace(/[\t\n\r]+/g, "").replace(/^[\x00-\x20]+|[\x00-\x20]+$/g, "");
  if (cleaned === "") return undefined;
  const absolute = parseUrl(cleaned);
  if (absolute !== undefined) {
    if (!schemes.has(absolute.protocol) || absolute.username !== "" || absolute.password !== "") return undefined;
    return absolute.href;
  }
  const relative = parseUrl(cleaned, base);
  // `//host`, `/\host` and half-written schemes (`https:/x`) leave our own site.
  if (relative === undefined || relative.origin !== base.origin || relative.username !== "") return undefined;
  return /^[a-z][a-z0-9+.-]*:/i.test(cleaned) ? undefined : cleaned;
}

/** Most relative links are no address by themselves, and to throw is dear. */
function parseUrl(text: string, against?: URL): URL | undefined {
  return URL.canParse(text, against?.href) ? new URL(text, against) : undefined;
}
