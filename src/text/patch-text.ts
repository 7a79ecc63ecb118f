/** A patch as `git diff` prints it, drawn like any other change: read by diff2html, printed by us. */
import { parse } from "diff2html/lib/diff-parser.js";
import type { DiffFile } from "diff2html/lib/types.js";
import { diff } from "./diff.ts";
import { html, type SafeHtml } from "./html.ts";
import type { Hunk } from "./hunks.ts";

// What is longer is shown in part, like any long output; and the parser's time grows faster than the text.
const maximumLines = 60;
const maximumSize = 16_384;

const signs = { insert: "+", delete: "-", context: " " } as const;

/** `undefined` where the text is anything but a patch of which not a line would be lost. */
export function patchText(text: string): SafeHtml | undefined {
  if (!text.startsWith("diff --git ") || text.length > maximumSize || /[\x1b\r\b]/.test(text)) return undefined;
  const body = text.trimEnd();
  if (body.split("\n", maximumLines + 1).length > maximumLines) return undefined;
  const drawn: SafeHtml[] = [];
  for (const part of body.split(/^(?=diff --git )/m)) {
    const lines = part.trimEnd().split("\n");
    const start = lines.findIndex((line) => line.startsWith("@@ "));
    const heading = start === -1 ? lines : lines.slice(0, start);
    const file = read(part);
    if (file === undefined) return undefined;
    const hunks = file.blocks.map((block): Hunk => {
      const written = block.lines.map(({ type, content }) => `${signs[type]}${content.slice(1)}`);
      const side = (other: "insert" | "delete") => block.lines.filter(({ type }) => type !== other).length;
      return {
        ...{ oldStart: block.oldStartLine, oldLines: side("insert") },
        ...{ newStart: block.newStartLine, newLines: side("delete") },
        lines: written,
        header: block.header,
      };
    });
    const again = [...heading, ...hunks.flatMap((hunk) => [hunk.header, ...hunk.lines])];
    if (again.join("\n") !== lines.join("\n")) return undefined;
    drawn.push(diff(hunks, { path: file.isDeleted ? file.oldName : file.newName, heading }));
  }
  return html`${drawn}`;
}

/** The parser takes a removed line that begins with `-- ` for the name of a file, and throws where the text ends there. */
function read(part: string): DiffFile | undefined {
  try {
    return parse(part)[0];
  } catch {
    return undefined;
  }
}
