/** A page of a site as text to read in a terminal: all of its words, what is folded too, and nothing that only a browser can use. */
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { visible } from "../text/printable.ts";

export type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;

export const parsePage = (markup: string): Parent => parse(markup);

const isElement = (node: Node | Parent): node is Element => "tagName" in node;

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value;

const classes = (element: Element): readonly string[] => (attribute(element, "class") ?? "").split(/\s+/);

/** In the order of the page. */
export function* elementsIn(parent: Parent): Generator<Element> {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue;
    yield child;
    yield* elementsIn(child);
  }
}

export function elementWithId(page: Parent, id: string): Element | undefined {
  for (const element of elementsIn(page)) if (attribute(element, "id") === id) return element;
  return undefined;
}

const skippedTags = new Set(["script", "style", "svg", "button", "nav", "form", "template", "noscript", "head"]);
const skippedClasses = ["js-only", "hash", "copy", "caret", "skip", "no", "legend", "score"];
const blockTags = new Set(
  "address article aside blockquote dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section summary table tr ul".split(
    " ",
  ),
);
/** Neighbours of these kinds are apart by style alone; what has one of the classes stands apart from any text. */
const apart = new Set(["span", "small", "b", "time", "strong"]);
const apartClasses = ["n", "chip", "meta"];
/** What people and agents said, and cards: a line of its own before each. */
const setOff = ["prompt", "say", "card"];

const isSkipped = (element: Element): boolean =>
  skippedTags.has(element.tagName) ||
  attribute(element, "aria-hidden") === "true" ||
  attribute(element, "popover") !== undefined ||
  skippedClasses.some((name) => classes(element).includes(name));

export interface TextOptions {
  /** What stands in for a piece that moved out of the page: its elements. */
  readonly moved?: (piece: string) => readonly Element[];
}

/** Lines of text; what a terminal would act on is shown instead. */
export function textOfElement(element: Element, options: TextOptions = {}): string {
  const writer = new Writer(options);
  writer.element(element);
  return visible(writer.text)
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

class Writer {
  text = "";
  #indent = "";
  /** Pieces that are open: one that holds itself would never end. */
  readonly #open = new Set<string>();
  readonly #options: TextOptions;

  constructor(options: TextOptions) {
    this.#options = options;
  }

  element(element: Element): void {
    if (!isSkipped(element)) this.#drawing(element)();
  }

  #drawing(element: Element): () => void {
    const tag = element.tagName;
    const own = classes(element);
    const piece = attribute(element, "data-part");
    const children = () => this.#children(element);
    if (piece !== undefined && own.includes("part")) return () => this.#moved(piece, element);
    if (tag === "br") return () => this.#line();
    if (tag === "hr") return () => this.#block(() => this.#write("---"));
    if (tag === "img")
      return () => this.#write(`[${attribute(element, "alt") ?? "image"}: ${attribute(element, "src") ?? ""}]`);
    if (tag === "input") return () => this.#write(attribute(element, "checked") === undefined ? "[ ] " : "[x] ");
    if (tag === "pre") return () => this.#block(() => this.#preformatted(element));
    if (tag === "tr") return () => this.#block(() => this.#row(element));
    if (tag === "li") return () => this.#block(() => this.#item(element));
    if (/^h[1-6]$/.test(tag)) return () => this.#block(() => this.#heading(element));
    if (tag === "a") return () => this.#link(element);
    if (tag === "dd") return () => this.#term(element);
    if (tag === "blockquote") return () => this.#block(() => this.#indented("> ", element));
    if (setOff.some((name) => own.includes(name))) return () => this.#setOff(element);
    if (tag === "summary") return () => this.#block(() => this.#summary(element));
    return blockTags.has(tag) ? () => this.#block(children) : children;
  }

  #children(parent: Parent): void {
    let before: Node | undefined;
    for (const child of parent.childNodes) {
      if (isElement(child)) {
        const isApart =
          (before !== undefined && isElement(before) && apart.has(child.tagName)) ||
          apartClasses.some((name) => classes(child).includes(name));
        if (isApart && /\S$/.test(this.text)) this.#write(" ");
        this.element(child);
      } else if ("value" in child) this.#write(child.value.replace(/[ \t\n\r\f]+/g, " "));
      before = child;
    }
  }

  #write(text: string): void {
    const isStart = this.text === "" || this.text.endsWith("\n");
    const words = isStart ? text.trimStart() : text;
    if (words === "") return;
    this.text += isStart ? this.#indent + words : /\s$/.test(this.text) ? words.trimStart() : words;
  }

  #line(): void {
    if (this.text !== "" && !/(?:\n|^ *- )$/m.test(lastLine(this.text))) this.text += "\n";
  }

  #block(draw: () => void): void {
    this.#line();
    draw();
    this.#line();
  }

  #indented(indent: string, parent: Parent): void {
    const before = this.#indent;
    this.#indent += indent;
    this.#children(parent);
    this.#indent = before;
  }

  /** What a person or another agent asked is quoted, so that it is told from the answer. */
  #setOff(element: Element): void {
    this.#line();
    if (this.text !== "" && !this.text.endsWith("\n\n")) this.text += "\n";
    this.#indented(classes(element).includes("prompt") ? "> " : "", element);
    this.#line();
    this.text += "\n";
  }

  /** A call, or anything else that is folded. */
  #summary(element: Element): void {
    const folded = element.parentNode;
    const isCall = folded !== null && isElement(folded) && /^(?:tool|agent)$/.test(classes(folded)[0] ?? "");
    if (isCall) this.#write("* ");
    this.#children(element);
  }

  /** On the line of its name. */
  #term(element: Element): void {
    if (this.text.endsWith("\n")) this.text = `${this.text.slice(0, -1)}: `;
    this.#children(element);
    this.#line();
  }

  /** Calls stand in lists of work: they are no points of a text. */
  #item(element: Element): void {
    const list = element.parentNode;
    const isWork = list !== null && isElement(list) && classes(list).includes("work");
    if (!isWork) this.#write("- ");
    this.#indented(isWork ? "" : "  ", element);
  }

  /** A turn's heading is the beginning of its prompt, which follows. */
  #heading(element: Element): void {
    this.text += this.text === "" ? "" : "\n";
    const start = this.text.length;
    this.#write(`${"#".repeat(Number(element.tagName[1]))} `);
    this.#children(element);
    const words = this.text.slice(start);
    if (classes(element).includes("vh"))
      this.text = this.text.slice(0, start) + words.replace(/^(#+ Prompt \d+): .*$/s, "$1");
    this.#line();
  }

  #row(element: Element): void {
    const cells = element.childNodes.filter(isElement);
    for (const [at, cell] of cells.entries()) {
      if (at > 0) this.#write(" | ");
      this.#children(cell);
    }
  }

  /** Where it leads is told of what is not on this page, and is no page of lists. */
  #link(element: Element): void {
    this.#children(element);
    const href = attribute(element, "href") ?? "";
    if (/^(?:https?:|mailto:|text\/|(?:\.\.\/)*media\/)/.test(href) && !this.text.endsWith(href))
      this.#write(` (${href})`);
  }

  #moved(piece: string, element: Element): void {
    const elements = this.#open.has(piece) ? undefined : this.#options.moved?.(piece);
    if (elements === undefined || elements.length === 0) {
      this.#children(element);
      return;
    }
    this.#open.add(piece);
    this.#line();
    for (const each of elements) this.element(each);
    this.#open.delete(piece);
  }

  #preformatted(element: Element): void {
    const text = rawText(element, classes(element).includes("diff")).replace(/^\n|\n$/g, "");
    for (const line of text.split("\n")) this.text += `${this.#indent}    ${line}\n`;
  }
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf("\n", text.length - 2) + 1);

const signs: Readonly<Record<string, string>> = { ins: "+", del: "-", b: "" };

/** As it stands; a diff has its signs by style. */
function rawText(parent: Parent, isDiff: boolean): string {
  return parent.childNodes
    .map((child) => {
      if ("value" in child) return child.value;
      if (!isElement(child)) return "";
      const inner = rawText(child, isDiff && child.tagName === "code");
      return isDiff && child.tagName !== "code" ? `${signs[child.tagName] ?? " "}${inner}\n` : inner;
    })
    .join("");
}
