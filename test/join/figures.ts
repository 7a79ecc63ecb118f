/**
 * What a search loads over many archives, against one of them and against one archive of the same sessions:
 * `npx tsx test/join/figures.ts [ARCHIVES [SESSIONS [FOLDER]]]`, 64 of 300 unless told.
 */
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchives } from "../../src/join/archive.ts";
import { writePortal } from "../../src/join/portal.ts";
import { bytesOf } from "./bytes.ts";
import { commonWord, ownWord, sessionsOf, sharedWord, writeArchive } from "./simulated.ts";

const [archives = 64, sessions = 300] = process.argv.slice(2, 4).map(Number);
const base = process.argv[4] ?? mkdtempSync(join(tmpdir(), "annals-join-"));
mkdirSync(base, { recursive: true });
const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

const folders = Array.from({ length: archives }, (_, number) => join(base, `archive-${number}`));
let started = Date.now();
for (const [number, folder] of folders.entries())
  if (!existsSync(folder)) await writeArchive(folder, `Archive ${number}`, sessionsOf(number, sessions));
console.log(`${archives} archives of ${sessions} sessions: ${seconds(started)}`);
const whole = join(base, "whole");
started = Date.now();
if (!existsSync(whole))
  await writeArchive(
    whole,
    "Whole",
    folders.flatMap((_, number) => sessionsOf(number, sessions)),
  );
console.log(`one archive of the same sessions: ${seconds(started)}`);
const portal = join(base, `portal-${process.pid}`);
started = Date.now();
await writePortal(openArchives(folders.map((folder) => ({ folder }))), {
  ...{ folder: portal, output: portal, title: "Portal", timeZone: "UTC", isCopied: false },
});
console.log(`the portal: ${seconds(started)}`);

const queries: readonly (readonly [what: string, words: string])[] = [
  ["a word of one archive", ownWord(5, 40)],
  ["a rare word of one archive", ownWord(5, 2500)],
  ["two words of one archive", `${ownWord(5, 10)} ${ownWord(5, 11)}`],
  ["a shared word, seldom", sharedWord(11_500)],
  ["a shared word, now and then", sharedWord(3000)],
  ["a word that is everywhere", commonWord],
  ["a word that nobody wrote", "zzyzxquux"],
];
const kilo = (bytes: number): string => (bytes / 1000).toFixed(0).padStart(7);
console.log("\nkB loaded until the first result can be read");
console.log(" portal     one   whole   portal/one  portal/whole  sessions  query");
for (const [what, words] of queries) {
  const [over, one, all] = await Promise.all([
    bytesOf(portal, words),
    bytesOf(folders[5] ?? "", words),
    bytesOf(whole, words),
  ]);
  const ratio = (other: number): string => (over.bytes / other).toFixed(2);
  console.log(
    `${kilo(over.bytes)} ${kilo(one.bytes)} ${kilo(all.bytes)} ${ratio(one.bytes).padStart(12)} ${ratio(all.bytes).padStart(13)} ${String(over.sessions).padStart(9)}  ${what}${over.sessions === all.sessions ? "" : ` (whole: ${all.sessions})`}`,
  );
}
