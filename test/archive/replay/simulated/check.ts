/** A blame, compared with who really wrote what. */
import { fileHistory } from "../../../../src/archive/file-history.ts";
import { readArchive } from "../../../../src/archive/index.ts";
import type { FileHistory } from "../../../../src/model/file-history.ts";
import { commonLines, linesOf } from "./tree.ts";
import type { Work } from "./work.ts";

/** A copy's prompt may stand in the session that it is of only. */
const noPrompt = "The log starts in the middle";

export interface Found {
  readonly wrong: readonly string[];
  readonly stale: readonly string[];
  readonly counts: { files: number; lines: number; named: number; stopped: number; absent: number };
}

export async function check(work: Work, root: string): Promise<Found> {
  const archive = await readArchive({ sources: [work.save(root)], title: "", timeZone: "UTC" });
  const wrong: string[] = [];
  const stale: string[] = [];
  const counts = { files: 0, lines: 0, named: 0, stopped: 0, absent: 0 };
  for (const file of archive.files) {
    const history = fileHistory(file, archive, archive.digest);
    const copies = [`/work/tide/${file.path}`, `/work/tide/.claude/worktrees/fix/${file.path}`].flatMap(
      (path) => work.disk.files.get(path) ?? [],
    );
    wrong.push(...wrongCauses(history, work));
    counts.files++;
    const { blame } = history;
    if (blame === undefined) {
      counts.absent++;
      continue;
    }
    if (blame.stop !== undefined) counts.stopped++;
    for (const { text, prompt } of blame.lines) {
      counts.lines++;
      if (prompt === undefined) continue;
      counts.named++;
      const title = prompt.turn?.title;
      if (title === undefined || title === noPrompt) continue;
      if (!commonLines.includes(text) && !copies.some(({ writers }) => writers.get(text)?.has(title)))
        wrong.push(
          `${file.path}: "${text}" by ${title}, not ${copies.map(({ writers }) => [...(writers.get(text) ?? [])])}`,
        );
    }
    const last = copies.toSorted((a, b) => b.editedAt - a.editedAt)[0];
    const shown = blame.lines.map(({ text }) => text).join("\n");
    if (blame.stop === undefined && shown !== linesOf(last?.known ?? "").join("\n"))
      stale.push(`${file.path}: shows\n${shown}\nis\n${last?.known}`);
  }
  return { wrong, stale, counts };
}

function wrongCauses({ file, edits }: FileHistory, { client }: Work): readonly string[] {
  return edits.flatMap(({ edit, session, turn }) => {
    const key = `${session.id} ${edit.agent ?? ""} ${edit.call}`;
    const cause = client.causes.get(key);
    if (
      cause === undefined ||
      edit.outcome !== "ok" ||
      turn === undefined ||
      turn.title === noPrompt ||
      cause.has(turn.title)
    )
      return [];
    return [`${file.path}: edit ${key} of ${[...cause]} is ${turn?.title}`];
  });
}
