/**
 * What prose costs drawn by marked alone and with what src/text/plain-markdown prints, and which share of it that is:
 *   tsx test/bench/markdown.ts LOGS
 */
import { readArchive } from "../../src/archive/index.ts";
import { markdownBy, markedMarkdown } from "../../src/text/markdown.ts";
import { proseOf } from "../support/prose.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("tsx test/bench/markdown.ts LOGS");
const archive = await readArchive({ sources: [folder], title: "", timeZone: "UTC" });
const texts = new Set(archive.sessions.flatMap(({ id }) => proseOf(archive.whole(id).session)));
const characters = [...texts].reduce((sum, { length }) => sum + length, 0);

let byMarked = 0;
for (const text of texts)
  tried(() =>
    markdownBy(text, {}, ({ length }) => {
      byMarked += length;
    }),
  );
process.stdout.write(
  `${texts.size} texts, ${characters} characters; by marked: ${((byMarked / characters) * 100).toFixed(1)} %\n`,
);

for (let round = 1; round <= 3; round++) {
  const marked = nanoseconds((text) => markedMarkdown(text));
  const both = nanoseconds((text) => markdownBy(text, {}));
  process.stdout.write(
    `ns per character: marked alone ${marked.toFixed(1)}, with what is printed here ${both.toFixed(1)}\n`,
  );
}

function nanoseconds(draw: (text: string) => void): number {
  const before = process.cpuUsage();
  for (const text of texts) tried(() => draw(text));
  return (process.cpuUsage(before).user * 1000) / characters;
}

/** Some are too intricate. */
function tried(draw: () => void): void {
  try {
    draw();
  } catch {}
}
