/** What a page lends to everything drawn on it: links, ids, times, side files, and the `View` that tools draw with. */

import { Anchors, anchor } from "../../src/address/anchor.ts";
import { mediaPath } from "../../src/address/media.ts";
import { filePath, sessionFolder } from "../../src/address/paths.ts";
import { drawnTextName, textName } from "../../src/address/pieces.ts";
import { shortPath } from "../../src/address/short-path.ts";
import type { SideFile } from "../../src/address/side-file.ts";
import { sourceAddress } from "../../src/address/source-file.ts";
import { gitDigests } from "../../src/archive/digest/git.ts";
import { walk } from "../../src/archive/digest/walk.ts";
import { sourcePath } from "../../src/archive/source-path.ts";
import type { TwinSizes } from "../../src/export/twins.ts";
import type { OpenSession } from "../../src/model/archive.ts";
import type { GitEvent } from "../../src/model/git.ts";
import type { Agent, Media, ToolCall } from "../../src/model/session.ts";
import { ansi, asPrinted, settle, withoutEscapes } from "../../src/text/ansi.ts";
import { type Clipped, clip } from "../../src/text/clip.ts";
import { diff } from "../../src/text/diff.ts";
import { number } from "../../src/text/format.ts";
import { browserLanguage } from "../../src/text/highlight.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import type { Hunk } from "../../src/text/hunks.ts";
import { jsonText } from "../../src/text/json.ts";
import { markdown } from "../../src/text/markdown.ts";
import { patchText } from "../../src/text/patch-text.ts";
import { gitWork } from "../../src/tools/git/index.ts";
import type { View } from "../tools/view.ts";
import { mediaFigure } from "./media.ts";
import { type ContextOptions, PageContext } from "./page-context.ts";
import { pieceScript } from "./piece-script.ts";
import { SideFiles } from "./side-files.ts";
import {
  codeBlock,
  cutDiff,
  cutProse,
  foldedMiddle,
  markdownBlock,
  numberedLines,
  outputBlock,
  wholeTextLink,
} from "./text-blocks.ts";

/** Longer texts are cut; the whole is in a file (characters). */
const longestProse = 24_000;
const shownProse = 12_000;
/** Diffs show this many lines before they are cut. */
const longestDiff = 160;
const shownDiff = 100;
/** Up to this many characters between both ends stay in the page, folded: two files for each would be a third of a site. */
const longestFolded = 8000;
/** More than this is not opened in place, only as the plain file: a page takes long to lay it out, and it is not kept twice. */
const longestInPlace = 200_000;

export interface PageOptions extends ContextOptions {
  readonly open: OpenSession;
  /** Of the files beside the page that say the same for programs. */
  readonly twins?: TwinSizes;
  readonly files?: SideFiles;
}

export class PageView extends PageContext implements View {
  readonly anchors = new Anchors();
  readonly twins: TwinSizes | undefined;
  readonly #open: OpenSession;
  #project: string | undefined;
  #git: ReturnType<typeof gitDigests> | undefined;
  /** Links to the pages of changed files, by path; "" until one is asked for. */
  #changed: Map<string, string> | undefined;
  readonly #files: SideFiles;
  readonly #drawn = new Set<string>();

  constructor({ open, twins, files = new SideFiles(), ...context }: PageOptions) {
    super(context);
    this.#files = files;
    this.twins = twins;
    this.#open = open;
  }

  /** The forge's page of the repository, where the log tells the remote. */
  get web(): string | undefined {
    return this.#gitOfSession().web;
  }

  #gitOfSession(): ReturnType<typeof gitDigests> {
    this.#git ??= gitDigests(walk(this.#open.session), this.#open.session);
    return this.#git;
  }

  /** What a call did to a repository, with what became of it. */
  gitEvents(call: ToolCall): readonly GitEvent[] {
    const { events } = gitWork(call);
    if (events.length === 0) return events;
    const own = anchor(call.id);
    const known = this.#gitOfSession().git.filter((each) => each.anchor === own);
    return known.length === events.length ? known.map(({ event }) => event) : events;
  }

  /** Where nobody takes them as they come. */
  get files(): readonly SideFile[] {
    return this.#files.kept;
  }

  add(file: SideFile): void {
    this.#files.add(file);
  }

  path(path: string): string {
    const { session } = this.#open;
    return shortPath(path, [session.cwd, session.project]);
  }

  /** The page of a file that this session or an agent of it changed: there is one, whatever other sessions did. */
  history(path: string): string | undefined {
    const { session } = this.#open;
    this.#changed ??= new Map(changedPaths(session).map((each) => [each, ""]));
    const known = this.#changed.get(path);
    if (known !== "") return known;
    // Asked once: each answer of the archive is noted for the next build, by its fingerprint.
    this.#project ??= this.archive.projectOf(this.record).id;
    const address = sourceAddress(sourcePath(path, session.project));
    const href = this.link(filePath({ project: this.#project, address }));
    this.#changed.set(path, href);
    return href;
  }

  output(text: string, options: { readonly label?: string; readonly error?: boolean } = {}): SafeHtml {
    const { label = options.error ? "Error output" : "Output", error = false } = options;
    const patch = patchText(text);
    if (patch !== undefined) return patch;
    const settled = /[\x1b\r\b]/.test(text) ? settle(text) : text;
    const clipped = clip(settled);
    const isCut = clipped.hiddenLines > 0 || clipped.hiddenCharacters > 0;
    // A progress bar shows as it ended; what it wrote over is in the file.
    const before =
      !isCut && settled !== text && wasOverwritten(text, settled) ? this.cut(asPrinted(text), "as it was written") : "";
    const block = outputBlock(
      this.#clipped(text, clipped, (shown) => ansi(shown), asPrinted),
      label,
      error,
    );
    return html`${block}${before}`;
  }

  code(
    text: string,
    options: { readonly language?: string; readonly label?: string; readonly firstLine?: number } = {},
  ): SafeHtml {
    const { language, label = "Code", firstLine } = options;
    const clipped = clip(text);
    const print = (shown: string, at: number): SafeHtml =>
      firstLine === undefined
        ? html`${shown}`
        : numberedLines(firstLine + at, shown.replace(/\n$/, ""), html`${shown}`);
    return codeBlock(this.#clipped(text, clipped, print), label, firstLine !== undefined, browserLanguage(language));
  }

  diff(hunks: readonly Hunk[], path: string): SafeHtml {
    const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    const size = hunks.reduce((sum, hunk) => sum + hunk.lines.reduce((all, line) => all + line.length, 0), 0);
    const name = this.path(path);
    if (lines <= longestDiff && size <= 40_000) return diff(hunks, { path: name });
    const shown = firstLines(hunks, shownDiff, 16_000);
    const shownLines = shown.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    const cut = this.cut(diffText(hunks, name), `show all ${number(lines)} lines of the diff`, () =>
      diff(hunks, { path: name }),
    );
    return cutDiff(diff(shown, { path: name }), lines - shownLines, cut);
  }

  markdown(text: string): SafeHtml {
    return markdownBlock(this.prose(text));
  }

  /** Markdown, cut where it is very long. */
  prose(text: string, options: { readonly headingBase?: number; readonly breaks?: boolean } = {}): SafeHtml {
    if (text.length <= longestProse) return markdown(text, options);
    const end = text.lastIndexOf("\n", shownProse);
    const head = text.slice(0, end > shownProse / 2 ? end : shownProse);
    const cut = this.cut(text, `show all ${number(text.length)} characters`, () => markdown(text, options));
    return cutProse(markdown(head, options), cut);
  }

  json(value: unknown, label = "JSON"): SafeHtml {
    return this.code(jsonText(value), { language: "json", label });
  }

  media(media: Media): SafeHtml {
    this.#drawn.add(media.file);
    return this.figure(media, this.#open.file(media.file));
  }

  /** How its bytes come to be seen. */
  figure(media: Media, content: Uint8Array | undefined): SafeHtml {
    if (content === undefined) return mediaFigure(media, undefined);
    const path = mediaPath(media);
    this.add({ path, content });
    return mediaFigure(media, this.link(path));
  }

  /** Media that nobody has drawn since `forget`, so that a result's picture shows once, whoever draws it. */
  undrawn(media: readonly Media[]): readonly Media[] {
    return media.filter(({ file }) => !this.#drawn.has(file));
  }

  forgetDrawn(): void {
    this.#drawn.clear();
  }

  /**
   * A link to the whole of a text that is shown in part: a plain file, which opens in place where there is JavaScript
   * (`whole` is what it then shows, in the place of all that is shown now or, as the middle, of the link alone).
   */
  cut(text: string, words: string, whole?: () => SafeHtml, isMiddle = false): SafeHtml {
    const folder = sessionFolder(this.record);
    const plain = `${folder}${textName(text)}.txt`;
    this.add({ path: plain, content: text });
    const file = { href: this.link(plain), bytes: Buffer.byteLength(text) };
    if (whole === undefined || file.bytes > longestInPlace) return wholeTextLink(words, file);
    const markup = whole();
    const name = drawnTextName(text, String(markup));
    const script = `${folder}${name}.js`;
    this.add({ path: script, content: pieceScript(name, [markup]) });
    return wholeTextLink(words, {
      ...file,
      inPlace: { piece: `${name}:0${isMiddle ? ":middle" : ""}`, source: this.link(script) },
    });
  }

  /** `file` makes of the text what the file with the whole of it holds. */
  #clipped(
    text: string,
    clipped: Clipped,
    print: (shown: string, line: number) => SafeHtml,
    file = (whole: string): string => whole,
  ): SafeHtml {
    const { head, tail, lines, hiddenLines, hiddenCharacters } = clipped;
    if (hiddenLines === 0 && hiddenCharacters === 0) return print(head, 0);
    const words =
      hiddenLines > 0 ? `show all ${number(lines)} lines` : `show ${number(hiddenCharacters)} more characters`;
    const body = text.replace(/\n$/, "");
    if (tail === undefined) return html`${print(head, 0)}${this.cut(file(text), words, () => print(body, 0))}`;
    // Where both ends stand as they were written, the link brings what is between them, and not the ends once more.
    const isMiddle = hiddenCharacters === 0 && !/[\x1b\r\b]/.test(text);
    const middle = (): SafeHtml => print(body.slice(head.length + 1, body.length - tail.length), lineCount(head));
    if (isMiddle && body.length - head.length - tail.length <= longestFolded)
      return html`${print(`${head}\n`, 0)}${foldedMiddle(words, middle())}${print(tail, lines - lineCount(tail))}`;
    const whole = () => (isMiddle ? middle() : print(body, 0));
    return html`${print(`${head}\n`, 0)}${this.cut(file(text), words, whole, isMiddle)}${print(tail, lines - lineCount(tail))}`;
  }
}

const changedPaths = ({ files, agents }: Pick<Agent, "files" | "agents">): readonly string[] => [
  ...files.map(({ path }) => path),
  ...agents.flatMap(changedPaths),
];

const lineCount = (text: string): number => text.split("\n").length;

function wasOverwritten(text: string, settled: string): boolean {
  return letters(text) > letters(settled);
}

function letters(text: string): number {
  return withoutEscapes(text).replace(/[^\p{L}\p{N}]/gu, "").length;
}

function firstLines(hunks: readonly Hunk[], most: number, size: number): readonly Hunk[] {
  const shown: Hunk[] = [];
  let left = most;
  let room = size;
  for (const hunk of hunks) {
    const lines: string[] = [];
    for (const line of hunk.lines) {
      if (left === 0 || room <= 0) break;
      lines.push(line.length > 2000 ? `${line.slice(0, 2000).replace(/[\ud800-\udbff]$/, "")}…` : line);
      left--;
      room -= line.length;
    }
    if (lines.length === 0) break;
    const isSame = lines.length === hunk.lines.length;
    const oldLines = isSame ? hunk.oldLines : lines.filter((line) => !line.startsWith("+")).length;
    const newLines = isSame ? hunk.newLines : lines.filter((line) => !line.startsWith("-")).length;
    shown.push({ ...hunk, lines, oldLines, newLines });
  }
  return shown;
}

function diffText(hunks: readonly Hunk[], path: string): string {
  const parts = hunks.map(
    (hunk) => `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@\n${hunk.lines.join("\n")}\n`,
  );
  return `--- ${path}\n+++ ${path}\n${parts.join("")}`;
}
