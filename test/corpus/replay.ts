/**
 * Replays every file of real logs and compares the text with what later entries say it was: `originalFile` of the next
 * edit, and whole texts of Read. `npx tsx test/corpus/replay.ts [SOURCE…]`; exit 1 where any is unequal with nothing in
 * the logs between that could have changed it.
 */

import { readSession } from "../../src/archive/read-session.ts";
import { plainLines } from "../../src/archive/replay/apply.ts";
import { callInThread } from "../../src/archive/replay/order.ts";
import { hashOf, sessionTexts } from "../../src/archive/replay/session-texts.ts";
import type { Entry } from "../../src/log/entries/entry.ts";
import { readLog } from "../../src/log/entries/parse.ts";
import { number, object, text } from "../../src/log/fields.ts";
import { findLogs } from "../../src/log/find-logs.ts";
import { readFile } from "../../src/log/read-log.ts";
import { groupSessions } from "../../src/log/session-files.ts";
import type { ToolUseId } from "../../src/model/session.ts";

const sources = process.argv.slice(2);
const counts = { equal: 0, "changed by something else between": 0, unequal: 0, "not replayable": 0 };
const reasons = new Map<string, number>();
const files = new Map<string, string>();

for (const group of groupSessions(findLogs(sources.length === 0 ? ["../shared/corpus/projects"] : sources).files)) {
  const originals = new Map<ToolUseId, string>();
  const { session } = readSession(group, {}, readFile, (call, found, agent) =>
    originals.set(callInThread(call, agent), found),
  );
  const { runs, breaks } = sessionTexts(session, originals, (each) => each);
  for (const { reason } of breaks) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const after = new Map<string, string>();
  // Without the agent before it: sidechains stand in the session's own file.
  for (const { edits, hashes } of runs)
    for (const [at, edit] of edits.entries()) after.set(edit.slice(edit.lastIndexOf(" ") + 1), hashes[at] ?? "");
  for (const log of [group.file, ...group.agents.map(({ file }) => file)]) {
    if (log !== undefined) compare(readLog(log.path, log.name).entries, after, log.name);
  }
}

interface Known {
  readonly edit: string;
  /** A command, another agent or a message of the person came after it. */
  isOpen: boolean;
  readonly isKnown: boolean;
}

/** In the order of one log: each whole text against what the edit before it left. */
function compare(entries: readonly Entry[], after: ReadonlyMap<string, string>, name: string): void {
  const calls = new Map<string, { readonly name: string; readonly path?: string }>();
  const last = new Map<string, Known>();
  const open = (): void => {
    for (const known of last.values()) known.isOpen = true;
  };
  // First all of them: a result may stand before its call.
  for (const entry of entries)
    for (const block of entry.kind === "assistant" ? entry.blocks : [])
      if (block.kind === "use") {
        const path = text(block.input, "file_path");
        calls.set(block.id, { name: block.name, ...(path === undefined ? {} : { path }) });
      }
  for (const entry of entries) {
    if (entry.kind !== "user") continue;
    for (const block of entry.blocks) {
      if (block.kind !== "result") {
        open();
        continue;
      }
      const call = calls.get(block.id);
      if (call === undefined) continue;
      if (!/^(?:Read|Grep|Glob|LS|Edit|Write|MultiEdit|TodoWrite|Task\w+)$/.test(call.name)) open();
      if (call.path === undefined) continue;
      const whole = wholeText(entry.details, call.name);
      const known = last.get(call.path);
      if (whole !== undefined && known !== undefined)
        check(whole, known, after, `${name}:${entry.at.line} ${call.path}`, call.name);
      if (/^(?:Edit|Write|MultiEdit)$/.test(call.name) && !block.isError)
        last.set(call.path, { edit: block.id, isOpen: false, isKnown: after.has(block.id) });
    }
  }
}

function check(whole: string, known: Known, after: ReadonlyMap<string, string>, place: string, tool: string): void {
  const hash = after.get(known.edit);
  files.set(place, known.edit);
  if (hash === undefined) counts["not replayable"]++;
  else if (
    hash === hashOf(whole) ||
    (tool === "Read" && (hash === hashOf(`${whole}\n`) || hash === hashOf(whole.replace(/\n$/, ""))))
  )
    counts.equal++;
  else if (known.isOpen) {
    counts["changed by something else between"]++;
    console.log("changed between", tool, place, "after", known.edit);
  } else {
    counts.unequal++;
    console.log("unequal", tool, place, "after", known.edit);
  }
}

function wholeText(details: unknown, tool: string): string | undefined {
  const original = text(details, "originalFile") ?? text(details, "originalFileContents");
  if (original !== undefined) return plainLines(original);
  if (tool !== "Read") return undefined;
  const file = object(details, "file");
  const isWhole = number(file, "startLine") === 1 && number(file, "numLines") === number(file, "totalLines");
  const content = text(file, "content");
  return isWhole && content !== undefined ? plainLines(content) : undefined;
}

console.log(`${files.size} whole texts after an edit of the same file`);
console.table(counts);
console.log("Replays that stopped, by reason:", Object.fromEntries(reasons));
process.exitCode = counts.unequal === 0 ? 0 : 1;
